import type { Gateway, MediaDetails } from '#core/gateway/ports.ts'
import { AppError, type ErrorCode } from '#core/lib/errors.ts'
import type { CommentId, MediaId, StatusId, TaskId, UserId, VersionId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { encodeDetails } from './media-details.ts'

/** A revision to post, with files uploaded before; `sha256` reveals whether the task already has the same content. */
export type NewRevision = {
  readonly taskId: TaskId
  readonly versionId: VersionId
  readonly commentId: CommentId
  readonly comment: string
  readonly timeSpent: string
  readonly statusId: StatusId | undefined
  readonly mentions: readonly UserId[]
  /** A number to use instead of the next one, and whether it may be lower than the newest. */
  readonly versionNumber?: number | undefined
  readonly mayBeLower?: boolean
  readonly files: readonly { readonly id: MediaId; readonly sha256: string; readonly facts?: MediaDetails }[]
}

/** The outcome of posting a revision; `present` means that one with the same content existed before. */
export type PostedRevision =
  | { readonly state: 'posted' | 'present'; readonly versionId: VersionId; readonly versionNumber: number }
  | { readonly state: 'failed'; readonly error: AppError }

type FoundRevision = { readonly versionId: VersionId; readonly versionNumber: number }

type WireRevision = {
  readonly n?: number
  readonly state: 'posted' | 'present' | 'failed'
  readonly version_id: VersionId
  readonly version_number: number
  readonly code?: string
  readonly message?: string
}

/** Finds revisions that consist of exactly these files, in the order asked; undefined for those that do not exist. */
export async function findRevisions(
  gateway: Pick<Gateway, 'call'>,
  wanted: readonly { readonly taskId: TaskId; readonly sha256: readonly string[] }[],
): Promise<readonly (FoundRevision | undefined)[]> {
  const asked = wanted.map(({ taskId, sha256 }) => ({ task_id: taskId, sha256 }))
  // The procedure's response format (find_revisions).
  const answer = (await gateway.call('find_revisions', { p_revisions: asked })) as readonly WireRevision[]
  const found = new Map(answer.map((row) => [row.n, row]))
  return wanted.map((_, at) => {
    const row = found.get(at)
    return row === undefined ? undefined : { versionId: row.version_id, versionNumber: row.version_number }
  })
}

/** Lets the server accept files that were uploaded but never confirmed; others are ignored. */
export async function confirmUploads(gateway: Pick<Gateway, 'call'>, mediaIds: readonly MediaId[]): Promise<void> {
  await gateway.call('settle_uploads', { p_media_ids: mediaIds })
}

/**
 * Posts up to 100 revisions, independently and in order; repeatable without duplicates. With `isNew`, posts even if the
 * task has the same content. Fails with an `AppError` only as a whole, when there is no response.
 */
export async function postRevisions(
  gateway: Pick<Gateway, 'call'>,
  revisions: readonly NewRevision[],
  { isNew = false }: { readonly isNew?: boolean } = {},
): Promise<readonly PostedRevision[]> {
  const wire = revisions.map((revision) => ({
    task_id: revision.taskId,
    version_id: revision.versionId,
    comment_id: revision.commentId,
    comment: revision.comment,
    time_spent: revision.timeSpent,
    status_id: revision.statusId ?? null,
    mentions: revision.mentions,
    ...(revision.versionNumber !== undefined && { version_number: revision.versionNumber }),
    ...(revision.mayBeLower === true && { may_be_lower: true }),
    files: revision.files.map(({ id, sha256, facts = {} }) => ({ ...encodeDetails(facts), id, sha256 })),
  }))
  // The procedure's response format (create_revisions).
  const { revisions: answers } = (await gateway.call('create_revisions', {
    p_revisions: wire,
    p_is_new: isNew,
  })) as { readonly revisions: readonly WireRevision[] }
  return revisions.map((_, at) => toPosted(answers[at]))
}

const codes: Readonly<Record<string, ErrorCode>> = {
  '42501': 'permission-denied',
  P0002: 'not-found',
  '23505': 'conflict',
}

function toPosted(answer: WireRevision | undefined): PostedRevision {
  if (answer !== undefined && answer.state !== 'failed')
    return { state: answer.state, versionId: answer.version_id, versionNumber: answer.version_number }
  const code = codes[answer?.code ?? ''] ?? 'invalid-input'
  return { state: 'failed', error: new AppError(code, answer?.message ?? messages.unexpected) }
}
