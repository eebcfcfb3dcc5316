import type { CommentId, VersionId } from '../lib/ids.ts'
import { ok, type Result } from '../lib/result.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteComment } from './delete-comment.ts'
import { deleteRows, doom } from './delete-rows.ts'

/** Deletes a revision and, where it is given, the comment that announced it; for roles with Delete. Undo puts both back for 30 days. */
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
  const links = item.replica.getUnder('version_media', versionId)
  const deleted = await deleteRows(
    {
      studioId: item.studioId,
      label: 'Delete revision',
      mutation: { kind: 'delete', table: 'task_versions', keys: [versionId] },
      doomed: [doom({ scope, table: 'version_media' }, links), doom({ scope, table: 'task_versions' }, [version])],
      about: [version.taskId],
      changedCount: 1,
      again: async () => await deleteRevision({ studio, item, versionId }, context),
    },
    context,
  )
  if (!deleted.ok || commentId === undefined) return deleted
  const comment = await deleteComment({ studio, item, commentId }, context)
  if (!comment.ok) return comment
  const steps = [deleted, comment].flatMap(({ value }) => value.undo?.steps ?? [])
  return ok({ ...deleted.value, undo: { label: 'Delete revision', steps } })
}
