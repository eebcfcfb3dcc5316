import type { Drawing } from '#core/comments/drawing.ts'
import { parseComment, toPlainText, type MentionablePerson } from '#core/comments/markup.ts'
import { readCommentMetadata } from '#core/comments/metadata.ts'
import { toCsvLine } from '#core/exchange/csv-line.ts'
import { groupBy } from '#core/lib/collections.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { ReviewSessionId, UserId } from '#core/lib/ids.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { Task } from '#core/schema/item-tasks.ts'

/** Something that was said of a task in a review session. */
export type ReviewNote = {
  readonly id: string
  readonly taskId: string
  /** `sq010_sh0040` and its stage. */
  readonly shot: string
  readonly stage: string
  readonly author: string
  readonly artist: string
  readonly at: EpochMs
  readonly text: string
  /** The frames or ranges it points at, as they were written. */
  readonly frames: readonly string[]
  readonly drawings: readonly Drawing[]
  readonly judged: string | undefined
  /** The number of the first revision posted since; absent while nobody has answered. */
  readonly answeredBy: number | undefined
}

/** A task of a session, with the names that are told of it. */
export type NotedTask = {
  readonly task: Task
  readonly item: ItemReplica
  readonly shot: string
  readonly stage: string
  readonly artist: string | undefined
  readonly judged: string | undefined
}

type People = {
  readonly people: readonly MentionablePerson[]
  readonly nameOf: (userId: UserId | undefined) => string
}

/** What was said of tasks in a session, in its order and the oldest first. */
export function listReviewNotes(
  sessionId: ReviewSessionId,
  tasks: readonly NotedTask[],
  { people, nameOf }: People,
): readonly ReviewNote[] {
  return tasks.flatMap(({ task, item, shot, stage, artist, judged }) =>
    item.getComments(task.id).flatMap((comment): readonly ReviewNote[] => {
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
          text: toPlainText(parseComment(comment.content, people)),
          frames: read.hereReferences.map(({ label }) => label),
          drawings: read.drawings,
          judged,
          answeredBy: since.at(-1)?.versionNumber,
        },
      ]
    }),
  )
}

/** Notes under the names of their shots, or of those who have to do something about them. */
export function groupNotes(
  notes: readonly ReviewNote[],
  by: 'shot' | 'artist',
): ReadonlyMap<string, readonly ReviewNote[]> {
  return groupBy(notes, ({ shot, artist }) => (by === 'shot' ? shot : artist))
}

/** How many tasks with notes have had a revision since, of how many. */
export function countAnswered(notes: readonly ReviewNote[]): { readonly answered: number; readonly noted: number } {
  const last = new Map(notes.map((note) => [note.taskId, note]))
  const answered = [...last.values()].filter(({ answeredBy }) => answeredBy !== undefined).length
  return { answered, noted: last.size }
}

/** The notes as comma-separated values with a header. */
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
