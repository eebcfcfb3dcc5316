import type { CommentRow } from '#core/schema/comments.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { VersionRow } from '#core/schema/task-versions.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import { dateInZone } from '#core/lib/calendar-date.ts'
import type { Drawing } from '#core/comments/drawing.ts'
import { readCommentMetadata, type StoredHereReference } from '#core/comments/metadata.ts'
import { parseComment, type CommentLine, type MentionablePerson } from '#core/comments/markup.ts'
import { avatarColorOf, initialsOf } from '#core/studios/palette.ts'
import { lastRevisionTextOf } from '#core/lib/relative-time.ts'
import { formatTimeSpent, parseTimeSpent } from '#core/timesheet/time-spent.ts'
import { sumBy } from '#core/lib/collections.ts'
import type { CommentId, ReviewSessionId, TaskId, UserId, VersionId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'

/** A person as an avatar and a name. */
export type Author = {
  readonly id: UserId | undefined
  readonly name: string
  readonly initials: string
  readonly color: string
  readonly avatarUrl: string | undefined
}

/** One entry of a task's feed. */
export type FeedEntry = {
  readonly id: CommentId
  readonly author: Author
  readonly createdAt: EpochMs
  readonly isEdited: boolean
  /** Who imported it, if it was written elsewhere. */
  readonly imported: { readonly by: string | undefined } | undefined
  readonly content: string
  readonly lines: readonly CommentLine[]
  readonly references: readonly StoredHereReference[]
  readonly revision:
    | {
        readonly versionId: VersionId
        readonly versionNumber: number
        readonly taskName: string
        readonly timeSpent: string | undefined
      }
    | undefined
  /** The status set with it, and the previous one; `toName` remains if the studio has deleted the status. */
  readonly status:
    | { readonly to: StatusRow | undefined; readonly toName: string; readonly from: StatusRow | undefined }
    | undefined
  readonly attachments: readonly MediaRow[]
  readonly drawings: readonly Drawing[]
  /** The review session it was written in. */
  readonly sessionId: ReviewSessionId | undefined
}

/** Returns a task's comments for display, oldest first. */
export function readFeed(place: {
  readonly studio: StudioReplica
  readonly item: ItemReplica
  readonly taskId: TaskId
}): readonly FeedEntry[] {
  const people = mentionablePeople(place.studio.getMembers())
  return place.item.getComments(place.taskId).map((comment) => readEntry(comment, people, place))
}

/** Lists everyone who can be mentioned: the studio's active members. */
export function mentionablePeople(members: readonly MemberRow[]): readonly MentionablePerson[] {
  return members
    .filter((member) => member.archivedAt === undefined)
    .map((member) => ({ id: member.userId, name: member.displayName }))
}

function readEntry(
  comment: CommentRow,
  people: readonly MentionablePerson[],
  { studio, item }: { readonly studio: StudioReplica; readonly item: ItemReplica },
): FeedEntry {
  const { authorName, statusInfo, revision, hereReferences, drawings, sessionId, imported } = readCommentMetadata(
    comment.metadata,
  )
  const version = revision && item.replica.find('task_versions', revision.versionId)
  const statuses = studio.replica.getRows('task_statuses')
  return {
    id: comment.id,
    author: readAuthor(comment.createdBy, authorName, studio),
    createdAt: comment.createdAt,
    isEdited: comment.isEdited,
    imported: imported && { by: studio.replica.find('studio_members', imported.by ?? '')?.displayName },
    content: comment.content,
    lines: parseComment(comment.content, people),
    references: hereReferences,
    revision: revision && {
      versionId: revision.versionId,
      versionNumber: version?.versionNumber ?? revision.versionNumber,
      taskName: revision.taskName,
      timeSpent: version?.timeSpent ?? revision.timeSpent,
    },
    status:
      statusInfo?.changedStatus === true
        ? {
            to: statuses.get(statusInfo.statusId ?? ''),
            toName: statusInfo.status === '' ? 'Unknown' : statusInfo.status,
            from: statuses.get(statusInfo.fromStatusId ?? ''),
          }
        : undefined,
    attachments: item.getCommentMedia(comment.id),
    drawings,
    sessionId,
  }
}

function readAuthor(userId: UserId | undefined, signedName: string | undefined, studio: StudioReplica): Author {
  const member = userId === undefined ? undefined : studio.replica.find('studio_members', userId)
  const name = member?.displayName ?? signedName ?? 'Unknown'
  return {
    id: userId,
    name,
    initials: initialsOf(name),
    color: avatarColorOf(userId ?? name),
    avatarUrl: member?.avatarUrl,
  }
}

/** Describes today's last revision and the time worked today; undefined if there was no revision today. */
export function todayStats(
  versions: readonly VersionRow[],
  now: EpochMs,
  timeZone: string,
): { readonly lastRevision: string; readonly total: string } | undefined {
  const today = dateInZone(now, timeZone)
  const ofToday = versions.filter((version) => dateInZone(version.createdAt, timeZone) === today)
  if (ofToday.length === 0) return undefined
  const last = Math.max(...ofToday.map((version) => version.createdAt))
  const minutes = sumBy(ofToday, (version) => parseTimeSpent(version.timeSpent ?? '') ?? 0)
  return { lastRevision: lastRevisionTextOf(last, now), total: formatTimeSpent(minutes) }
}
