import { parseJson } from '#core/lib/json.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import {
  parseTimelineFilter,
  timelineFilterKey,
  toSavedTimelineFilter,
  type TimelineFilter,
} from '#core/items/saved-filter.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { loadTimelineFilter, saveTimelineFilter } from '#core/timeline/load-timeline-filter.ts'
import type { Result } from '#core/lib/result.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { showToast } from '#app/stores/toast-store.ts'

// Computers may be shared: the key includes the person.
const keyOf = (userId: UserId, studioId: StudioId): string => `${timelineFilterKey(studioId)}_${userId}`

/** The longest wait for a filter; the timeline then opens without it. */
const waitMs = 800

/**
 * Returns this browser's copy at once and passes a different one from the server to `onLate`; without a copy, waits for
 * the server's, but not for long.
 */
export async function loadSavedFilter(
  client: StudioClient,
  studioId: StudioId,
  onLate: (filter: TimelineFilter) => void,
): Promise<TimelineFilter | undefined> {
  const kept = findKept(client.userId, studioId)
  const loading = loadFromServer(client, studioId)
  if (kept !== undefined) {
    void loading.then((filter) => {
      if (filter !== undefined && JSON.stringify(filter) !== JSON.stringify(kept)) onLate(filter)
    })
    return kept
  }
  const late = new Promise<undefined>((resolve) => {
    setTimeout(() => resolve(undefined), waitMs)
  })
  return await Promise.race([loading, late])
}

/** Saves the filter for this person and studio, and keeps a copy here; fails without a studio. */
export async function saveFilter(
  client: StudioClient,
  studioId: StudioId | undefined,
  filter: TimelineFilter,
): Promise<Result<void>> {
  const saved = await saveTimelineFilter({ studioId, filter }, client)
  if (saved.ok && studioId !== undefined) keep(client.userId, studioId, filter)
  return saved
}

async function loadFromServer(client: StudioClient, studioId: StudioId): Promise<TimelineFilter | undefined> {
  try {
    const { filter, isCorrupt } = await loadTimelineFilter(studioId, client)
    if (isCorrupt) showToast({ text: 'Your saved filter could not be read and was reset.' })
    if (filter !== undefined) keep(client.userId, studioId, filter)
    return filter
  } catch (cause) {
    // Without a network the timeline opens without its filter rather than not at all.
    if (cause instanceof AppError) return undefined
    throw cause
  }
}

function keep(userId: UserId, studioId: StudioId, filter: TimelineFilter): void {
  writeStored(keyOf(userId, studioId), JSON.stringify(toSavedTimelineFilter(filter)))
}

function findKept(userId: UserId, studioId: StudioId): TimelineFilter | undefined {
  return parseTimelineFilter(parseJson(readStored(keyOf(userId, studioId))))
}
