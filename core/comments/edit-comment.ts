import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { canEditComment } from '#core/access/role-permission.ts'
import type { CommentId, UserId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import { editComment as edit } from './mutators.ts'

export type EditCommentInput = {
  readonly item: ItemReplica
  readonly commentId: CommentId
  readonly content: string
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
}

/** Changes the text of one's own comment (ruling 18); undo restores the old text. */
export async function editComment(input: EditCommentInput, context: ChangeContext): Promise<Result<Done>> {
  const { item, commentId, mentions = [] } = input
  const comment = item.replica.find('comments', commentId)
  if (comment === undefined) return refuse('not-found')
  if (!canEditComment({ userId: context.userId }, comment)) return refuse('permission-denied')
  const { metadata = comment.metadata } = input
  return await context.mutate(edit, { commentId, content: input.content.trim(), mentions, metadata }, item)
}
