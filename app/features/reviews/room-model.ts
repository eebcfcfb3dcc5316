import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { ShownContent } from '#core/reviews/find-shown-file.ts'
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

/** An entry with everything it refers to; deleted rows are undefined. */
export type RoomEntry = {
  readonly entry: ReviewEntryRow
  readonly task: Task | undefined
  readonly item: ItemRow | undefined
  /** The sequence of its item. */
  readonly sequence: CollectionRow | undefined
  readonly stage: StageRow | undefined
  readonly status: StatusRow | undefined
  readonly judged: StatusRow | undefined
}

/** An open review session, for its screen and its commands. */
export type RoomModel = {
  readonly client: StudioClient
  readonly studio: StudioReplica
  readonly studioSlug: string
  readonly projectSlug: string
  readonly session: ReviewSessionRow
  readonly review: ReviewReplica
  readonly entries: readonly RoomEntry[]
  /** The index of the shown entry. */
  readonly at: number
  readonly shown: RoomEntry | undefined
  readonly space: SpaceReplica | undefined
  readonly item: ItemReplica | undefined
  readonly content: ShownContent
  /** Why the shown entry could not be opened, with a retry. */
  readonly failed?: { readonly error: unknown; readonly retry: () => void }
  /** The films to preload, in order, including the shown one. */
  readonly films: readonly MediaRow[]
  /** Returns what an entry shows; known only for entries around the shown one. */
  readonly contentOf: (entry: ReviewEntryRow) => ShownContent
  /** The statuses that the shown task can be given. */
  readonly statuses: readonly StatusRow[]
}

type Place = {
  readonly studio: StudioReplica
  readonly findSpace: (entry: ReviewEntryRow) => SpaceReplica | undefined
}

/** Returns the number of the shown film's first frame. */
export function firstFrameIn({ studio, session, shown, content }: RoomModel): number {
  const project = studio.replica.find('projects', session.projectId)
  return firstFrameOf(shown?.item, project, content.kind === 'file' ? content.media : undefined)
}

/** Returns an entry with its task, item, stage and statuses. */
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
 * Returns the index to show: of the wanted entry, else the last index, so that judging or removing an entry does
 * not move anyone. At first it is the first entry that is not judged.
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

/** Counts the judged entries. */
export function countJudged(entries: readonly RoomEntry[]): number {
  return entries.filter(({ entry }) => entry.judgedStatusId !== undefined).length
}
