import type { Drawing } from '#core/comments/drawing.ts'
import { formatMoment, formatRange } from '#core/comments/film-moment.ts'
import { findHereReference } from '#core/comments/here-reference.ts'
import { parseComment, toPlainText, type MentionablePerson } from '#core/comments/markup.ts'
import { readCommentMetadata, type ReadCommentMetadata, type StoredHereReference } from '#core/comments/metadata.ts'
import { toCsvLine } from '#core/exchange/csv-line.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { MediaId, ReviewSessionId, UserId } from '#core/lib/ids.ts'
import { firstFrameOf } from '#core/revisions/frame-number.ts'
import { frameAtTime, parseFrameRate } from '#core/revisions/frame-rate.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ProjectRow } from '#core/schema/projects.ts'
import type { Task } from '#core/schema/item-tasks.ts'

/** A note on a task, written in a review session. */
export type ReviewNote = {
  readonly id: string
  readonly taskId: string
  /** The shot, such as `sq010_sh0040`, and its stage. */
  readonly shot: string
  readonly stage: string
  readonly author: string
  readonly artist: string
  readonly at: EpochMs
  readonly text: string
  /** The frames or ranges it refers to, by their current numbers. */
  readonly frames: readonly string[]
  readonly drawings: readonly NumberedDrawing[]
  readonly judged: string | undefined
  /** The number of the first revision posted since; undefined while there is none. */
  readonly answeredBy: number | undefined
}

/** A drawing with its frame's number for people. */
export type NumberedDrawing = Drawing & { readonly number: number }

/** What determines the frame numbers of an item's films. */
export type Counted = {
  readonly item: ItemReplica
  readonly row: ItemRow | undefined
  readonly project: ProjectRow | undefined
}

/** A task of a session, with the names shown for it. */
export type NotedTask = Counted & {
  readonly task: Task
  readonly shot: string
  readonly stage: string
  readonly artist: string | undefined
  readonly judged: string | undefined
}

type People = {
  readonly people: readonly MentionablePerson[]
  readonly nameOf: (userId: UserId | undefined) => string
}

/** Lists the notes on a session's tasks, in the session's order and oldest first. */
export function listReviewNotes(
  sessionId: ReviewSessionId,
  tasks: readonly NotedTask[],
  { people, nameOf }: People,
): readonly ReviewNote[] {
  return tasks.flatMap(({ task, shot, stage, artist, judged, ...counted }) => {
    const { item } = counted
    return item.getComments(task.id).flatMap((comment): readonly ReviewNote[] => {
      const read = readCommentMetadata(comment.metadata)
      if (read.sessionId !== sessionId) return []
      const since = item.getVersions(task.id).filter(({ createdAt }) => createdAt > comment.createdAt)
      return [
        {
          id: comment.id,
          taskId: task.id,
          shot,
          stage,
          author: nameOf(comment.createdBy),
          artist: artist ?? 'Nobody',
          at: comment.createdAt,
          text: toPlainText(parseComment(comment.content, people), (mark) => describeMark(mark, read, counted)),
          frames: read.hereReferences.map((reference) => describeReference(reference, counted)),
          drawings: read.drawings.map((drawing) => ({ ...drawing, number: firstOf(drawing, counted) + drawing.frame })),
          judged,
          answeredBy: since.at(-1)?.versionNumber,
        },
      ]
    })
  })
}

/**
 * Returns the words of a note's reference: a film's frames by their current numbers, anything else as it was written.
 */
export function describeReference({ label, data }: StoredHereReference, counted: Counted): string {
  const media = findMedia(data, counted)
  const firstFrame = firstOf(data, counted)
  if (media !== undefined && data.range !== undefined) return formatRange(data.range, firstFrame)
  if (media?.frameRate === undefined || data.timestamp === undefined) return label
  const rate = parseFrameRate(media.frameRate)
  return formatMoment(frameAtTime(data.timestamp, rate), { rate, firstFrame }, 'frame')
}

/** Returns the same words for an @here in a note. */
export function describeMark(
  mark: { readonly label: string | undefined; readonly index: number },
  { hereReferences }: Pick<ReadCommentMetadata, 'hereReferences'>,
  counted: Counted,
): string | undefined {
  const reference = findHereReference(hereReferences, mark)
  return reference && describeReference(reference, counted)
}

type OfMedia = { readonly mediaId?: MediaId | undefined }

const findMedia = ({ mediaId }: OfMedia, { item }: Counted): MediaRow | undefined =>
  mediaId === undefined ? undefined : item.replica.find('media', mediaId)

const firstOf = (of: OfMedia, counted: Counted): number =>
  firstFrameOf(counted.row, counted.project, findMedia(of, counted))

/** Groups notes by shot, or by the artist they are for. */
export function groupNotes(
  notes: readonly ReviewNote[],
  by: 'shot' | 'artist',
): ReadonlyMap<string, readonly ReviewNote[]> {
  return groupBy(notes, ({ shot, artist }) => (by === 'shot' ? shot : artist))
}

/** Counts the tasks with notes, and how many of them have had a revision since. */
export function countAnswered(notes: readonly ReviewNote[]): { readonly answered: number; readonly noted: number } {
  const last = new Map(notes.map((note) => [note.taskId, note]))
  const answered = [...last.values()].filter(({ answeredBy }) => answeredBy !== undefined).length
  return { answered, noted: last.size }
}

/** Formats notes as comma-separated values with a header. */
export function notesToCsv(notes: readonly ReviewNote[]): string {
  const header = ['shot', 'stage', 'frames', 'note', 'status', 'artist', 'author', 'at', 'drawings', 'answered by']
  const lines = notes.map((note) =>
    toCsvLine([
      note.shot,
      note.stage,
      note.frames.join(' '),
      note.text,
      note.judged ?? '',
      note.artist,
      note.author,
      new Date(note.at).toISOString(),
      String(note.drawings.length),
      note.answeredBy === undefined ? '' : `v${note.answeredBy}`,
    ]),
  )
  return toCsvLine(header) + lines.join('')
}
