import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { fields, id, ids } from '#core/change/shapes.ts'
import { AppError } from '#core/lib/errors.ts'
import type { CommentId, MediaId, StatusId, TaskId, UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { newRow } from '#core/schema/tables.ts'
import { itemScopeOf, setStatusWith } from '#core/tasks/mutators.ts'

type Metadata = Readonly<Record<string, unknown>>

type AddComment = {
  readonly taskId: TaskId
  readonly commentId: CommentId
  readonly content: string
  readonly mediaIds: readonly MediaId[]
  /** The queued files' rows, shown until the server has them. */
  readonly media?: readonly MediaRow[] | undefined
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  readonly metadata: Metadata
}

/** Posts a comment, optionally with files and a status change. */
export const addComment: Mutator<'add-comment', AddComment> = defineMutator({
  kind: 'add-comment',
  args: v.object({
    taskId: id<TaskId>(),
    commentId: id<CommentId>(),
    content: v.string(),
    mediaIds: ids<MediaId>(),
    media: v.optional(v.array(fields<MediaRow>())),
    statusId: v.optional(id<StatusId>()),
    mentions: ids<UserId>(),
    metadata: fields<Metadata>(),
  }) as v.GenericSchema<unknown, AddComment>,
  label: () => 'Post comment',
  about: ({ taskId }) => [taskId],
  files: ({ mediaIds }) => mediaIds,

  apply(tx, { taskId, commentId, content, mediaIds, media = [], statusId, metadata }) {
    const scope = itemScopeOf(tx, taskId)
    if (scope === undefined) throw new AppError('not-found', 'Task not found')
    setStatusWith(tx, taskId, statusId)
    const by = { createdBy: tx.userId, createdAt: tx.now }
    tx.add(scope, 'comments', [newRow('comments', { id: commentId, taskId, content, metadata, ...by })])
    if (!tx.isServer) tx.add(scope, 'media', media)
    const files = mediaIds.map((mediaId, displayOrder) => ({ commentId, mediaId, displayOrder }))
    tx.add(scope, 'comment_attachments', files)
  },

  invert: (_rows, { commentId }) => [toMutation(deleteRows, { table: 'comments', keys: [commentId] })],

  send: (comment) => ({
    procedure: 'add_comment',
    isDated: true,
    args: {
      p_task_id: comment.taskId,
      p_comment_id: comment.commentId,
      p_content: comment.content,
      p_media_ids: comment.mediaIds,
      p_status_id: comment.statusId ?? null,
      p_mentions: comment.mentions,
      p_metadata: comment.metadata,
    },
  }),
})

type EditComment = {
  readonly commentId: CommentId
  readonly content: string
  readonly mentions: readonly UserId[]
  readonly metadata: Metadata
}

/** Changes the text of one's own comment (ruling 18). */
export const editComment: Mutator<'edit-comment', EditComment> = defineMutator({
  kind: 'edit-comment',
  args: v.object({
    commentId: id<CommentId>(),
    content: v.string(),
    mentions: ids<UserId>(),
    metadata: fields<Metadata>(),
  }) as v.GenericSchema<unknown, EditComment>,
  label: () => 'Edit comment',

  apply(tx, { commentId, content, metadata }) {
    const comment = tx.find('comments', commentId)
    if (comment === undefined) throw new AppError('not-found', messages['not-found'])
    if (comment.createdBy !== tx.userId) throw new AppError('permission-denied', messages['permission-denied'])
    tx.set({ table: 'comments' }, [commentId], { content, metadata, isEdited: true })
  },

  invert(rows, { commentId }) {
    const before = rows.find('comments', commentId)
    if (before === undefined) return []
    const { content, metadata } = before
    return [toMutation(editComment, { commentId, content, metadata, mentions: [] })]
  },

  send: ({ commentId, content, mentions, metadata }) => ({
    procedure: 'edit_comment',
    args: { p_comment_id: commentId, p_content: content, p_mentions: mentions, p_metadata: metadata },
  }),
})
