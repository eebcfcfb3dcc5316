import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type SpaceId, type TaskId } from '#core/lib/ids.ts'
import type { ImportRow } from './import-row.ts'
import { commentKey, type KnownComments } from './plan-comments.ts'

/** The comments of a space that were imported before, for rows that have some; asks nothing for others. */
export async function loadCommentsOf(
  gateway: Pick<Gateway, 'call'>,
  spaceId: SpaceId,
  rows: readonly ImportRow[],
): Promise<KnownComments> {
  if (!rows.some(({ comments }) => comments !== undefined)) return new Set()
  const answer = await gateway.call('list_imported_comments', { p_space_id: spaceId })
  // The procedure's own answer.
  const known = answer as readonly { readonly task_id: string; readonly key: string }[]
  return new Set(known.map(({ task_id, key }) => commentKey(toId<TaskId>(task_id), key)))
}
