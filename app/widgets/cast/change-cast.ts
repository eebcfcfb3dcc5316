import { readCastText } from '#core/casting/cast-text.ts'
import { changeLinkKind, mostOfOne, setCast, type CastChange } from '#core/casting/change-casting.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { findItem } from '#app/widgets/project-content/project-items.ts'
import { findByName, type CastContent } from './cast-content.ts'

export const castFailedText = 'The cast could not be changed.'

/** Sets what items are made with, in one step. */
async function changeCast(
  { casting, client }: CastContent,
  changes: readonly CastChange[],
  doneText?: string,
): Promise<CommandOutcome> {
  return await perform(setCast({ casting, changes }, client), { client, failedText: castFailedText, doneText })
}

/** Sets how many there are of a link, or what it is called there. */
export async function changeLink(
  content: CastContent,
  { fromItemId, toItemId, kind, count }: ItemLink,
  change: { readonly count?: number; readonly label?: string },
): Promise<CommandOutcome> {
  return await changeCast(content, [{ fromItemId, toItemId, kind, count, ...change }])
}

/** Makes a link one of another kind. */
export async function setLinkKind(
  { casting, client }: CastContent,
  link: ItemLink,
  kind: LinkKind,
): Promise<CommandOutcome> {
  if (link.kind === kind) return undefined
  return await perform(changeLinkKind({ casting, link, kind }, client), { client, failedText: castFailedText })
}

/** One more of a thing in an item. */
export async function addOne(
  content: CastContent,
  { fromItemId, toItemId, kind }: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>,
): Promise<CommandOutcome> {
  const present = content.casting.getCast(fromItemId).find((link) => link.toItemId === toItemId && link.kind === kind)
  return await changeCast(content, [
    { fromItemId, toItemId, kind, count: Math.min(mostOfOne, (present?.count ?? 0) + 1) },
  ])
}

/** Adds one thing by its id, or what a text names; names that mean nothing, or several things, are told and nothing is changed. */
export async function addToCast(
  content: CastContent,
  { fromItemId, text, kind = 'cast' }: { readonly fromItemId: ItemId; readonly text: string; readonly kind?: LinkKind },
): Promise<CommandOutcome> {
  const known = findItem(content, toId<ItemId>(text))
  if (known !== undefined) return await addOne(content, { fromItemId, toItemId: known.item.id, kind })
  const { words, problems } = readCastText(text)
  const found = words.map(({ name, count }) => ({ name, count, things: findByName(content, name) }))
  const wrong = [
    ...problems.map(({ text: part, reason }) => `“${part}” ${reason}`),
    ...found.filter(({ things }) => things.length === 0).map(({ name }) => `“${name}” is not in this project`),
    ...found.filter(({ things }) => things.length > 1).map(({ name }) => `“${name}” matches several things`),
    ...found
      .filter(({ things }) => things[0]?.item.id === fromItemId)
      .map(({ name }) => `“${name}” is the item itself`),
  ]
  if (wrong.length > 0) return err(new AppError('invalid-input', `${wrong.join('; ')}. Nothing was changed.`))
  // One thing may be named twice, by its title and by its address.
  const counts = new Map<ItemId, number>()
  for (const { count, things } of found)
    for (const { item } of things) counts.set(item.id, (counts.get(item.id) ?? 0) + count)
  if (counts.size === 0) return undefined
  const changes = [...counts].map(([toItemId, count]) => ({ fromItemId, toItemId, kind, count }))
  const title = findItem(content, fromItemId)?.item.title ?? 'the item'
  return await changeCast(content, changes, `${changes.length} set in the cast of ${title}`)
}
