import type { CommentId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteRows, doom } from './delete-rows.ts'

/** Deletes a comment: its author, or a role with Delete (ruling 18). Undo puts it back for 30 days. */
export async function deleteComment(
  input: { readonly studio: StudioReplica; readonly item: ItemReplica; readonly commentId: CommentId },
  context: OperationContext,
): Promise<Result<Done>> {
  const { studio, item, commentId } = input
  const comment = item.replica.find('comments', commentId)
  if (comment === undefined) return refuse('not-found')
  if (comment.createdBy !== context.userId && !studio.can('delete')) return refuse('permission-denied')
  const scope = `item:${item.itemId}` as const
  const files = item.replica.getUnder('comment_attachments', commentId)
  return await deleteRows(
    {
      studioId: item.studioId,
      label: 'Delete comment',
      mutation: { kind: 'delete', table: 'comments', keys: [commentId] },
      doomed: [doom({ scope, table: 'comment_attachments' }, files), doom({ scope, table: 'comments' }, [comment])],
      about: [comment.taskId],
      changedCount: 1,
      again: async () => await deleteComment(input, context),
    },
    context,
  )
}
