import type { ChangeContext, Done } from '#core/change/context.ts'
import { insertRows, updateRows } from '#core/change/row-mutators.ts'
import { AppError } from '#core/lib/errors.ts'
import type { SpaceId, StatusId } from '#core/lib/ids.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** The highest limit of a column, in cards. */
const mostCards = 999

/** Parses the typed limit of a kanban column; undefined if empty. Fails with `invalid-input`. */
export function parseCardLimit(text: string): Result<number | undefined> {
  const typed = text.trim()
  if (typed === '') return ok(undefined)
  const limit = Number(typed)
  if (Number.isInteger(limit) && limit >= 1 && limit <= mostCards) return ok(limit)
  return err(new AppError('invalid-input', `A column’s limit is a whole number from 1 to ${mostCards}.`))
}

/**
 * Sets for everybody how many cards a status of a space should hold at most; the kanban warns of more, but allows them.
 */
export async function setCardLimit(
  input: {
    readonly studio: StudioReplica
    readonly spaceId: SpaceId
    readonly statusId: StatusId
    readonly limit: number | undefined
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, spaceId, statusId, limit: cardLimit } = input
  const label = 'Set the limit of a column'
  if (studio.getSpaceStatuses(spaceId).length > 0) {
    const changes = [{ key: `${spaceId}:${statusId}`, fields: { cardLimit } }]
    return await context.mutate(updateRows, { table: 'space_statuses', changes, label }, studio)
  }
  // A space that offers all statuses has no rows yet: with only one row, it would offer only that status.
  const rows = studio.getStatuses().map(({ id }, orderIndex) => ({
    spaceId,
    statusId: id,
    orderIndex,
    ...(id === statusId && { cardLimit }),
  }))
  return await context.mutate(insertRows, { table: 'space_statuses', rows, label }, studio)
}
