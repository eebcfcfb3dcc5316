import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import type { ItemId } from '#core/lib/ids.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { ItemLink, LinkKind } from '#core/schema/item-links.ts'
import { sizeLimits } from '#core/schema/size-limits.ts'
import type { CastingReplica } from './casting-replica.ts'
import { linkKindNames } from './link-words.ts'
import { setItemLinks, type LinkChange } from './mutators.ts'

/** The most of one thing that a shot can have. */
export const mostOfOne = 9999

const longestLabel = sizeLimits.item_links.label

/** A new count of a thing in an item, 0 for none. Its label stays unless one is given. */
export type CastChange = {
  readonly fromItemId: ItemId
  readonly toItemId: ItemId
  readonly count: number
  readonly kind?: LinkKind
  readonly label?: string | undefined
}

/** Sets items' casts in one step; refuses an item cast in itself, and counts outside 0 to 9999. */
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

/** Changes a link's kind, keeping count and label; refuses if the item already has the same thing with that kind. */
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

/** Copies an item's cast to other items; whatever else they have stays. */
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
