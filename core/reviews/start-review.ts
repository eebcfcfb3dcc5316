import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ProjectId, ReviewEntryId, ReviewSessionId, TaskId } from '#core/lib/ids.ts'
import type { OrderRank } from '#core/lib/order-rank.ts'
import type { Result } from '#core/lib/result.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { ReviewKind, ReviewQuery } from '#core/schema/review-sessions.ts'
import { newRow } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { startReview as start } from './mutators.ts'

/** The most entries that the database accepts. */
export const mostReviewEntries = 1000

/** The most handle frames that the database accepts. */
export const mostHandleFrames = 10_000

/** A task to review: its newest revision unless one is given, and its range in the cut, if any. */
export type ReviewedTask = Pick<ReviewEntryRow, 'taskId' | 'itemId' | 'spaceId'> &
  Partial<Pick<ReviewEntryRow, 'versionId' | 'cutIn' | 'cutOut' | 'handleIn' | 'handleOut'>>

/** Starts a review session with a project's tasks, in order and each once; undo deletes it. */
export async function startReview(
  input: {
    readonly studio: StudioReplica
    readonly projectId: ProjectId
    readonly name: string
    readonly kind: ReviewKind
    readonly day: CalendarDate
    readonly tasks: readonly ReviewedTask[]
    /** Which tasks a live session contains. */
    readonly query?: ReviewQuery | undefined
    /** Generated unless given. */
    readonly id?: ReviewSessionId
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, projectId, kind, day, tasks, query } = input
  const name = input.name.trim()
  if (name === '') return refuse('name-missing')
  const id = input.id ?? context.ids.newId<ReviewSessionId>()
  const createdAt = context.clock.now()
  const row = { id, projectId, name, kind, day, query, createdBy: context.userId, createdAt }
  const session = newRow('review_sessions', row)
  const entries = toEntries(tasks, id, { context, rankOf: (index) => String((index + 1) * 1000) })
  if (entries.length > mostReviewEntries) return refuse('review-full')
  return await context.mutate(start, { session, entries }, studio)
}

type EntryOptions = { readonly context: ChangeContext; readonly rankOf: (index: number) => OrderRank }

/** Makes entries for tasks, each task once. */
export function toEntries(
  tasks: readonly ReviewedTask[],
  sessionId: ReviewSessionId,
  { context, rankOf }: EntryOptions,
): readonly ReviewEntryRow[] {
  const byTask = new Map<TaskId, ReviewedTask>()
  for (const task of tasks) if (!byTask.has(task.taskId)) byTask.set(task.taskId, task)
  return [...byTask.values()].map((task, index) =>
    newRow('review_entries', {
      id: context.ids.newId<ReviewEntryId>(),
      sessionId,
      orderRank: rankOf(index),
      ...task,
    }),
  )
}
