import { countOf } from '#core/lib/text.ts'
import { copyCast, mostOfOne } from '#core/casting/change-casting.ts'
import { writeCastText } from '#core/casting/cast-text.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { defineWith, type Command, type CommandContext, type CommandOutcome } from '#app/commands/define-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { links } from '#app/routes.ts'
import { readCastRows, wordOf } from '#app/widgets/cast/cast-content.ts'
import { addToCast, castFailedText, changeLink, pasteCasts, pasteIntoEach } from '#app/widgets/cast/change-cast.ts'
import { castableOptions, linkCommands, whereUsedOptions } from '#app/widgets/cast/link-actions.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { findSequence, listSequences, listWaiting, type Sequence } from './casting-model.ts'
import { findCastPlace, findPlace, listChosen, type Place } from './casting-place.ts'
import {
  castingStore,
  chooseShots,
  chooseUpTo,
  copyCastOf,
  focusMember,
  focusShot,
  moveToShot,
  showSequence,
  toggleShot,
  toggleWaiting,
} from './casting-store.ts'
import { copyText } from '#app/lib/copy-text.ts'

const base = { group: 'Casting', scope: 'casting' } as const
const define = defineWith(base)

/** The commands of the casting page. */
export const castingCommands: readonly Command[] = [
  moving({ id: 'casting.down', title: 'Next shot', keys: ['down', 'j'] }, (place) => step(place, 1)),
  moving({ id: 'casting.up', title: 'Previous shot', keys: ['up', 'k'] }, (place) => step(place, -1)),
  moving({ id: 'casting.right', title: 'Next of the cast', keys: ['right', 'l'] }, (place) => stepIn(place, 1)),
  extending({ id: 'casting.extend-down', title: 'Select on to the next shot', keys: ['shift+down'] }, 1),
  extending({ id: 'casting.extend-up', title: 'Select on to the previous shot', keys: ['shift+up'] }, -1),
  define({
    id: 'casting.toggle',
    title: 'Select or unselect the shot',
    keys: ['x'],
    when: () => findPlace()?.row !== undefined,
    run: () => {
      const place = findPlace()
      if (place?.row !== undefined) toggleShot(place.row.shot.item.id, idsOf(place))
    },
  }),
  define({
    id: 'casting.all',
    title: 'Select all shots',
    keys: ['mod+a'],
    when: () => findPlace()?.row !== undefined,
    run: () => {
      const place = findPlace()
      if (place !== undefined) chooseShots(idsOf(place))
    },
  }),
  define({
    id: 'casting.none',
    title: 'Clear the selection',
    keys: ['escape'],
    shadows: ['layer.close'],
    when: () => castingStore.chosen.length > 0,
    run: () => chooseShots([]),
  }),
  moving({ id: 'casting.left', title: 'Previous of the cast', keys: ['left', 'h'] }, (place) => stepIn(place, -1)),
  define({
    id: 'casting.add',
    title: 'Add to the cast',
    keys: ['a'],
    keywords: ['character', 'prop', 'set', 'link'],
    needs: 'create',
    when: () => canChangeStudio() && findPlace()?.row !== undefined,
    args: [
      {
        id: 'cast',
        placeholder: 'What to add, or several: Ana:2, Tree:14',
        free: true,
        options: () => {
          const place = findCastPlace()
          return place === undefined ? [] : castableOptions(place)
        },
      },
    ],
    run: async (_context, [text = '']) => await addText(text),
  }),
  ...linkCommands({
    base,
    prefix: 'casting.',
    find: findCastPlace,
    load: async () => await Promise.resolve(findCastPlace()),
    onChange: focusMember,
  }),
  makeCountCommand({ id: 'casting.more', title: 'Increase the count', keys: ['+', '='] }, (count) =>
    Math.min(mostOfOne, count + 1),
  ),
  makeCountCommand({ id: 'casting.fewer', title: 'Decrease the count', keys: ['-'] }, (count) =>
    Math.max(1, count - 1),
  ),
  makeCountCommand({ id: 'casting.remove', title: 'Remove from the cast', keys: ['delete', 'backspace'] }, () => 0),
  define({
    id: 'casting.copy',
    title: 'Copy the cast of the shot',
    keys: ['mod+c'],
    when: () => (findPlace()?.row?.cast.length ?? 0) > 0,
    run: async () => {
      const place = findPlace()
      const row = place?.row
      if (place === undefined || row === undefined) return
      const text = writeCastText(row.cast.map((member) => ({ ...member.link, name: wordOf(place.content, member) })))
      copyCastOf(row.shot.item.id, text)
      // Without a clipboard, pasting still works inside the page.
      await copyText(text).catch(() => undefined)
      showToast({ text: `Copied the cast of ${row.shot.item.title}` })
    },
  }),
  define({
    id: 'casting.paste',
    title: 'Paste a cast into the selected shots, or into one and those below',
    // Its key is the browser's own: only a paste event may read the clipboard without asking.
    needs: 'create',
    when: () => canChangeStudio() && findPlace()?.row !== undefined,
    run: async (_context, [text]) => await paste(text),
  }),
  define({
    id: 'casting.where-used',
    title: 'Where it is used',
    keys: ['w'],
    when: () => findPlace()?.link !== undefined,
    args: [
      {
        id: 'shot',
        placeholder: 'Used in…',
        empty: 'It is not used anywhere else.',
        options: () => {
          const place = findPlace()
          return place?.link === undefined ? [] : whereUsedOptions(place.content, place.link.toItemId)
        },
      },
    ],
    run: (context, [key = '']) => {
      const content = findProjectContent()
      const link = content?.casting.replica.find('item_links', key)
      const sequence =
        content && listSequences(content).find(({ shots }) => shots.some(({ item }) => item.id === link?.fromItemId))
      if (sequence === undefined || link === undefined) return
      goTo(sequence, context)
      focusMember(link)
    },
  }),
  define({
    id: 'casting.sequence',
    title: 'Show another sequence',
    keys: ['s'],
    when: () => findSequenceHere() !== undefined,
    args: [
      {
        id: 'sequence',
        placeholder: 'Sequence',
        options: () => {
          const content = findProjectContent()
          if (content === undefined) return []
          return listSequences(content).map(({ key, name, about, shots }) => ({
            value: key,
            label: about === '' ? name : `${name} · ${about}`,
            detail: countOf(shots.length, 'shot'),
          }))
        },
      },
    ],
    run: (context, [key = '']) => {
      const content = findProjectContent()
      const sequence = content && listSequences(content).find((each) => each.key === key)
      if (sequence !== undefined) goTo(sequence, context)
    },
  }),
  define({
    id: 'casting.waiting',
    title: 'Show only shots that wait for something cast',
    keys: ['f'],
    keywords: ['ready', 'blocked', 'filter'],
    when: () => findSequenceHere() !== undefined,
    run: () => toggleWaiting(castingStore.waitingFor ?? 'any'),
  }),
  define({
    id: 'casting.waiting-for',
    title: 'Show only shots that are not ready for a stage',
    keys: ['shift+f'],
    shadows: ['feed.studio'],
    keywords: ['ready', 'blocked', 'filter'],
    when: () => listWaitingHere().length > 0,
    args: [
      {
        id: 'stage',
        placeholder: 'Not ready for',
        options: () =>
          listWaitingHere().map(({ stage, count }) => ({
            value: stage.id,
            label: stage.name,
            detail: castingStore.waitingFor === stage.id ? 'Show all shots' : countOf(count, 'shot'),
          })),
      },
    ],
    run: (_context, [stage = 'any']) => toggleWaiting(stage),
  }),
  inSpace({ id: 'casting.grid', title: 'Grid of the space', keys: [] }, 'grid'),
  inSpace({ id: 'casting.kanban', title: 'Kanban of the space', keys: ['g k'] }, 'kanban'),
  makeGoCommand({ id: 'casting.previous-sequence', title: 'Previous sequence', keys: ['['] }, -1),
  makeGoCommand({ id: 'casting.next-sequence', title: 'Next sequence', keys: [']'] }, 1),
  define({
    id: 'casting.open',
    title: 'Open what has the focus',
    keys: ['enter', 'o'],
    when: () => findPlace()?.row !== undefined,
    run: (context) => {
      const place = findPlace()
      const itemId = place?.link?.toItemId ?? place?.row?.shot.item.id
      if (place !== undefined && itemId !== undefined) openItem(place.content, itemId, context)
    },
  }),
]

function step({ shots, at }: Place, by: 1 | -1): void {
  // The first key press only shows the focus.
  const to = castingStore.shot === undefined ? shots[at] : shots[Math.min(shots.length - 1, Math.max(0, at + by))]
  if (to !== undefined) moveToShot(to.item.id)
}

function idsOf({ shots }: Place): readonly ItemId[] {
  return shots.map(({ item }) => item.id)
}

function stepIn({ row, link }: Place, by: 1 | -1): void {
  if (row === undefined) return
  const place = row.cast.findIndex((each) => each.link === link) + by
  const to = row.cast[Math.min(place, row.cast.length - 1)]
  if (to === undefined) focusShot(row.shot.item.id)
  else focusMember(to.link)
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>

function moving(named: Named, move: (place: Place) => void): Command {
  return {
    ...base,
    ...named,
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const place = findPlace()
      if (place !== undefined) move(place)
    },
  }
}

function extending(named: Named, by: 1 | -1): Command {
  return moving(named, (place) => {
    const to = place.shots[Math.min(place.shots.length - 1, Math.max(0, place.at + by))]
    if (to !== undefined) chooseUpTo(to.item.id, idsOf(place))
  })
}

function makeGoCommand(named: Named, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    run: (context) => {
      const content = findProjectContent()
      const sequences = content === undefined ? [] : listSequences(content)
      const at = sequences.findIndex(({ key }) => key === castingStore.sequence)
      const to = sequences[Math.min(sequences.length - 1, Math.max(0, Math.max(0, at) + by))]
      if (to !== undefined) goTo(to, context)
    },
  }
}

/** Shows a sequence and puts it into the address. */
function goTo({ key }: Sequence, { navigate, path, search }: CommandContext): void {
  showSequence(key)
  const query = new URLSearchParams(search)
  query.set('sequence', key)
  navigate(`${path}?${query.toString()}`, { replace: true, state: history.state })
}

/** Defines a command that opens the space of these shots in another layout. */
function inSpace(named: Named, layout: 'grid' | 'kanban'): Command {
  return {
    ...base,
    ...named,
    keywords: ['layout'],
    when: () => findSequenceHere() !== undefined,
    run: ({ navigate }) => {
      const [content, sequence] = [findProjectContent(), findSequenceHere()]
      if (content === undefined || sequence === undefined) return
      const { studioSlug, project } = content
      const to = links.space({ studioSlug, projectSlug: project.slug, spaceSlug: sequence.space.slug })
      navigate(to, { state: { layout } })
    },
  }
}

function findSequenceHere(): Sequence | undefined {
  const content = findProjectContent()
  return content && findSequence(content)
}

function listWaitingHere() {
  const content = findProjectContent()
  const sequence = content && findSequence(content)
  return content === undefined || sequence === undefined
    ? []
    : listWaiting(readCastRows(content, sequence.shots), castingStore.waitingFor)
}

function makeCountCommand(named: Named, change: (count: number) => number): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: () => canChangeStudio() && findPlace()?.link !== undefined,
    run: async () => {
      const place = findPlace()
      if (place?.link === undefined) return undefined
      return await changeLink(place.content, place.link, { count: change(place.link.count) })
    },
  }
}

async function addText(text: string): Promise<CommandOutcome> {
  const place = findPlace()
  if (place?.row === undefined) return undefined
  const { content, row } = place
  const outcome = await addToCast(content, { fromItemIds: listChosen(place), text })
  const added = content.casting.getCast(row.shot.item.id).find(({ toItemId }) => toItemId === text)
  if (added !== undefined) focusMember({ ...added, kind: 'cast' })
  return outcome
}

/**
 * Pastes the casts named in the clipboard's text; if that is still the copy made here, the copied cast with its
 * details.
 */
async function paste(pasted: string | undefined): Promise<CommandOutcome> {
  const place = findPlace()
  if (place?.row === undefined) return undefined
  const { content, row } = place
  const to = listChosen(place)
  const text = pasted ?? (await navigator.clipboard?.readText().catch(() => undefined))
  const { copied } = castingStore
  if (text !== undefined && text.trim() !== '' && text !== copied?.text) {
    return to.length > 1
      ? await pasteIntoEach(content, to, text)
      : await pasteCasts(content, idsOf(place).slice(place.at), text)
  }
  if (copied === undefined) {
    // The browser did not let the clipboard be read.
    if (text === undefined)
      showToast({ text: 'Paste with the keyboard instead: the browser does not let a button read the clipboard.' })
    return undefined
  }
  const { casting, client } = content
  const copy = copyCast({ casting, from: copied.from, to }, client)
  const doneText = `Pasted into ${to.length > 1 ? countOf(to.length, 'shot') : row.shot.item.title}`
  return await perform(copy, { client, failedText: castFailedText, doneText })
}

/** Opens an item in the popup; the address names its space, since the page shows several. */
function openItem(content: ProjectContent, itemId: ItemId, { navigate, path, search }: CommandContext): void {
  const found = findItem(content, itemId)
  if (found === undefined) return
  const query = new URLSearchParams(withPopup(search, { item: toItemAddress(found.item) }))
  query.set('space', found.space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
