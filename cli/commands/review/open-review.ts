import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ReviewReplica } from '#core/reviews/review-replica.ts'
import type { ReviewedTask } from '#core/reviews/start-review.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import { inOrder } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { usageError } from '#cli/cli-error.ts'
import type { Context } from '#cli/context.ts'
import { loadStudio } from '#cli/select/load-studio.ts'
import { openSpaces } from '#cli/select/load-tasks.ts'
import { pickAll, pickOne } from '#cli/select/pick.ts'
import { listTaskRecords, type TaskRecord } from '#cli/select/task-record.ts'

export type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

/** Names a session by name or id, optionally within a project. */
export type SessionChoice = { readonly which?: string; readonly project?: string }

export async function openPlace(context: Context): Promise<Place> {
  const client = await context.openClient()
  return { client, studio: await loadStudio(client, context) }
}

/** Lists the sessions of one project or all, newest day first. */
export function listReviews(
  studio: StudioReplica,
  { project }: Pick<SessionChoice, 'project'>,
): readonly ReviewSessionRow[] {
  const all = inOrder('review_sessions', studio.replica.getRows('review_sessions').values())
  if (project === undefined) return all
  const kind = { one: 'project', many: 'projects' }
  const wanted = new Set(pickAll(studio.getProjects(), project, kind).map(({ id }) => id))
  return all.filter(({ projectId }) => wanted.has(projectId))
}

/** Finds the session; if several share a name, the id is required. */
export function pickReview(studio: StudioReplica, { which = '', ...place }: SessionChoice): ReviewSessionRow {
  return pickOne(listReviews(studio, place), which, { one: 'review', many: 'reviews' })
}

export type ReviewLine = { readonly entry: ReviewEntryRow; readonly record: TaskRecord | undefined }

/** Loads a session's entries in order; a deleted task has no record. */
export async function openReview(
  { client, studio }: Place,
  session: ReviewSessionRow,
): Promise<{
  readonly review: ReviewReplica
  readonly lines: readonly ReviewLine[]
  readonly spaces: readonly SpaceReplica[]
}> {
  const review = await client.openReview({ studioId: studio.studioId, sessionId: session.id })
  const entries = review.getEntries()
  const wanted = new Set(entries.map(({ spaceId }) => spaceId))
  const there = studio.getSpaces(session.projectId).filter(({ id }) => wanted.has(id))
  const spaces = await openSpaces({ client, studio }, there)
  const records = new Map(
    spaces.flatMap((space) => listTaskRecords(studio, space)).map((record) => [record.task.id, record]),
  )
  return { review, spaces, lines: entries.map((entry) => ({ entry, record: records.get(entry.taskId) })) }
}

/** Converts tasks to session entries, with their items' range in the cut; all must be of one project. */
export function toReviewed(records: readonly TaskRecord[], studio: StudioReplica) {
  const places = new Set(records.map(({ space }) => studio.replica.find('spaces', space.spaceId)?.projectId))
  const [projectId] = places
  if (places.size > 1) {
    throw usageError('These tasks belong to several projects; a review belongs to one.', 'Pass --project.')
  }
  const tasks = records.map(({ task, space }): ReviewedTask => {
    const item = space.replica.find('items', task.itemId)
    return {
      taskId: task.id,
      itemId: task.itemId,
      spaceId: space.spaceId,
      ...(item?.frameIn !== undefined && item.frameOut !== undefined && { cutIn: item.frameIn, cutOut: item.frameOut }),
      ...(item?.handleIn !== undefined && { handleIn: item.handleIn }),
      ...(item?.handleOut !== undefined && { handleOut: item.handleOut }),
    }
  })
  return { projectId, tasks }
}
