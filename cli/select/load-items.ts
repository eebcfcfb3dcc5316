import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ItemReplica } from '#core/revisions/item-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { usageError } from '../cli-error.ts'
import { loadTasks, type TaskFilterOptions } from './load-tasks.ts'
import type { TaskRecord } from './task-record.ts'

export type TaskWithHistory = { readonly record: TaskRecord; readonly item: ItemReplica }

type Place = { readonly client: StudioClient; readonly studio: StudioReplica }

/** How many items are requested at once. */
const parallel = 4

/** Loads the tasks that targets or conditions select, with their revisions and comments. */
export async function loadTasksWithHistory(
  place: Place,
  options: TaskFilterOptions,
  targets: readonly string[],
): Promise<readonly TaskWithHistory[]> {
  assertNarrowed(options, targets)
  return await openHistories(place.client, await loadTasks(place, options, targets))
}

/** Throws if neither targets nor conditions are given, so that all tasks are never meant by accident. */
export function assertNarrowed(options: TaskFilterOptions, targets: readonly string[]): void {
  const { collection, item, stage, status, assignee, view, where } = options
  const isNarrow = [collection, item, stage, status, assignee, view, where].some((each) => each !== undefined)
  if (targets.length === 0 && !isNarrow) throw usageError('Which tasks?', 'Name them, as in sq010/sh0040:animation.')
}

/** Opens the items of tasks, a few at a time. */
export async function openHistories(
  client: StudioClient,
  records: readonly TaskRecord[],
): Promise<readonly TaskWithHistory[]> {
  const histories: TaskWithHistory[] = []
  const waiting = records.entries()
  const work = async (): Promise<void> => {
    for (const [at, record] of waiting) {
      const { studioId, spaceId } = record.space
      // The client opens an item once, however often it is requested.
      histories[at] = { record, item: await client.openItem({ studioId, spaceId, itemId: record.task.itemId }) }
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return histories
}
