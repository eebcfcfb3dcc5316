import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator } from '#core/change/define-mutator.ts'
import { deleteRows } from '#core/change/row-mutators.ts'
import { fields, id, ids } from '#core/change/shapes.ts'
import { AppError } from '#core/lib/errors.ts'
import type { CommentId, MediaId, StatusId, TaskId, UserId, VersionId } from '#core/lib/ids.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { newRow } from '#core/schema/tables.ts'
import { itemScopeOf, setStatusWith } from '#core/tasks/mutators.ts'

type Metadata = Readonly<Record<string, unknown>>

type CreateRevision = {
  readonly taskId: TaskId
  readonly versionId: VersionId
  readonly commentId: CommentId
  readonly comment: string
  readonly timeSpent: string
  readonly mediaIds: readonly MediaId[]
  /** The queued files' rows, shown until the server has them. */
  readonly media?: readonly MediaRow[] | undefined
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  readonly metadata: Metadata
  /** A number to use instead of the next one. */
  readonly versionNumber?: number | undefined
  /** Whether that number may be lower than the newest. */
  readonly mayBeLower?: boolean | undefined
}

/** Posts a revision with its files, time, status and comment. Roles with Delete can undo it. */
export const createRevision: Mutator<'create-revision', CreateRevision> = defineMutator({
  kind: 'create-revision',
  args: v.object({
    taskId: id<TaskId>(),
    versionId: id<VersionId>(),
    commentId: id<CommentId>(),
    comment: v.string(),
    timeSpent: v.string(),
    mediaIds: ids<MediaId>(),
    media: v.optional(v.array(fields<MediaRow>())),
    statusId: v.optional(id<StatusId>()),
    mentions: ids<UserId>(),
    metadata: fields<Metadata>(),
    versionNumber: v.optional(v.number()),
    mayBeLower: v.optional(v.boolean()),
  }) as v.GenericSchema<unknown, CreateRevision>,
  label: () => 'Post revision',
  about: ({ taskId }) => [taskId],
  files: ({ mediaIds }) => mediaIds,

  apply(
    tx,
    { taskId, versionId, commentId, comment, timeSpent, mediaIds, media = [], statusId, metadata, ...numbered },
  ) {
    const scope = itemScopeOf(tx, taskId)
    if (scope === undefined) throw new AppError('not-found', 'Task not found')
    setStatusWith(tx, taskId, statusId)
    const others = tx.under('task_versions', taskId)
    // A client leaves the number to the server, since others may post at the same time.
    const numbers = others.map((version) => version.versionNumber)
    const newest = Math.max(0, ...numbers)
    const versionNumber = tx.isServer ? (numbered.versionNumber ?? newest + 1) : 0
    const isLower = versionNumber < newest && numbered.mayBeLower !== true
    if (tx.isServer && (isLower || numbers.includes(versionNumber)))
      throw new AppError('conflict', `The newest is v${newest}`)
    const by = { taskId, createdBy: tx.userId, createdAt: tx.now }
    const isCurrent = (numbered.versionNumber ?? newest + 1) > newest
    const current = others.flatMap((version) => (version.isCurrent && isCurrent ? [version.id] : []))
    tx.set({ table: 'task_versions' }, current, { isCurrent: false })
    tx.add(scope, 'task_versions', [
      newRow('task_versions', { ...by, id: versionId, versionNumber, comment, timeSpent, isCurrent }),
    ])
    if (!tx.isServer) tx.add(scope, 'media', media)
    const files = mediaIds.map((mediaId, displayOrder) => ({ mediaId, displayOrder }))
    tx.add(
      scope,
      'version_media',
      files.map((file) => ({ ...file, versionId })),
    )
    tx.add(scope, 'comments', [newRow('comments', { ...by, id: commentId, content: comment, metadata })])
    tx.add(
      scope,
      'comment_attachments',
      files.map((file) => ({ ...file, commentId })),
    )
  },

  invert: (rows, { versionId, commentId }) =>
    rows.can('delete')
      ? [
          toMutation(deleteRows, { table: 'task_versions', keys: [versionId] }),
          toMutation(deleteRows, { table: 'comments', keys: [commentId] }),
        ]
      : [],

  send: (revision) => ({
    procedure: 'create_revision',
    isDated: true,
    args: {
      p_task_id: revision.taskId,
      p_version_id: revision.versionId,
      p_comment_id: revision.commentId,
      p_comment: revision.comment,
      p_time_spent: revision.timeSpent,
      p_media_ids: revision.mediaIds,
      p_status_id: revision.statusId ?? null,
      p_mentions: revision.mentions,
      p_metadata: revision.metadata,
      ...(revision.versionNumber !== undefined && {
        p_version_number: revision.versionNumber,
        p_may_be_lower: revision.mayBeLower === true,
      }),
    },
  }),
})
