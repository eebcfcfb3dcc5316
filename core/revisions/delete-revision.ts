import type { ChangeContext, Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { CommentId, VersionId } from '#core/lib/ids.ts'
import { deleteComment } from '#core/comments/delete-comment.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ItemReplica } from './item-replica.ts'

/**
 * Deletes a revision and, if given, the comment that announced it, for roles with Delete. Undo restores both for 30
 * days.
 */
export async function deleteRevision(
  input: {
    readonly studio: StudioReplica
    readonly item: ItemReplica
    readonly versionId: VersionId
    readonly commentId?: CommentId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, item, versionId, commentId } = input
  const deleted = await context.mutate(deleteRows, { table: 'task_versions', keys: [versionId] }, item, studio)
  if (!deleted.ok || commentId === undefined) return deleted
  const comment = await deleteComment({ studio, item, commentId }, context)
  if (!comment.ok) return comment
  const steps = [deleted, comment].flatMap(({ value }) => value.undo?.steps ?? [])
  return ok({ ...deleted.value, undo: { label: 'Delete revision', steps } })
}
