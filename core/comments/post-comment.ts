import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { CommentId, MediaId, StatusId, TaskId, UserId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { addComment } from './mutators.ts'

export type PostCommentInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly item: ItemReplica
  readonly taskId: TaskId
  readonly content: string
  /** Same as in a revision. */
  readonly mediaIds?: readonly MediaId[]
  readonly media?: readonly MediaRow[]
  readonly statusId?: StatusId
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The id that the files were uploaded for; generated unless given. */
  readonly commentId?: CommentId
}

/** Posts a comment, optionally with files and a status change; undo deletes the comment. */
export async function postComment(input: PostCommentInput, context: ChangeContext): Promise<Result<Done>> {
  const { studio, space, item, taskId, statusId, mediaIds = [], media = [], mentions = [], metadata = {} } = input
  const content = input.content.trim()
  const task = space.replica.find('item_tasks', taskId)
  if (task === undefined) return refuse('not-found')
  const isEmpty = content === '' && mediaIds.length === 0 && Object.keys(metadata).length === 0
  if (isEmpty && statusId === undefined) return refuse('invalid-input')
  if (statusId !== undefined && task.isDisabled) return refuse('task-disabled')

  const commentId = input.commentId ?? context.ids.newId<CommentId>()
  const comment = { taskId, commentId, content, mediaIds, media, statusId, mentions, metadata }
  return await context.mutate(addComment, comment, item, space, studio)
}
