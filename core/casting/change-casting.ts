import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'
import { sizeLimits } from '#core/schema/size-limits.ts'
import type { CastingReplica } from './casting-replica.ts'
import { linkKindNames } from './link-words.ts'
import { setItemLinks, type LinkChange } from './mutators.ts'

/** As many of one thing as a shot can have. */
export const mostOfOne = 9999

const longestLabel = sizeLimits.item_links.label

/** What is set: how many of a thing an item has, 0 for none. Its label stays where none is given. */
export type CastChange = {
  readonly fromItemId: ItemId
  readonly toItemId: ItemId
  readonly count: number
  readonly kind?: LinkKind
  readonly label?: string | undefined
}

/** Sets what items are made with, all of it in one step; refuses an item made with itself and counts beyond 0 to 9999. */
export async function setCast(
  input: { readonly casting: CastingReplica; readonly changes: readonly CastChange[]; readonly label?: string },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { casting, label } = input
  if (input.changes.some((change) => (change.label ?? '').length > longestLabel))
    return err(new AppError('invalid-input', `A label has at most ${longestLabel} characters.`))
  const isWrong = input.changes.some(
    ({ fromItemId, toItemId, count }) =>
      fromItemId === toItemId || !Number.isInteger(count) || count < 0 || count > mostOfOne,
  )
  if (isWrong) return refuse('invalid-input')
  const changes = input.changes.map(({ kind = 'cast', ...change }): LinkChange => {
    const present = casting
      .getCast(change.fromItemId)
      .find((link) => link.toItemId === change.toItemId && link.kind === kind)
    return { ...change, kind, label: change.label ?? present?.label ?? '' }
  })
  return await context.mutate(setItemLinks, { projectId: casting.projectId, changes, label }, casting)
}

/** Makes a link one of another kind, as many and called the same; refuses where the item has the same thing of that kind already. */
export async function changeLinkKind(
  input: { readonly casting: CastingReplica; readonly link: ItemLink; readonly kind: LinkKind },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { casting, link, kind } = input
  const { fromItemId, toItemId, count, label } = link
  if (casting.getCast(fromItemId).some((each) => each.toItemId === toItemId && each.kind === kind)) {
    const name = linkKindNames[kind].toLowerCase()
    return err(new AppError('invalid-input', `It is already there as “${name}”. Nothing was changed.`))
  }
  const changes = [
    { fromItemId, toItemId, kind: link.kind, count: 0 },
    { fromItemId, toItemId, kind, count, label },
  ]
  return await setCast({ casting, changes, label: 'Change the kind of a link' }, context)
}

/** Gives items the cast of another one: what they have besides stays. */
export async function copyCast(
  input: { readonly casting: CastingReplica; readonly from: ItemId; readonly to: readonly ItemId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { casting, from } = input
  const changes = input.to
    .filter((itemId) => itemId !== from)
    .flatMap((fromItemId) =>
      casting
        .getCast(from)
        .filter(({ toItemId }) => toItemId !== fromItemId)
        .map(({ toItemId, kind, count, label }) => ({ fromItemId, toItemId, kind, count, label })),
    )
  if (changes.length === 0) return refuse('not-found')
  return await setCast({ casting, changes, label: 'Copy the cast' }, context)
}
