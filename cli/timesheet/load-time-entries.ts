import { addDays, makeDateInZone, type CalendarDate } from '#core/domain/calendar-date.ts'
import { parseTimeSpent } from '#core/domain/time-spent.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { loadFeed, type FeedEntry } from './load-feed.ts'

/** A revision with the time spent on it, on the day it was posted. */
export type TimeEntry = {
  readonly revisionId: string
  readonly day: CalendarDate
  readonly at: string
  readonly artist: string
  readonly artistId: string | null
  readonly project: string
  readonly space: string
  readonly collection: string
  readonly item: string
  readonly stage: string
  readonly version: number
  readonly minutes: number
  readonly comment: string
  readonly taskId: string
}

export type Range = { readonly from: CalendarDate; readonly to: CalendarDate; readonly timeZone: string }

/** How many items are asked for at once. */
const parallel = 6

/** The studio's time in a range of days, the oldest first; only projects the caller may open. */
export async function loadTimeEntries(gateway: Gateway, studioId: string, range: Range): Promise<readonly TimeEntry[]> {
  const dayOf = makeDateInZone(range.timeZone)
  // A day more on both sides: zones are up to fourteen hours away from UTC.
  const before = `${addDays(range.to, 2)}T00:00:00Z`
  const since = `${addDays(range.from, -1)}T00:00:00Z`
  const feed = await loadFeed(gateway, { studioId, actions: ['REVISION_ADD'], before, since })
  const inRange = feed.filter(({ created_at: at }) => {
    const day = dayOf(Date.parse(at))
    return day >= range.from && day <= range.to
  })
  const versions = await loadVersions(gateway, [...new Set(inRange.map((entry) => entry.item_id))])
  return inRange
    .flatMap((entry) => {
      const version = versions.get(entry.id)
      const day = dayOf(Date.parse(entry.created_at))
      return version === undefined ? [] : [toEntry(entry, day, version)]
    })
    .toReversed()
}

type Version = { readonly versionNumber: number; readonly timeSpent: string | undefined; readonly comment: string }

async function loadVersions(gateway: Gateway, itemIds: readonly string[]): Promise<ReadonlyMap<string, Version>> {
  const versions = new Map<string, Version>()
  const waiting = itemIds.values()
  const work = async (): Promise<void> => {
    for (const itemId of waiting) {
      const { tables } = await gateway.pull({ scope: `item:${toId<ItemId>(itemId)}`, since: 0 })
      for (const version of tables.task_versions ?? []) versions.set(version.id, version)
    }
  }
  await Promise.all(Array.from({ length: parallel }, work))
  return versions
}

function toEntry(entry: FeedEntry, day: CalendarDate, version: Version): TimeEntry {
  return {
    revisionId: entry.id,
    day,
    at: new Date(entry.created_at).toISOString(),
    artist: entry.actor_name,
    artistId: entry.actor_id,
    project: entry.project_name,
    space: entry.space_name,
    collection: entry.collection_name,
    item: entry.item_name,
    stage: entry.task_name,
    version: version.versionNumber,
    minutes: parseTimeSpent(version.timeSpent ?? '') ?? 0,
    comment: version.comment,
    taskId: entry.task_id,
  }
}
