import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { Looked } from '#core/reviews/find-looked.ts'
import { firstFrameOf } from '#core/revisions/frame-number.ts'
import type { ReviewReplica } from '#core/reviews/review-replica.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { CollectionRow } from '#core/schema/collections.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'

/** An entry with what it names; what was deleted is absent. */
export type RoomEntry = {
  readonly entry: ReviewEntryRow
  readonly task: Task | undefined
  readonly item: ItemRow | undefined
  /** The sequence its item is in. */
  readonly sequence: CollectionRow | undefined
  readonly stage: StageRow | undefined
  readonly status: StatusRow | undefined
  readonly judged: StatusRow | undefined
}

/** An open review session, as its screen and its commands see it. */
export type RoomModel = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly studioSlug: string
  readonly projectSlug: string
  readonly session: ReviewSessionRow
  readonly review: ReviewReplica
  readonly entries: readonly RoomEntry[]
  /** The place of the entry that is looked at. */
  readonly at: number
  readonly shown: RoomEntry | undefined
  readonly space: SpaceReplica | undefined
  readonly item: ItemReplica | undefined
  readonly looked: Looked
  /** Why what is looked at could not be opened, and how to try again. */
  readonly failed?: { readonly error: unknown; readonly retry: () => void }
  /** Films to have ready, in their order, the shown one among them. */
  readonly films: readonly MediaRow[]
  /** What there is to look at of an entry; only of those around the shown one it is known. */
  readonly look: (entry: ReviewEntryRow) => Looked
  /** What the shown task can be judged with. */
  readonly statuses: readonly StatusRow[]
}

type Place = {
  readonly studio: StudioReplica
  readonly findSpace: (entry: ReviewEntryRow) => SpaceReplica | undefined
}

/** The number that the first frame of the shown film has for people. */
export function firstFrameIn({ studio, session, shown, looked }: RoomModel): number {
  const project = studio.replica.find('projects', session.projectId)
  return firstFrameOf(shown?.item, project, looked.kind === 'file' ? looked.media : undefined)
}

/** An entry with its task, item, stage and statuses. */
export function readEntry(entry: ReviewEntryRow, { studio, findSpace }: Place): RoomEntry {
  const space = findSpace(entry)
  const task = space?.replica.find('item_tasks', entry.taskId)
  const item = space?.replica.find('items', entry.itemId)
  return {
    entry,
    task,
    item,
    sequence: space?.replica.find('collections', item?.collectionId ?? ''),
    stage: task && studio.replica.find('stages', task.stageId),
    status: task && studio.replica.find('task_statuses', task.statusId),
    judged: studio.replica.find('task_statuses', entry.judgedStatusId ?? ''),
  }
}

/**
 * Where a session is gone on with: at the entry that is named, else where one was, so that judging or removing an entry
 * moves nobody. At first it is the first that is not judged.
 */
export function findPlace(
  entries: readonly ReviewEntryRow[],
  wanted: string | undefined,
  lastAt: number | undefined,
): number {
  const named = entries.findIndex(({ id }) => id === wanted)
  if (named >= 0) return named
  if (lastAt !== undefined) return Math.max(0, Math.min(lastAt, entries.length - 1))
  return Math.max(
    0,
    entries.findIndex(({ judgedStatusId }) => judgedStatusId === undefined),
  )
}

/** How many entries are judged. */
export function countJudged(entries: readonly RoomEntry[]): number {
  return entries.filter(({ entry }) => entry.judgedStatusId !== undefined).length
}
