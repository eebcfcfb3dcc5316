import type { RevisionPlan } from './parcel.ts'
import type { Parcel, Place } from './parcel.ts'
import type { UploadSlot } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import type { CommentId, MediaId, VersionId } from '#core/lib/ids.ts'
import { findRevisions, postRevisions, type NewRevision } from '#core/revisions/post-revisions.ts'
import { makeContentId } from './content-ids.ts'
import type { LocalFile } from './local-file.ts'
import { repeating } from './repeat.ts'
import { requestAllSlots, sendFiles } from './ship-files.ts'

export type Published =
  | {
      readonly state: 'posted' | 'already there'
      readonly versionId: VersionId
      readonly versionNumber: number
      readonly commentId: CommentId
    }
  | { readonly state: 'failed'; readonly error: unknown }

/** A plan with its files read, or the error of planning or reading. */
export type ReadPlan =
  | { readonly plan: RevisionPlan; readonly files: readonly LocalFile[] }
  | { readonly error: unknown }

/** The state of a plan: finished, or with files to send or sent. */
export type Ready = { readonly published: Published } | Shipping
export type Sent = { readonly published: Published } | { readonly parcel: Parcel }
type Shipping = { readonly parcel: Parcel; readonly slots: ReadonlyMap<MediaId, UploadSlot> }

/**
 * Finds out what is missing of up to 100 revisions and requests upload slots for it. Ids are derived from the server,
 * the task and the content, and the server knows files by SHA-256, so a repeat on any machine creates no second
 * revision.
 */
export async function prepareAll(place: Place, plans: readonly ReadPlan[]): Promise<readonly Ready[]> {
  const parcels = plans.flatMap((read, at) => ('files' in read ? [toParcel(place, at, read)] : []))
  const found = place.salt === '' ? await findPosted(place, parcels) : []
  const present = new Map(
    parcels.map(({ at, revision: { commentId } }, index) => {
      const posted = found[index]
      return [at, posted && { state: 'already there' as const, ...posted, commentId }]
    }),
  )
  const missing = parcels.filter(({ at }) => present.get(at) === undefined)
  const { slots, failures } = await requestAllSlots(place.gateway, missing)
  const parcelOf = new Map(missing.map((parcel) => [parcel.at, parcel]))
  return plans.map((read, at): Ready => {
    if ('error' in read) return { published: failed(read.error) }
    const there = present.get(at)
    if (there !== undefined) return { published: there }
    const parcel = parcelOf.get(at)
    if (parcel === undefined || failures.has(at)) return { published: failed(failures.get(at)) }
    return { parcel, slots }
  })
}

/** Sends a revision's missing files. */
export async function sendOne(place: Place, ready: Ready): Promise<Sent> {
  if ('published' in ready) return ready
  const { parcel, slots } = ready
  try {
    await sendFiles(place, parcel, slots)
    return { parcel }
  } catch (error) {
    return { published: failed(error) }
  }
}

/** Posts completely sent revisions, up to 100 in one call, in order. */
export async function postAll(place: Place, sent: readonly Sent[]): Promise<readonly Published[]> {
  const revisions = sent.flatMap((each) => ('parcel' in each ? [each.parcel.revision] : []))
  const isNew = place.salt !== ''
  const posted = revisions.length === 0 ? [] : await postRevisions(repeating(place.gateway), revisions, { isNew })
  const answers = posted.values()
  return sent.map((each): Published => {
    if ('published' in each) return each.published
    const { value: answer } = answers.next()
    if (answer === undefined || answer.state === 'failed') return failed(answer?.error)
    const { commentId } = each.parcel.revision
    return { ...answer, commentId, state: answer.state === 'posted' ? 'posted' : 'already there' }
  })
}

function failed(error: unknown = new AppError('unexpected', messages.unexpected)): Published {
  return { state: 'failed', error }
}

async function findPosted({ gateway }: Place, parcels: readonly Parcel[]) {
  const wanted = parcels.map(({ revision: { taskId, files } }) => ({
    taskId,
    sha256: files.map(({ sha256 }) => sha256),
  }))
  return await findRevisions(repeating(gateway), wanted)
}

function toParcel(place: Place, at: number, { plan, files }: Extract<ReadPlan, { files: unknown }>): Parcel {
  const { serverUrl, salt, userId } = place
  const { task, space } = plan.record
  const content = [serverUrl, task.id, ...files.map(({ sha256 }) => sha256), salt]
  const requests = files.map((file) => ({
    file,
    studioId: space.studioId,
    mediaId: makeContentId<MediaId>('media', serverUrl, task.id, userId, file.sha256, file.name, salt),
  }))
  const { comment, timeSpent, statusId, mentions, projectId, versionNumber, mayBeLower = false, details } = plan
  const revision: NewRevision = {
    taskId: task.id,
    versionId: makeContentId<VersionId>('revision', ...content),
    commentId: makeContentId<CommentId>('comment', ...content),
    comment,
    timeSpent,
    statusId,
    mentions,
    versionNumber,
    mayBeLower,
    files: requests.map(({ mediaId, file }) => {
      return { id: mediaId, sha256: file.sha256, facts: { ...file.facts, ...details?.get(file.path) } }
    }),
  }
  return { at, projectId, revision, requests, plan }
}
