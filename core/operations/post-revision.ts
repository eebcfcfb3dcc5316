import { parseTimeSpent } from '../domain/time-spent.ts'
import type { MediaId, StatusId, TaskId, UserId, VersionId, CommentId } from '../lib/ids.ts'
import type { Result } from '../lib/result.ts'
import type { MediaRow } from '../domain/rows.ts'
import type { ItemReplica } from '../sync/item-replica.ts'
import { addRows, setRows, type Patch } from '../sync/patches.ts'
import type { SpaceReplica } from '../sync/space-replica.ts'
import type { StudioReplica } from '../sync/studio-replica.ts'
import { carryOut, refuse, type Done, type OperationContext } from './carry-out.ts'
import { deleteRevision } from './delete-revision.ts'

export type PostRevisionInput = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly item: ItemReplica
  readonly taskId: TaskId
  readonly comment: string
  /** Such as '2h 30m' (ruling 11). */
  readonly timeSpent: string
  /** Its files in their order. They have arrived, or are in the queue of uploads, which the post then waits for. */
  readonly mediaIds: readonly MediaId[]
  /** What is shown of those in the queue until the server has them. */
  readonly media?: readonly MediaRow[]
  readonly statusId?: StatusId
  readonly mentions?: readonly UserId[]
  readonly metadata?: Readonly<Record<string, unknown>>
  /** The id the files were sent for; made here otherwise. */
  readonly versionId?: VersionId
}

/**
 * Posts a revision with its files, time, status and comment in one step. `time-spent-missing`, `time-spent-malformed`
 * and `task-disabled` refuse it. A role with Delete can take it back.
 */
export async function postRevision(input: PostRevisionInput, context: OperationContext): Promise<Result<Done>> {
  const { studio, space, item, taskId, comment, mediaIds, statusId, mentions = [], metadata = {} } = input
  const timeSpent = input.timeSpent.trim()
  if (timeSpent === '') return refuse('time-spent-missing')
  if (parseTimeSpent(timeSpent) === undefined) return refuse('time-spent-malformed')
  const task = space.replica.find('item_tasks', taskId)
  if (task === undefined) return refuse('not-found')
  if (statusId !== undefined && task.isDisabled) return refuse('task-disabled')

  const versionId = input.versionId ?? context.ids.newId<VersionId>()
  const commentId = context.ids.newId<CommentId>()
  const mutation = { kind: 'create-revision', taskId, versionId, commentId, comment, timeSpent, mediaIds } as const
  const write = {
    studioId: space.studioId,
    label: 'Post revision',
    mutation: { ...mutation, statusId, mentions, metadata },
    patches: [
      ...revisionPatches({ ...input, timeSpent }, { versionId, commentId }, context),
      ...(statusId === undefined ? [] : [statusPatch(space, taskId, statusId)]),
    ],
    about: [taskId],
  }
  const revert = async () => await deleteRevision({ studio, item, versionId, commentId }, context)
  return await carryOut(context, write, { changedCount: 1, ...(studio.can('delete') ? { revert } : {}) })
}

function revisionPatches(
  { item, taskId, comment, timeSpent, mediaIds, media = [], metadata = {} }: PostRevisionInput,
  { versionId, commentId }: { readonly versionId: VersionId; readonly commentId: CommentId },
  { userId, clock }: OperationContext,
): Patch[] {
  const scope = `item:${item.itemId}` as const
  const current = item.getVersions(taskId).filter((version) => version.isCurrent)
  const by = { taskId, createdBy: userId, createdAt: clock.now() }
  return [
    setRows(
      { scope, table: 'task_versions' },
      current.map(({ id }) => id),
      { isCurrent: false },
    ),
    addRows({ scope, table: 'task_versions' }, [
      { ...by, id: versionId, versionNumber: 0, comment, timeSpent, isCurrent: true },
    ]),
    addRows({ scope, table: 'media' }, media),
    addRows(
      { scope, table: 'version_media' },
      mediaIds.map((mediaId, displayOrder) => ({ versionId, mediaId, displayOrder })),
    ),
    addRows({ scope, table: 'comments' }, [{ ...by, id: commentId, content: comment, isEdited: false, metadata }]),
    addRows(
      { scope, table: 'comment_attachments' },
      mediaIds.map((mediaId, displayOrder) => ({ commentId, mediaId, displayOrder })),
    ),
  ]
}

/** The patch of a task's status change. */
export function statusPatch(space: SpaceReplica, taskId: TaskId, statusId: StatusId): Patch {
  return setRows({ scope: `space:${space.spaceId}`, table: 'item_tasks' }, [taskId], { statusId })
}
