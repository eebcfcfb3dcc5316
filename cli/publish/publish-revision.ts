import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { CommentId, MediaId, StatusId, UserId, VersionId } from '#core/lib/ids.ts'
import { postRevision } from '#core/operations/post-revision.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import type { TaskRecord } from '../select/task-record.ts'
import { makeContentId } from './content-ids.ts'
import type { LocalFile } from './local-file.ts'

export type RevisionPlan = {
  readonly record: TaskRecord
  readonly files: readonly LocalFile[]
  readonly comment: string
  readonly timeSpent: string
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  /** Makes a second revision of the same content when it differs. */
  readonly salt: string
}

export type Published = {
  readonly state: 'posted' | 'already there'
  readonly versionId: VersionId
  readonly versionNumber: number | null
  readonly commentId: CommentId
}

type Place = {
  readonly client: StudioClient
  readonly gateway: Gateway
  readonly studio: StudioReplica
  /** Server and account: ids of different ones never meet. */
  readonly serverUrl: string
}

/**
 * Sends a revision's files and posts it. Every id is made of the server, the task and the content, so that a repeat, on
 * whatever machine, sends only what is missing and never makes a second revision.
 */
export async function publishRevision(place: Place, plan: RevisionPlan): Promise<Published> {
  const { client, gateway, studio, serverUrl } = place
  const { record, files, salt } = plan
  const { task, space } = record
  const content = [serverUrl, task.id, ...files.map(({ sha256 }) => sha256), salt]
  const versionId = makeContentId<VersionId>('revision', ...content)
  const commentId = makeContentId<CommentId>('comment', ...content)
  const { studioId, spaceId } = space
  const item = await client.openItem({ studioId, spaceId, itemId: task.itemId })
  const present = item.replica.find('task_versions', versionId)
  if (present !== undefined)
    return { state: 'already there', versionId, versionNumber: present.versionNumber, commentId }

  const mediaIds: MediaId[] = []
  for (const file of files) {
    const mediaId = makeContentId<MediaId>('media', serverUrl, task.id, client.userId, file.sha256, salt)
    await gateway.uploads.upload({
      mediaId,
      studioId,
      taskId: task.id,
      filename: file.name,
      contentType: file.contentType,
      body: await file.openBody(),
      details: { sha256: file.sha256 },
    })
    mediaIds.push(mediaId)
  }

  const { comment, timeSpent, statusId, mentions } = plan
  // The one id that core makes by itself here is the comment's.
  const ids = { newId: client.ids.newId, random: client.ids.random }
  const done = await postRevision(
    {
      studio,
      space,
      item,
      taskId: task.id,
      comment,
      timeSpent,
      mediaIds,
      versionId,
      mentions,
      ...(statusId !== undefined && { statusId }),
    },
    {
      commit: client.commit,
      clock: client.clock,
      userId: client.userId,
      ids: { ...ids, newId: <Id>() => commentId as Id },
    },
  )
  if (!done.ok) throw done.error
  const answer = await done.value.answered
  const isRepeat = !answer.ok && answer.error.code === 'conflict'
  if (!answer.ok && !isRepeat) throw answer.error
  const versionNumber = await loadVersionNumber(gateway, task.itemId, versionId)
  if (isRepeat && versionNumber === null) throw answer.error
  return { state: isRepeat ? 'already there' : 'posted', versionId, versionNumber, commentId }
}

/** The number the server gave a revision; absent where it is not there. */
async function loadVersionNumber(
  gateway: Gateway,
  itemId: TaskRecord['task']['itemId'],
  versionId: VersionId,
): Promise<number | null> {
  const { tables } = await gateway.pull({ scope: `item:${itemId}`, since: 0 })
  return tables.task_versions?.find(({ id }) => id === versionId)?.versionNumber ?? null
}

/** What a failure of one revision is called in its row. */
export function toFailureText(error: unknown): string {
  return error instanceof AppError || error instanceof Error ? error.message : String(error)
}
