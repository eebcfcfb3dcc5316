import { canEditComment } from '../domain/role-permission.ts'
import type { CommentId, UserId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import { setRows } from '../sync/patches.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'

export type EditCommentInput = {
  readonly item: ItemReplica
  readonly commentId: CommentId
  readonly content: string
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Changes the text of one's own comment (ruling 18); undo puts the old text back. */
export async function editComment(input: EditCommentInput, context: OperationContext): Promise<Result<Done>> {
  const { item, commentId, mentions = [] } = input
  const comment = item.replica.find('comments', commentId)
  if (comment === undefined) return refuse('not-found')
  if (!canEditComment({ userId: context.userId }, comment)) return refuse('permission-denied')
  const content = input.content.trim()
  const metadata = input.metadata ?? comment.metadata
  return await carryOut(
    context,
    {
      studioId: item.studioId,
      label: 'Edit comment',
      mutation: { kind: 'edit-comment', commentId, content, mentions, metadata },
      patches: [
        setRows({ scope: `item:${item.itemId}`, table: 'comments' }, [commentId], {
          content,
          metadata,
          isEdited: true,
        }),
      ],
    },
    {
      changedCount: 1,
      revert: async () =>
        await editComment({ item, commentId, content: comment.content, metadata: comment.metadata }, context),
    },
  )
}
