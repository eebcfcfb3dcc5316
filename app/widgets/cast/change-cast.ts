import { readCastText } from '#core/casting/cast-text.ts'
import { changeLinkKind, mostOfOne, setCast, type CastChange } from '#core/casting/change-casting.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'
import { countOf } from '#core/lib/text.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import { parseTsv } from '#app/lib/tsv.ts'
import { perform } from '#app/widgets/perform.ts'
import { findItem, type ProjectItem } from '#app/widgets/project-content/project-items.ts'
import { findByName, pathOf, type CastContent } from './cast-content.ts'

export const castFailedText = 'The cast could not be changed.'

/** Sets the casts of items in one step. */
async function changeCast(
  { casting, client }: CastContent,
  changes: readonly CastChange[],
  doneText?: string,
): Promise<CommandOutcome> {
  return await perform(setCast({ casting, changes }, client), { client, failedText: castFailedText, doneText })
}

/** Changes a link's count or label. */
export async function changeLink(
  content: CastContent,
  { fromItemId, toItemId, kind, count }: ItemLink,
  change: { readonly count?: number; readonly label?: string },
): Promise<CommandOutcome> {
  return await changeCast(content, [{ fromItemId, toItemId, kind, count, ...change }])
}

/** Changes the kind of a link. */
export async function setLinkKind(
  { casting, client }: CastContent,
  link: ItemLink,
  kind: LinkKind,
): Promise<CommandOutcome> {
  if (link.kind === kind) return undefined
  return await perform(changeLinkKind({ casting, link, kind }, client), { client, failedText: castFailedText })
}

/** Adds one more of an item to each of some items. */
export async function addOne(content: CastContent, { fromItemIds, toItemId, kind }: Added): Promise<CommandOutcome> {
  if (fromItemIds.includes(toItemId)) return refuse(`“${findItem(content, toItemId)?.item.title}” is the item itself`)
  const changes = fromItemIds.map((fromItemId) => {
    const present = content.casting.getCast(fromItemId).find((link) => link.toItemId === toItemId && link.kind === kind)
    return { fromItemId, toItemId, kind, count: Math.min(mostOfOne, (present?.count ?? 0) + 1) }
  })
  return await changeCast(content, changes)
}

type Added = { readonly fromItemIds: readonly ItemId[]; readonly toItemId: ItemId; readonly kind: LinkKind }

/** What to add to items: an item by its id, or text as people write it. */
type Adding = { readonly fromItemIds: readonly ItemId[]; readonly text: string; readonly kind?: LinkKind }

/** Adds to each of some items; unknown or ambiguous names are refused and change nothing. */
export async function addToCast(content: CastContent, { fromItemIds, text, kind = 'cast' }: Adding) {
  const known = findItem(content, toId<ItemId>(text))
  if (known !== undefined) return await addOne(content, { fromItemIds, toItemId: known.item.id, kind })
  return await setTexts(
    content,
    fromItemIds.map((fromItemId) => ({ fromItemId, text, kind })),
  )
}

/** Sets the casts of consecutive items from the rows of a spreadsheet; a row that cannot be read changes none. */
export async function pasteCasts(
  content: CastContent,
  itemIds: readonly ItemId[],
  copied: string,
): Promise<CommandOutcome> {
  const rows = readRows(copied)
  if (rows.length > itemIds.length)
    return refuse(`${rows.length} rows were copied, but only ${itemIds.length} items follow`)
  return await setTexts(content, pairUp(itemIds.slice(0, rows.length), rows))
}

/**
 * Sets the casts of all given items from the rows of a spreadsheet, repeated as needed; rows that do not divide evenly
 * change none.
 */
export async function pasteIntoEach(
  content: CastContent,
  itemIds: readonly ItemId[],
  copied: string,
): Promise<CommandOutcome> {
  const rows = readRows(copied)
  if (itemIds.length % rows.length !== 0)
    return refuse(`${rows.length} rows were copied, but ${itemIds.length} items are selected`)
  return await setTexts(content, pairUp(itemIds, rows))
}

function readRows(copied: string): readonly string[] {
  return parseTsv(copied).map((cells) => cells.join(', '))
}

function pairUp(itemIds: readonly ItemId[], rows: readonly string[]): readonly CastText[] {
  return itemIds.map((fromItemId, at) => ({ fromItemId, text: rows[at % rows.length] ?? '' }))
}

/** An item's cast as people write it. */
type CastText = { readonly fromItemId: ItemId; readonly text: string; readonly kind?: LinkKind }

async function setTexts(content: CastContent, texts: readonly CastText[]): Promise<CommandOutcome> {
  const read = texts.map((each) => readText(content, each))
  const wrong = read.flatMap((each) => each.wrong)
  if (wrong.length > 0) return refuse([...new Set(wrong)].join('; '))
  const changes = read.flatMap((each) => each.changes)
  if (changes.length === 0) return undefined
  const items = new Set(changes.map(({ fromItemId }) => fromItemId))
  const [first] = changes
  const title = (first && findItem(content, first.fromItemId)?.item.title) ?? 'the item'
  return await changeCast(
    content,
    changes,
    `${changes.length} set in the cast of ${items.size > 1 ? countOf(items.size, 'item') : title}`,
  )
}

function refuse(reason: string): CommandOutcome {
  return err(new AppError('invalid-input', `${reason}. Nothing was changed.`))
}

/** Names the first few items an ambiguous name could mean, by the paths to write instead. */
function describeSeveral(name: string, things: readonly ProjectItem[]): string {
  const paths = things.slice(0, 3).map(pathOf)
  return `“${name}” could be several things: write ${paths.join(' or ')}`
}

function readText(content: CastContent, { fromItemId, text, kind = 'cast' }: CastText) {
  const { words, problems } = readCastText(text)
  const found = words.map((word) => ({ ...word, things: findByName(content, word.name) }))
  const wrong = [
    ...problems.map(({ text: part, reason }) => `“${part}” ${reason}`),
    ...found.filter(({ things }) => things.length === 0).map(({ name }) => `“${name}” is not in this project`),
    ...found.filter(({ things }) => things.length > 1).map(({ name, things }) => describeSeveral(name, things)),
    ...found
      .filter(({ things }) => things[0]?.item.id === fromItemId)
      .map(({ name }) => `“${name}” is the item itself`),
  ]
  // One item may be named twice, by its title and by its path.
  const states = new Map<ItemId, { readonly count: number; readonly label: string | undefined }>()
  for (const { count, label, things } of found)
    for (const { item } of things) {
      const known = states.get(item.id)
      states.set(item.id, { count: (known?.count ?? 0) + count, label: known?.label ?? label })
    }
  return { wrong, changes: [...states].map(([toItemId, state]) => ({ fromItemId, toItemId, kind, ...state })) }
}
