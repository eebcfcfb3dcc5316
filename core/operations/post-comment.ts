import type { CommentId, MediaId, StatusId, TaskId, UserId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { MediaRow } from '../domain/rows.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import { addRows } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteComment } from './delete-comment.ts'
import { statusPatch } from './post-revision.ts'

export type PostCommentInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly item: ItemReplica
  readonly taskId: TaskId
  readonly content: string
  /** As in a revision. */
  readonly mediaIds?: readonly MediaId[]
  readonly media?: readonly MediaRow[]
  readonly statusId?: StatusId
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The id the files were sent for; made here otherwise. */
  readonly commentId?: CommentId
}

/** Posts a comment, with files and a status change where it has them; undo deletes the comment. */
export async function postComment(input: PostCommentInput, context: OperationContext): Promise<Result<Done>> {
  const { studio, space, item, taskId, statusId, mediaIds = [], media = [], mentions = [], metadata = {} } = input
  const content = input.content.trim()
  const task = space.replica.find('item_tasks', taskId)
  if (task === undefined) return refuse('not-found')
  const isEmpty = content === '' && mediaIds.length === 0 && Object.keys(metadata).length === 0
  if (isEmpty && statusId === undefined) return refuse('invalid-input')
  if (statusId !== undefined && task.isDisabled) return refuse('task-disabled')

  const commentId = input.commentId ?? context.ids.newId<CommentId>()
  const scope = `item:${item.itemId}` as const
  const row = { id: commentId, taskId, content, metadata, isEdited: false }
  return await carryOut(
    context,
    {
      studioId: space.studioId,
      label: 'Post comment',
      mutation: { kind: 'add-comment', taskId, commentId, content, mediaIds, statusId, mentions, metadata },
      patches: [
        addRows({ scope, table: 'comments' }, [{ ...row, createdBy: context.userId, createdAt: context.clock.now() }]),
        addRows({ scope, table: 'media' }, media),
        addRows(
          { scope, table: 'comment_attachments' },
          mediaIds.map((mediaId, displayOrder) => ({ commentId, mediaId, displayOrder })),
        ),
        ...(statusId === undefined ? [] : [statusPatch(space, taskId, statusId)]),
      ],
      about: [taskId],
    },
    { changedCount: 1, revert: async () => await deleteComment({ studio, item, commentId }, context) },
  )
}
