import { bringDecisions, undoDecisions } from '#core/packet/bring-decisions.ts'
import { attempt } from '#core/lib/attempt.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { defineCommand, type Command, type CommandUndo } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { announceDone } from '#app/commands/announce-done.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { bringStore } from './bring-store.ts'

const base = { group: 'Reviews', scope: 'review' } as const

type Brought = Pick<NonNullable<ReturnType<typeof bringStore.getReady>>, 'sessionId' | 'decisions'>

/** The commands that bring back decisions made away from the studio. */
export const bringCommands: readonly Command[] = [
  defineCommand({
    ...base,
    id: 'review.bring',
    title: 'Bring decisions back…',
    keywords: ['packet', 'import', 'merge', 'offline', 'json', 'zip'],
    when: () => clientStore.get().studio?.can('comment') === true,
    run: bringStore.open,
  }),
  defineCommand({
    id: 'review.apply-decisions',
    title: 'Apply the decisions',
    group: 'Reviews',
    scope: 'dialog',
    isKeyOnly: true,
    when: () => (bringStore.getReady()?.decisions.length ?? 0) > 0,
    run: async () => {
      const { client } = getStudio()
      const wanted = bringStore.getReady()
      if (wanted === undefined || wanted.decisions.length === 0) return undefined
      const applied: string[] = []
      const done = await attempt(
        async () =>
          await bringDecisions(wanted, client, (soFar) => {
            applied.splice(0, Infinity, ...soFar.flatMap(({ id, result }) => (result === 'applied' ? id : [])))
          }),
      )
      const others = wanted.decisions.length - applied.length
      if (!done.ok && applied.length === 0) return done
      // An interrupted file can be brought again: each decision is applied only once.
      if (!done.ok) showToast({ kind: 'error', text: done.error.message, suggestion: 'Bring the file again.' })
      if (done.ok) bringStore.close()
      announceDone({
        text: `Brought ${applied.length} ${applied.length === 1 ? 'decision' : 'decisions'} to ${wanted.name}${formatLeft(others, wanted.left)}`,
        kind: 'success',
        act: crypto.randomUUID(),
        ...(applied.length > 0 && { action: { label: 'Undo', run: () => void runCommand('history.undo') } }),
      })
      return applied.length === 0 ? undefined : ok(toUndo(wanted, applied))
    },
  }),
]

function formatLeft(others: number, left: number): string {
  return others + left === 0 ? '' : `; ${others + left} left: bring the file again`
}

/** Returns the undo, which takes back all decisions in one step; redo brings them again. */
function toUndo(brought: Brought, ids: readonly string[]): CommandUndo {
  const { client } = getStudio()
  const { sessionId, decisions } = brought
  return {
    label: 'Bring decisions back',
    undo: async () => {
      const { skipped } = await undoDecisions({ sessionId, ids }, client)
      if (skipped > 0) showToast({ text: messages['changed-by-someone-else'] })
      const again = { sessionId, decisions: decisions.filter(({ id }) => ids.includes(String(id))) }
      return {
        label: 'Bring decisions back',
        undo: async () => {
          await bringDecisions(again, client)
          return toUndo(again, ids)
        },
      }
    },
  }
}
