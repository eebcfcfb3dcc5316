import type { CommentId, VersionId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import { removeRows } from '../sync/patches.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteComment } from './delete-comment.ts'

/** Deletes a revision and, where it is given, the comment that announced it; for roles with Delete, and for good. */
export async function deleteRevision(
  input: {
    readonly studio: StudioReplica
    readonly item: ItemReplica
    readonly versionId: VersionId
    readonly commentId?: CommentId
  },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, item, versionId, commentId } = input
  if (!studio.can('delete')) return refuse('permission-denied')
  const version = item.replica.find('task_versions', versionId)
  if (version === undefined) return refuse('not-found')
  const scope = `item:${item.itemId}` as const
  const links = item.replica.getUnder('version_media', versionId).map(({ mediaId }) => `${versionId}:${mediaId}`)
  const deleted = await carryOut(
    context,
    {
      studioId: item.studioId,
      label: 'Delete revision',
      mutation: { kind: 'delete', table: 'task_versions', keys: [versionId] },
      patches: [
        removeRows({ scope, table: 'version_media' }, links),
        removeRows({ scope, table: 'task_versions' }, [versionId]),
      ],
      about: [version.taskId],
    },
    { changedCount: 1 },
  )
  if (!deleted.ok || commentId === undefined) return deleted
  const comment = await deleteComment({ studio, item, commentId }, context)
  return comment.ok ? deleted : comment
}
