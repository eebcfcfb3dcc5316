import type { Gateway, UploadSlot } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { CommentId, MediaId, ProjectId, StatusId, UserId, VersionId } from '#core/lib/ids.ts'
import { findRevisions, postRevisions, type NewRevision } from '#core/operations/post-revisions.ts'
import type { TaskRecord } from '../select/task-record.ts'
import { makeContentId } from './content-ids.ts'
import type { LocalFile } from './local-file.ts'
import { repeating } from './repeat.ts'
import { requestAllSlots, sendFiles } from './ship-files.ts'

/** A revision to be made of files on this machine. */
export type RevisionPlan = {
  readonly record: TaskRecord
  readonly projectId: ProjectId
  readonly paths: readonly string[]
  readonly comment: string
  readonly timeSpent: string
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
}

export type Published =
  | {
      readonly state: 'posted' | 'already there'
      readonly versionId: VersionId
      readonly versionNumber: number
      readonly commentId: CommentId
    }
  | { readonly state: 'failed'; readonly error: unknown }

export type Place = {
  readonly gateway: Gateway
  readonly userId: UserId
  /** Server and account: ids of different ones never meet. */
  readonly serverUrl: string
  /** Makes a second revision of the same content when it is not empty. */
  readonly salt: string
  /** How many files are sent at once. */
  readonly concurrency: number
  readonly onSent: (file: string) => void
}

/** A plan with its files read; or why they cannot be. */
export type ReadPlan = { readonly plan: RevisionPlan } & (
  | { readonly files: readonly LocalFile[] }
  | { readonly error: unknown }
)

/** A batch on its way: what is decided of it already, and what is still to be sent and posted. */
export type Batch = {
  readonly outcomes: readonly (Published | undefined)[]
  readonly parcels: readonly Parcel[]
  readonly slots: ReadonlyMap<MediaId, UploadSlot>
}

/**
 * Looks what is missing of up to 100 revisions and asks where to send it. Ids are made of the server, the task and the content,
 * and the server knows files by their SHA-256: a repeat, on whatever machine, makes no second revision.
 */
export async function prepareBatch(place: Place, plans: readonly ReadPlan[]): Promise<Batch> {
  const outcomes: Published[] = []
  const parcels = plans.flatMap((read, at) => {
    if ('error' in read) outcomes[at] = { state: 'failed', error: read.error }
    return 'files' in read ? [toParcel(place, at, read)] : []
  })
  const found = place.salt === '' ? await findPosted(place, parcels) : []
  const missing = parcels.filter(({ at, revision: { commentId } }, index) => {
    const present = found[index]
    if (present !== undefined) outcomes[at] = { state: 'already there', ...present, commentId }
    return present === undefined
  })
  const { slots, failures } = await requestAllSlots(place.gateway, missing)
  return withFailures({ outcomes, parcels: missing, slots }, failures)
}

/** Sends the files of a batch that are not there yet. */
export async function sendBatch(place: Place, batch: Batch): Promise<Batch> {
  return withFailures(batch, await sendFiles(place, batch.parcels, batch.slots))
}

/** Posts what was sent whole in one call, in its order. */
export async function postBatch(place: Place, { outcomes, parcels }: Batch): Promise<readonly Published[]> {
  const answers = [...outcomes]
  const revisions = parcels.map(({ revision }) => revision)
  const isNew = place.salt !== ''
  const posted = parcels.length === 0 ? [] : await postRevisions(repeating(place.gateway), revisions, { isNew })
  for (const [index, { at, revision }] of parcels.entries()) {
    const answer = posted[index]
    if (answer === undefined || answer.state === 'failed')
      answers[at] = { state: 'failed', error: answer?.error ?? new AppError('unexpected', messages.unexpected) }
    else
      answers[at] = {
        ...answer,
        commentId: revision.commentId,
        state: answer.state === 'posted' ? 'posted' : 'already there',
      }
  }
  return answers.flatMap((answer) => answer ?? [])
}

function withFailures(batch: Batch, failures: ReadonlyMap<number, unknown>): Batch {
  const outcomes = [...batch.outcomes]
  for (const [at, error] of failures) outcomes[at] = { state: 'failed', error }
  return { ...batch, outcomes, parcels: batch.parcels.filter(({ at }) => !failures.has(at)) }
}

async function findPosted({ gateway }: Place, parcels: readonly Parcel[]) {
  const wanted = parcels.map(({ revision: { taskId, files } }) => ({
    taskId,
    sha256: files.map(({ sha256 }) => sha256),
  }))
  return await findRevisions(repeating(gateway), wanted)
}

/** A revision with the files it needs there. */
export type Parcel = {
  readonly at: number
  readonly projectId: ProjectId
  readonly revision: NewRevision
  readonly requests: readonly { readonly file: LocalFile; readonly mediaId: MediaId; readonly studioId: string }[]
  readonly plan: RevisionPlan
}

function toParcel(place: Place, at: number, read: Extract<ReadPlan, { files: unknown }>): Parcel {
  const { serverUrl, salt, userId } = place
  const { plan, files } = read
  const { task, space } = plan.record
  const content = [serverUrl, task.id, ...files.map(({ sha256 }) => sha256), salt]
  const requests = files.map((file) => ({
    file,
    studioId: space.studioId,
    mediaId: makeContentId<MediaId>('media', serverUrl, task.id, userId, file.sha256, file.name, salt),
  }))
  const { comment, timeSpent, statusId, mentions, projectId } = plan
  const revision: NewRevision = {
    taskId: task.id,
    versionId: makeContentId<VersionId>('revision', ...content),
    commentId: makeContentId<CommentId>('comment', ...content),
    comment,
    timeSpent,
    statusId,
    mentions,
    files: requests.map(({ mediaId, file }) => ({ id: mediaId, sha256: file.sha256 })),
  }
  return { at, projectId, revision, requests, plan }
}
