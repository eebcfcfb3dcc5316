import { countOf } from '#core/lib/text.ts'
import { copyCast, setCast, type CastChange } from '#core/casting/change-casting.ts'
import { readCastText, writeCastText } from '#core/casting/cast-text.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { defineCommand, type Command, type CommandContext, type CommandOutcome } from '#app/commands/define-command.ts'
import { withPopup } from '#app/lib/popup-address.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { findItem, kindOf } from '#app/widgets/project-content/project-items.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { perform } from '#app/widgets/perform.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { findByName, listCastable, listSequences, nameOf, readCastRows, type CastRow } from './casting-model.ts'
import { castingStore, copyCastOf, focusCast, showSequence } from './casting-store.ts'

const base = { group: 'Casting', scope: 'casting' } as const
const failedText = 'The cast could not be changed.'

/** What can be done on the casting page. */
export const castingCommands: readonly Command[] = [
  moving({ id: 'casting.down', title: 'Next shot', keys: ['down', 'j'] }, (place) => step(place, 1)),
  moving({ id: 'casting.up', title: 'Previous shot', keys: ['up', 'k'] }, (place) => step(place, -1)),
  moving({ id: 'casting.right', title: 'Next of the cast', keys: ['right', 'l'] }, (place) => stepIn(place, 1)),
  moving({ id: 'casting.left', title: 'Previous of the cast', keys: ['left', 'h'] }, (place) => stepIn(place, -1)),
  defineCommand({
    ...base,
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
          const place = findPlace()
          if (place === undefined) return []
          return listCastable(place.content, place.row?.shot.item.id).map(({ item, space }) => ({
            value: item.id,
            label: item.title,
            detail: kindOf(place.content, item)?.name ?? space.name,
            keywords: [item.slug],
          }))
        },
      },
    ],
    run: async (_context, [text = '']) => await addToCast(text),
  }),
  counting({ id: 'casting.more', title: 'Increase the count', keys: ['+', '='] }, (count) => count + 1),
  counting({ id: 'casting.fewer', title: 'Decrease the count', keys: ['-'] }, (count) => Math.max(1, count - 1)),
  counting({ id: 'casting.remove', title: 'Remove from the cast', keys: ['delete', 'backspace'] }, () => 0),
  defineCommand({
    ...base,
    id: 'casting.copy',
    title: 'Copy the cast of the shot',
    keys: ['mod+c'],
    when: () => (findPlace()?.row?.cast.length ?? 0) > 0,
    run: async () => {
      const row = findPlace()?.row
      if (row === undefined) return
      copyCastOf(row.shot.item.id)
      const words = row.cast.map((member) => ({ name: nameOf(member), count: member.link.count }))
      // A browser that gives no clipboard still pastes inside the page.
      await navigator.clipboard?.writeText(writeCastText(words)).catch(() => undefined)
      showToast({ text: `Copied the cast of ${row.shot.item.title}` })
    },
  }),
  defineCommand({
    ...base,
    id: 'casting.paste',
    title: 'Paste a cast into the shot',
    keys: ['mod+v'],
    needs: 'create',
    when: () => canChangeStudio() && findPlace()?.row !== undefined,
    run: async () => await paste(),
  }),
  defineCommand({
    ...base,
    id: 'casting.where-used',
    title: 'Where it is used',
    keys: ['w'],
    when: () => findPlace()?.member !== undefined,
    args: [
      {
        id: 'shot',
        placeholder: 'Used in…',
        empty: 'It is not used anywhere else.',
        options: () => {
          const place = findPlace()
          if (place?.member === undefined) return []
          return place.content.casting.getUses(place.member).flatMap(({ fromItemId, count }) => {
            const used = findItem(place.content, fromItemId)
            const detail = `${used?.collection.name ?? ''} · ${count}`
            return used === undefined ? [] : [{ value: fromItemId, label: used.item.title, detail }]
          })
        },
      },
    ],
    run: (_context, [itemId = '']) => {
      const place = findPlace()
      const sequence =
        place && listSequences(place.content).find(({ shots }) => shots.some(({ item }) => item.id === itemId))
      if (sequence === undefined) return
      showSequence(sequence.key)
      focusCast(toId<ItemId>(itemId), place?.member)
    },
  }),
  defineCommand({
    ...base,
    id: 'casting.sequence',
    title: 'Show another sequence',
    keys: ['s'],
    args: [
      {
        id: 'sequence',
        placeholder: 'Sequence',
        options: () => {
          const content = findProjectContent()
          if (content === undefined) return []
          return listSequences(content).map(({ key, name, shots }) => ({
            value: key,
            label: name,
            detail: countOf(shots.length, 'shot'),
          }))
        },
      },
    ],
    run: (_context, [key = '']) => showSequence(key),
  }),
  going({ id: 'casting.previous-sequence', title: 'Previous sequence', keys: ['['] }, -1),
  going({ id: 'casting.next-sequence', title: 'Next sequence', keys: [']'] }, 1),
  defineCommand({
    ...base,
    id: 'casting.open',
    title: 'Open what has the focus',
    keys: ['enter', 'o'],
    when: () => findPlace()?.row !== undefined,
    run: (context) => {
      const place = findPlace()
      const itemId = place?.member ?? place?.row?.shot.item.id
      if (place !== undefined && itemId !== undefined) openItem(place.content, itemId, context)
    },
  }),
]

type Place = {
  readonly content: ProjectContent
  readonly rows: readonly CastRow[]
  readonly at: number
  readonly row: CastRow | undefined
  readonly member: ItemId | undefined
}

function findPlace(): Place | undefined {
  const content = findProjectContent()
  if (content === undefined) return undefined
  const sequences = listSequences(content)
  const sequence = sequences.find(({ key }) => key === castingStore.sequence) ?? sequences[0]
  const shots = sequence?.shots ?? []
  const at = Math.max(
    0,
    shots.findIndex(({ item }) => item.id === castingStore.shot),
  )
  const rows = readCastRows(content, shots)
  const row = rows[at]
  const member = row?.cast.find(({ link }) => link.toItemId === castingStore.member)?.link.toItemId
  return { content, rows, at, row, member }
}

function step({ rows, at }: Place, by: 1 | -1): void {
  // The first key only shows where one is.
  const to = castingStore.shot === undefined ? rows[at] : rows[Math.min(rows.length - 1, Math.max(0, at + by))]
  if (to !== undefined) focusCast(to.shot.item.id)
}

function stepIn({ row, member }: Place, by: 1 | -1): void {
  if (row === undefined) return
  const place = row.cast.findIndex(({ link }) => link.toItemId === member) + by
  focusCast(row.shot.item.id, row.cast[Math.min(place, row.cast.length - 1)]?.link.toItemId)
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

function going(named: Named, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    run: () => {
      const content = findProjectContent()
      const sequences = content === undefined ? [] : listSequences(content)
      const at = sequences.findIndex(({ key }) => key === castingStore.sequence)
      const to = sequences[Math.min(sequences.length - 1, Math.max(0, Math.max(0, at) + by))]
      if (to !== undefined) showSequence(to.key)
    },
  }
}

function counting(named: Named, change: (count: number) => number): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: () => canChangeStudio() && findPlace()?.member !== undefined,
    run: async () => {
      const place = findPlace()
      const link = place?.row?.cast.find((member) => member.link.toItemId === place.member)?.link
      if (place === undefined || link === undefined) return undefined
      const { fromItemId, toItemId, kind, count } = link
      return await applyChanges(place.content, [{ fromItemId, toItemId, kind, count: change(count) }])
    },
  }
}

async function applyChanges(
  { casting, client }: ProjectContent,
  changes: readonly CastChange[],
  doneText?: string,
): Promise<CommandOutcome> {
  return await perform(setCast({ casting, changes }, client), { client, failedText, doneText })
}

/** Adds one thing by its id, or what a text names; names that mean nothing, or several things, are told and nothing is changed. */
async function addToCast(text: string): Promise<CommandOutcome> {
  const place = findPlace()
  if (place?.row === undefined) return undefined
  const { content, row } = place
  const fromItemId = row.shot.item.id
  const known = findItem(content, toId<ItemId>(text))
  if (known !== undefined) {
    const present = content.casting
      .getCast(fromItemId)
      .find(({ toItemId, kind }) => toItemId === known.item.id && kind === 'cast')
    focusCast(fromItemId, known.item.id)
    return await applyChanges(content, [{ fromItemId, toItemId: known.item.id, count: (present?.count ?? 0) + 1 }])
  }
  const { words, problems } = readCastText(text)
  const found = words.map(({ name, count }) => ({ name, count, things: findByName(content, name) }))
  const wrong = [
    ...problems.map(({ text: part, reason }) => `“${part}” ${reason}`),
    ...found.filter(({ things }) => things.length === 0).map(({ name }) => `“${name}” is not in this project`),
    ...found.filter(({ things }) => things.length > 1).map(({ name }) => `“${name}” matches several things`),
    ...found
      .filter(({ things }) => things[0]?.item.id === fromItemId)
      .map(({ name }) => `“${name}” is the shot itself`),
  ]
  if (wrong.length > 0) return err(new AppError('invalid-input', `${wrong.join('; ')}. Nothing was changed.`))
  const changes = found.flatMap(({ count, things }) =>
    things.map(({ item }) => ({ fromItemId, toItemId: item.id, count })),
  )
  if (changes.length === 0) return undefined
  return await applyChanges(content, changes, `${changes.length} set in the cast of ${row.shot.item.title}`)
}

/** The cast of the copied shot, or what the clipboard's text names. */
async function paste(): Promise<CommandOutcome> {
  const place = findPlace()
  if (place?.row === undefined) return undefined
  const { content, row } = place
  const text = await navigator.clipboard?.readText().catch(() => undefined)
  const from = castingStore.copied
  if (text !== undefined && text.trim() !== '') return await addToCast(text)
  if (from === undefined) return undefined
  const { casting, client } = content
  const copy = copyCast({ casting, from, to: [row.shot.item.id] }, client)
  return await perform(copy, { client, failedText, doneText: `Pasted into ${row.shot.item.title}` })
}

/** The popup is told by the address which space the item is in. */
function openItem(content: ProjectContent, itemId: ItemId, { navigate, path, search }: CommandContext): void {
  const found = findItem(content, itemId)
  if (found === undefined) return
  const query = new URLSearchParams(withPopup(search, { item: found.item.slug }))
  query.set('space', found.space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
