import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type SpaceId, type TaskId } from '#core/lib/ids.ts'
import type { ImportRow } from './import-row.ts'
import { commentKey, type KnownComments } from './plan-comments.ts'

/** Loads which comments of a space were imported before; asks nothing if no row has comments. */
export async function loadCommentsOf(
  gateway: Pick<Gateway, 'call'>,
  spaceId: SpaceId,
  rows: readonly ImportRow[],
): Promise<KnownComments> {
  if (!rows.some(({ comments }) => comments !== undefined)) return new Set()
  const answer = await gateway.call('list_imported_comments', { p_space_id: spaceId })
  // The procedure's answer type.
  const known = answer as readonly { readonly task_id: string; readonly key: string }[]
  return new Set(known.map(({ task_id, key }) => commentKey(toId<TaskId>(task_id), key)))
}
