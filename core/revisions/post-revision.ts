import { refuse, type Done, type ChangeContext } from '#core/change/context.ts'
import type { MediaRow } from '#core/schema/media.ts'
import { parseTimeSpent } from '#core/timesheet/time-spent.ts'
import type { MediaId, StatusId, TaskId, UserId, VersionId, CommentId } from '#core/lib/ids.ts'
import type { Result } from '#core/lib/result.ts'
import type { ItemReplica } from './item-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { createRevision } from './mutators.ts'

export type PostRevisionInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly item: ItemReplica
  readonly taskId: TaskId
  readonly comment: string
  /** For example '2h 30m' (ruling 11). */
  readonly timeSpent: string
  /** Its files, in order, uploaded or queued; the post waits for queued ones. */
  readonly mediaIds: readonly MediaId[]
  /** The queued files' rows, shown until the server has them. */
  readonly media?: readonly MediaRow[]
  readonly statusId?: StatusId
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** A number to use instead of the next one, and whether it may be lower than the newest. */
  readonly versionNumber?: number | undefined
  readonly mayBeLower?: boolean
  /** The id that the files were uploaded for; generated unless given. */
  readonly versionId?: VersionId
}

/**
 * Posts a revision with its files, time, status and comment in one step. Fails with `time-spent-missing`,
 * `time-spent-malformed` or `task-disabled`. Roles with Delete can undo it.
 */
export async function postRevision(input: PostRevisionInput, context: ChangeContext): Promise<Result<Done>> {
  const { studio, space, item, taskId, comment, mediaIds, media, statusId, mentions = [], metadata = {} } = input
  const timeSpent = input.timeSpent.trim()
  if (timeSpent === '') return refuse('time-spent-missing')
  if (parseTimeSpent(timeSpent) === undefined) return refuse('time-spent-malformed')
  const task = space.replica.find('item_tasks', taskId)
  if (task === undefined) return refuse('not-found')
  if (statusId !== undefined && task.isDisabled) return refuse('task-disabled')

  const revision = {
    taskId,
    versionId: input.versionId ?? context.ids.newId<VersionId>(),
    commentId: context.ids.newId<CommentId>(),
    comment,
    timeSpent,
    mediaIds,
    media,
    statusId,
    mentions,
    metadata,
    ...(input.versionNumber !== undefined && {
      versionNumber: input.versionNumber,
      mayBeLower: input.mayBeLower === true,
    }),
  }
  return await context.mutate(createRevision, revision, item, space, studio)
}
