import { useCallback, useEffect, useLayoutEffect, useMemo, useState, useSyncExternalStore } from 'react'
import { useSearch } from 'wouter'
import { findShownFile, type ShownContent } from '#core/reviews/find-shown-file.ts'
import { mediaKindOf } from '#core/revisions/media-kind.ts'
import { toId, type ItemId, type ReviewSessionId, type SpaceId } from '#core/lib/ids.ts'
import type { Replica } from '#core/schema/replica.ts'
import type { MediaRow } from '#core/schema/media.ts'
import type { ReviewSessionRow } from '#core/schema/review-sessions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import type { ReviewEntryRow } from '#core/schema/review-entries.ts'
import type { RouteParams } from '#app/routes.ts'
import { offeredStatuses } from '#core/studios/offered-statuses.ts'
import { useClient, useReplicaVersion } from '#app/widgets/use-client.ts'
import { findPlace, readEntry, type RoomModel } from './room-model.ts'
import { setRoom } from './room-store.ts'
import { togetherStore } from './together-store.ts'
import { useOpenedMany, type OpenedOne } from '#app/widgets/use-opened-many.ts'

export type RoomView =
  | { readonly kind: 'loading' | 'not-found' }
  | { readonly kind: 'failed'; readonly error: unknown; readonly retry: () => void }
  | { readonly kind: 'open'; readonly model: RoomModel }

/** The number of entries around the shown one whose films are preloaded. */
const before = 1
const after = 2

/** Opens the session of an address with the spaces of its tasks, and the items around the shown one. */
export function useRoom(params: RouteParams): RoomView {
  const { client, studio, studioError } = useClient()
  useReplicaVersion(studio?.replica)
  const wanted = new URLSearchParams(useSearch()).get('entry') ?? undefined
  const session = studio?.replica.find('review_sessions', params['reviewId'] ?? '')
  const { review, rows, at, near, spaces, items, failed, retry, retryItems } = useOpenedRows({
    client,
    studio,
    session,
    wanted,
  })

  if (studioError !== undefined) return { kind: 'failed', error: studioError, retry: () => location.reload() }
  if (client === undefined || studio === undefined) return { kind: 'loading' }
  if (session === undefined) return { kind: 'not-found' }
  if (failed !== undefined) return { kind: 'failed', error: failed.error, retry }
  if (review === undefined) return { kind: 'loading' }

  const place = { studio, findSpace: ({ spaceId }: ReviewEntryRow) => spaces.get(spaceId)?.value }
  const entries = rows.map((entry) => readEntry(entry, place))
  const shown = entries[at]
  const itemError = shown && items.get(keyOf(shown.entry))?.error
  const contentOf = (entry: ReviewEntryRow): ShownContent => {
    if (studio.replica.find('spaces', entry.spaceId) === undefined) return { kind: 'task-deleted' }
    return findShownFile(readEntry(entry, place), {
      space: place.findSpace(entry),
      item: items.get(keyOf(entry))?.value,
    })
  }
  const model: RoomModel = {
    client,
    studio,
    studioSlug: params['studioSlug'] ?? '',
    projectSlug: params['projectSlug'] ?? '',
    session,
    review,
    entries,
    at,
    shown,
    space: shown && place.findSpace(shown.entry),
    item: shown && items.get(keyOf(shown.entry))?.value,
    content: shown === undefined ? { kind: 'nothing-posted' } : contentOf(shown.entry),
    ...(itemError !== undefined && { failed: { error: itemError, retry: retryItems } }),
    films: listFilms(near.map(contentOf)),
    contentOf,
    statuses: shown === undefined ? [] : offeredStatuses(studio, shown.entry.spaceId),
  }
  return { kind: 'open', model }
}

/** Lists the films among what is shown, each once. */
function listFilms(content: readonly ShownContent[]): readonly MediaRow[] {
  const films = content.flatMap((each) =>
    each.kind === 'file' && mediaKindOf(each.media.contentType) === 'video' ? [each.media] : [],
  )
  return [...new Map(films.map((film) => [film.id, film])).values()]
}

type Opening = {
  readonly client: StudioClient | undefined
  readonly studio: StudioReplica | undefined
  readonly session: ReviewSessionRow | undefined
  readonly wanted: string | undefined
}

/** Opens the session's entries, the spaces of all of them, and the items around the shown one. */
function useOpenedRows({ client, studio, session, wanted }: Opening) {
  const studioId = studio?.studioId
  const needed = () => {
    if (client === undefined || studioId === undefined) throw new Error('Nothing to open')
    return { client, studioId }
  }
  const reviews = useOpenedMany(session === undefined ? [] : [session.id], {
    client,
    open: async (id) => {
      const { client: opener, studioId: of } = needed()
      return await opener.openReview({ studioId: of, sessionId: toId<ReviewSessionId>(id) })
    },
    scopeOf: (id) => `review:${toId<ReviewSessionId>(id)}`,
  })
  const review = reviews.opened.get(session?.id ?? '')?.value
  useReplicaVersion(review?.replica)
  const rows = review?.getEntries() ?? noEntries

  const spaces = useOpenedMany(knownSpaces(rows, studio?.replica), {
    client,
    open: async (id) => {
      const { client: opener, studioId: of } = needed()
      return await opener.openSpace({ studioId: of, spaceId: toId<SpaceId>(id) })
    },
    scopeOf: (id) => `space:${toId<SpaceId>(id)}`,
  })
  const [lastAt, setLastAt] = useState<number>()
  // Begins where the leader is, if that is known by now.
  const led = lastAt === undefined ? togetherStore.find()?.findLed()?.entryId : undefined
  const at = findPlace(rows, wanted ?? led, lastAt)
  if (rows.length > 0 && at !== lastAt) setLastAt(at)
  const shown = rows[at]
  const near = rows.slice(Math.max(0, at - before), at + after + 1)
  // Opens the shown item first, and those around it once it has loaded.
  const [hasBegun, setBegun] = useState(false)
  // Opened in parallel with its space: someone called into a running room waits for one response less.
  const mayBeThere = ({ spaceId, itemId }: ReviewEntryRow) =>
    studio?.replica.find('spaces', spaceId) !== undefined &&
    mayHaveItem(spaces.opened.get(spaceId)?.value?.replica, itemId)
  const wantedRows = hasBegun ? near : rows.slice(at, at + 1)
  const items = useOpenedMany(wantedRows.filter(mayBeThere).map(keyOf), {
    client,
    open: async (key) => {
      const { client: opener, studioId: of } = needed()
      return await opener.openItem({ studioId: of, ...placeOf(key) })
    },
    scopeOf: (key) => `item:${placeOf(key).itemId}`,
  })
  const isThere = shown !== undefined && items.opened.get(keyOf(shown))?.value !== undefined
  if (!hasBegun && (isThere || (shown !== undefined && !mayBeThere(shown)))) setBegun(true)
  useReplicaVersions(spaces.opened, items.opened)
  const failed = [...reviews.opened.values(), ...spaces.opened.values()].find(({ error }) => error !== undefined)
  const retry = (): void => {
    reviews.retry()
    spaces.retry()
  }
  const found = { review, rows, at, near, failed, retry }
  return { ...found, spaces: spaces.opened, items: items.opened, retryItems: items.retry }
}

/** Returns whether a space has an item, or may have it while the space is loading. */
function mayHaveItem(space: Replica | undefined, itemId: ItemId): boolean {
  return space === undefined || space.find('items', itemId) !== undefined
}

const noEntries: readonly ReviewEntryRow[] = []

/** Publishes what is open to commands. */
export function useShownRoom(model: RoomModel | undefined): void {
  useLayoutEffect(() => setRoom(model))
  useEffect(() => () => setRoom(undefined), [])
}

/** Returns the spaces that exist: one may have been deleted with its tasks. */
function knownSpaces(rows: readonly ReviewEntryRow[], studio: Replica | undefined): readonly string[] {
  return rows.flatMap(({ spaceId }) => (studio?.find('spaces', spaceId) === undefined ? [] : [spaceId]))
}

function keyOf({ spaceId, itemId }: ReviewEntryRow): string {
  return `${spaceId}/${itemId}`
}

function placeOf(key: string): { readonly spaceId: SpaceId; readonly itemId: ItemId } {
  const [space = '', item = ''] = key.split('/')
  return { spaceId: toId<SpaceId>(space), itemId: toId<ItemId>(item) }
}

type Opened = ReadonlyMap<string, OpenedOne<{ readonly replica: Replica }>>

/** Renders again when something in one of the replicas changes. */
function useReplicaVersions(spaces: Opened, items: Opened): void {
  const replicas = useMemo(
    () => [...spaces.values(), ...items.values()].flatMap(({ value }) => value?.replica ?? []),
    [spaces, items],
  )
  const subscribe = useCallback(
    (listener: () => void) => {
      const stops = replicas.map((replica) => replica.subscribe(listener))
      return () => {
        for (const stop of stops) stop()
      }
    },
    [replicas],
  )
  useSyncExternalStore(subscribe, () => replicas.reduce((sum, replica) => sum + replica.getVersion(), 0))
}
