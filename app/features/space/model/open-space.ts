import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Space } from '#core/schema/spaces.ts'
import { emptyFilter, type Filter } from '#core/timeline/filter-kinds.ts'
import { AppError } from '#core/lib/errors.ts'
import { isSame } from '#core/lib/is-same.ts'
import { messages } from '#core/lib/messages.ts'
import { loadMediaUrls } from '#core/revisions/load-media-urls.ts'
import { loadSpaceMinutes } from '#core/timesheet/load-space-minutes.ts'
import { loadGridFilter, saveGridFilter } from '#core/items/load-grid-filter.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { makeMediaUrls, type MediaUrls } from '#app/widgets/media-urls.ts'
import { enterSpace, setFilter, setLayout, spaceViewStore } from '../space-view-store.ts'
import { findKeptFilter, isUnsent, keepFilter, setUnsent } from './kept-filter.ts'
import { makeSpaceModel, type SpaceModel } from './space-model.ts'
import { makeTimeStats, type TimeStats } from './time-stats.ts'

export type OpenSpace = {
  readonly model: SpaceModel
  readonly stats: TimeStats
  readonly mediaUrls: MediaUrls
  readonly client: StudioClient
}

/** The longest wait for a filter; the space then opens without it. */
const FILTER_WAIT_MS = 1500

/**
 * Opens a space with its saved filter, and resets the view for it. Fails with an `AppError` in the specification's
 * words.
 */
export async function openSpace(client: StudioClient, studio: StudioReplica, row: Space): Promise<OpenSpace> {
  const place = { studioId: studio.studioId, spaceId: row.id }
  const [space, filter] = await Promise.all([client.openSpace(place).catch(toSpaceError), loadFilter(client, place)])
  enterSpace(row.id, row.layout === 'kanban' ? 'kanban' : 'grid')
  takeWantedLayout()
  setFilter(filter)
  return {
    client,
    model: makeSpaceModel({ studio, space, row, userId: client.userId }),
    mediaUrls: makeMediaUrls(async (ids) => await loadMediaUrls(ids, client)),
    stats: makeTimeStats(async () => await loadSpaceMinutes(row.id, client)),
  }
}

function toSpaceError(cause: unknown): never {
  if (!(cause instanceof AppError)) throw cause
  const isGone = cause.code === 'not-found' || cause.code === 'permission-denied'
  const code = isGone ? 'space-not-found' : 'space-load-failed'
  throw new AppError(code, messages[code], { cause, retryable: cause.retryable })
}

type Place = Parameters<typeof loadGridFilter>[0]

/**
 * Returns this browser's copy at once, and applies the server's when it arrives; without a copy, waits for the
 * server's, but not for long.
 */
async function loadFilter(client: StudioClient, place: Place): Promise<Filter> {
  const kept = findKeptFilter(client.userId, place)
  const loading = loadFromServer(client, place)
  if (kept === undefined) {
    const late = new Promise<undefined>((resolve) => {
      setTimeout(() => resolve(undefined), FILTER_WAIT_MS)
    })
    return (await Promise.race([loading, late])) ?? emptyFilter
  }
  void loading.then((filter) => {
    const isKept = isSame(filter, kept)
    // A filter the person has changed meanwhile stays.
    if (filter !== undefined && !isKept && spaceViewStore.filter === kept) setFilter(filter)
  })
  return kept
}

async function loadFromServer(client: StudioClient, place: Place): Promise<Filter | undefined> {
  try {
    await sendUnsent(client, place)
    const { filter, isCorrupt } = await loadGridFilter(place, client)
    if (isCorrupt) showToast({ text: 'Your saved filter could not be read and was reset.' })
    keepFilter(client.userId, place, filter)
    return filter
  } catch (cause) {
    // Without a network the space opens without its filter rather than not at all.
    if (cause instanceof AppError) return undefined
    throw cause
  }
}

/** Sends a filter saved offline before anything is read from the server. */
async function sendUnsent(client: StudioClient, place: Place): Promise<void> {
  const filter = isUnsent(client.userId, place) ? findKeptFilter(client.userId, place) : undefined
  if (filter === undefined) return
  const saved = await saveGridFilter({ ...place, filter }, client)
  if (!saved.ok) throw saved.error
  setUnsent(client.userId, place, false)
}

/** Applies the layout requested by another view of the space, once: not again after a reload. */
function takeWantedLayout(): void {
  const { layout, ...rest }: { layout?: unknown } = history.state ?? {}
  if (layout !== 'grid' && layout !== 'kanban') return
  setLayout(layout)
  history.replaceState(rest, '')
}
