import type { ChangeContext, Done } from '#core/change/context.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import type { CommentId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { Result } from '#core/lib/result.ts'

/** Deletes a comment, for its author or a role with Delete (ruling 18). Undo restores it for 30 days. */
export async function deleteComment(
  {
    studio,
    item,
    commentId,
  }: { readonly studio: StudioReplica; readonly item: ItemReplica; readonly commentId: CommentId },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'comments', keys: [commentId] }, item, studio)
}
