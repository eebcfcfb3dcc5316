import { groupBy } from '#core/lib/collections.ts'
import type { TaskId, UserId } from '#core/lib/ids.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { FeedAction } from './filter.ts'

// A revision and its comment within this time are one entry.
const feedDuplicateWindowMs = 5000

type DuplicateKey = {
  readonly action: FeedAction
  readonly taskId: TaskId
  readonly versionNumber: number | undefined
  readonly actorId: UserId | undefined
  readonly createdAt: EpochMs
}

/**
 * Drops each comment whose revision (same task, version and actor, created within five seconds) is also in the list.
 * Keeps the order; run it over all pages together, since a pair may straddle two.
 */
export function dropDuplicateFeedItems<Item extends DuplicateKey>(items: readonly Item[]): readonly Item[] {
  const keyOf = (item: Item) => `${item.taskId}/${item.versionNumber ?? ''}/${item.actorId ?? ''}`
  const revisions = groupBy(
    items.filter((item) => item.action === 'REVISION_ADD'),
    keyOf,
  )
  return items.filter((item) => {
    if (item.action === 'REVISION_ADD') return true
    const twins = revisions.get(keyOf(item)) ?? []
    return !twins.some((revision) => Math.abs(revision.createdAt - item.createdAt) <= feedDuplicateWindowMs)
  })
}
