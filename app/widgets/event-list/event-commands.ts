import type { StudioEvent } from '#core/events/event.ts'
import { eventsQuery, type ActivityFilter } from '#core/events/queries.ts'
import { undoEvent } from '#core/events/undo-event.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type OperationId } from '#core/lib/ids.ts'
import { err, ok } from '#core/lib/result.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { getPage } from '#app/widgets/use-page.ts'
import { askAbout, eventsStore, setCurrentEvent, showHistory, showItem } from './events-store.ts'

const define = defineWith({ group: 'Activity', scope: 'activity' })

/** Commands for an event of the log, on its page and in an item's history. */
export const eventCommands: readonly Command[] = [
  step('activity.next', 'Next event', { keys: ['j', 'down'], by: 1 }),
  step('activity.previous', 'Previous event', { keys: ['k', 'up'], by: -1 }),
  define({
    id: 'activity.open',
    title: 'Go to what it is about',
    keys: ['enter'],
    isKeyOnly: true,
    when: () => findShown().length > 0,
    run: ({ navigate }, [id]) => {
      const event = findEvent(id)
      if (event === undefined) return
      setCurrentEvent(event.id)
      if (event.url === undefined) {
        showToast({ text: 'It no longer exists.' })
        return
      }
      showHistory(undefined)
      navigate(event.url)
    },
  }),
  define({
    id: 'activity.undo',
    title: 'Undo this',
    keys: ['u'],
    keywords: ['take back', 'revert'],
    when: () => findEvent()?.isUndoable === true,
    run: async (_context, [id, answer]) => {
      const { client, studio } = clientStore.get()
      const event = findEvent(id)
      if (client === undefined || studio === undefined || event === undefined) return undefined
      if (event.changes > 1 && answer !== 'yes') {
        askAbout(event.id)
        return undefined
      }
      try {
        const { studioId } = studio
        const operationId = newId<OperationId>()
        const { changed, skipped } = await undoEvent({ studioId, seq: event.seq, operationId }, client)
        showToast({ kind: changed > 0 ? 'success' : 'info', text: undoneText(changed, skipped) })
        return ok(undefined)
      } catch (error) {
        if (error instanceof AppError) return err(error)
        throw error
      }
    },
  }),
  define({
    id: 'activity.only-item',
    title: 'Only this item, or every item again',
    keys: ['i'],
    keywords: ['filter', 'narrow'],
    when: () => eventsStore.history === undefined && (eventsStore.item ?? findEvent()?.itemId) !== undefined,
    run: () => {
      const { itemId, names } = findEvent() ?? {}
      const isNarrowed = eventsStore.item !== undefined || itemId === undefined
      showItem(isNarrowed ? undefined : { id: itemId, name: names?.['item'] ?? '' })
    },
  }),
  define({
    id: 'activity.more',
    title: 'Show earlier events',
    keywords: ['load', 'older'],
    when: () => questions().some((question) => getPage(question).next !== undefined),
    run: async () => {
      for (const question of questions()) await clientStore.get().client?.pages.more(question)
    },
  }),
  define({
    id: 'activity.reload',
    title: 'Try again',
    keywords: ['reload', 'retry'],
    when: () => questions().some((question) => getPage(question).failure !== undefined),
    run: async () => {
      for (const question of questions()) await clientStore.get().client?.pages.retry(question)
    },
  }),
]

/** Returns the message shown after "Undo this". */
function undoneText(changed: number, skipped: number): string {
  const left = skipped === 0 ? '' : ` ${skipped} changed by somebody since: left unchanged.`
  const done = changed > 1 ? `Undone: ${changed} changes.` : 'Undone.'
  return changed === 0 ? `Nothing was undone.${left}` : `${done}${left}`
}

function step(id: `activity.${string}`, title: string, { keys, by }: { keys: readonly string[]; by: 1 | -1 }): Command {
  return define({
    id,
    title,
    keys,
    isKeyOnly: true,
    isRepeatable: true,
    run: async () => {
      const rows = findShown()
      const at = rows.findIndex(({ id: row }) => row === eventsStore.current)
      const next = rows[at < 0 ? 0 : Math.min(rows.length - 1, Math.max(0, at + by))]
      if (next === undefined) return
      setCurrentEvent(next.id)
      document.querySelector<HTMLElement>(`[data-event="${next.id}"]`)?.focus()
      const [question] = questions()
      if (next === rows.at(-1) && question !== undefined) await clientStore.get().client?.pages.more(question)
    },
  })
}

function questions() {
  const { filter, history } = eventsStore
  // A store snapshot can be read like the original value.
  return [history?.filter, filter].filter((one) => one !== undefined).map((one) => eventsQuery(one as ActivityFilter))
}

function findShown(): readonly StudioEvent[] {
  return questions().flatMap((question) => getPage(question).rows)
}

/** Returns the named event, else the current one. */
export function findEvent(id: string | undefined = eventsStore.current): StudioEvent | undefined {
  const rows = findShown()
  return id === undefined ? rows[0] : rows.find((event) => event.id === id)
}
