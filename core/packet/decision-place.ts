import type { SpaceReplica } from '#core/items/space-replica.ts'
import { foldName } from '#core/lib/slug.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { ReviewReplica } from '#core/reviews/review-replica.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { DecidedTask, DecisionPlace } from './plan-decisions.ts'
import type { DecisionsFile } from './read-decisions.ts'

/** Finds the one session that files of decisions belong to; a sentence if there is none, or more than one. */
export function findDecidedSession(
  files: readonly DecisionsFile[],
  studio: StudioReplica,
): Result<ReviewSessionRow, string> {
  const [first] = files
  if (first === undefined) return err('Choose a decisions file.')
  const stranger = files.find(({ decisions }) => decisions.studioId !== studio.studioId)
  if (stranger !== undefined) return err(`${stranger.name} belongs to another studio.`)
  const other = files.find(({ decisions }) => decisions.sessionId !== first.decisions.sessionId)
  if (other !== undefined)
    return err(`${first.name} and ${other.name} belong to two reviews: bring one after the other.`)
  const session = studio.replica.find('review_sessions', first.decisions.sessionId)
  if (session === undefined) return err(`The review of ${first.name} was deleted, or you may not open it.`)
  return session.isLocked
    ? err(`The review “${session.name}” is locked. Unlock it to bring decisions back.`)
    : ok(session)
}

type InReview = {
  readonly studio: StudioReplica
  readonly review: ReviewReplica
  /** The spaces of its tasks. */
  readonly spaces: readonly SpaceReplica[]
  readonly brought: ReadonlySet<string>
}

/** Collects what planning decisions needs to know of a session. */
export function makeDecisionPlace({ studio, review, spaces, brought }: InReview): DecisionPlace {
  const bySpace = new Map(spaces.map((space) => [space.spaceId, space]))
  return {
    brought,
    tasks: new Map(
      review.getEntries().map(({ taskId, spaceId }) => [taskId, findTask(studio, bySpace.get(spaceId), taskId)]),
    ),
    statusNames: new Map([...studio.replica.getRows('task_statuses').values()].map(({ id, name }) => [id, name])),
  }
}

function findTask(studio: StudioReplica, space: SpaceReplica | undefined, taskId: string): DecidedTask | undefined {
  const task = space?.replica.find('item_tasks', taskId)
  const item = space?.replica.find('items', task?.itemId ?? '')
  if (space === undefined || task === undefined || item === undefined) return undefined
  const collection = space.replica.find('collections', item.collectionId)
  const stage = studio.replica.find('stages', task.stageId)
  const path = `${foldName(collection?.name ?? '')}/${item.slug}:${foldName(stage?.name ?? '')}`
  return { path, statusId: task.statusId, isDisabled: task.isDisabled }
}
