import type { MediaId, ReviewSessionId, SpaceId, StudioId, UserId } from '#core/lib/ids.ts'

/** Prefix of the name of a person's cache of films; nobody else on the machine is shown them. */
const KEPT_PREFIX = 'kept-u-'

export type KeptFile = { readonly id: MediaId; readonly spaceId: SpaceId; readonly sizeBytes: number }

/** A review session kept on this device, with the files that belong to it; some of them may still be missing. */
export type KeptSession = {
  readonly sessionId: ReviewSessionId
  readonly studioId: StudioId
  readonly name: string
  readonly films: 'proxies' | 'originals'
  readonly keptAt: number
  readonly files: readonly KeptFile[]
}

/** All that is kept: sessions, and complete files. */
export type Kept = { readonly sessions: readonly KeptSession[]; readonly here: ReadonlySet<MediaId> }

export const nothingKept: Kept = { sessions: [], here: new Set() }

/** Whether this browser can keep files: it cannot at an address without https, nor in some private windows. */
export function canKeepFiles(): boolean {
  return 'caches' in globalThis
}

const cacheName = (userId: UserId): string => `${KEPT_PREFIX}${userId}`
const fileUrl = (id: MediaId): string => `/kept/files/${id}`
const sessionUrl = (id: ReviewSessionId): string => `/kept/sessions/${id}`

/** Loads what a person keeps on this device; nothing where the browser refuses. */
export async function loadKept(userId: UserId): Promise<Kept> {
  if (!canKeepFiles() || !(await caches.has(cacheName(userId)))) return nothingKept
  const cache = await caches.open(cacheName(userId))
  const paths = (await cache.keys()).map(({ url }) => new URL(url).pathname)
  const under = (folder: string): readonly string[] => paths.filter((path) => path.startsWith(folder))
  const sessions = await Promise.all(
    // Only `saveKeptSession` writes there.
    under('/kept/sessions/').map(async (path) => (await (await cache.match(path))?.json()) as KeptSession | undefined),
  )
  // The last part of the path is the id that `fileUrl` put there.
  const here = under('/kept/files/').map((path) => path.slice('/kept/files/'.length) as MediaId)
  return {
    sessions: sessions.filter((session) => session !== undefined).toSorted((a, b) => b.keptAt - a.keptAt),
    here: new Set(here),
  }
}

/**
 * Records which files belong to a session, before they are downloaded, so that an interrupted download can continue or
 * be removed.
 */
export async function saveKeptSession(userId: UserId, session: KeptSession): Promise<void> {
  const cache = await caches.open(cacheName(userId))
  await cache.put(sessionUrl(session.sessionId), Response.json(session))
  await sweep(userId)
}

export async function deleteKeptSession(userId: UserId, sessionId: ReviewSessionId): Promise<void> {
  const cache = await caches.open(cacheName(userId))
  await cache.delete(sessionUrl(sessionId))
  await sweep(userId)
}

/** Removes files that belong to no session. */
async function sweep(userId: UserId): Promise<void> {
  const { sessions, here } = await loadKept(userId)
  if (sessions.length === 0) {
    await caches.delete(cacheName(userId))
    return
  }
  const needed = new Set(sessions.flatMap(({ files }) => files.map(({ id }) => id)))
  const cache = await caches.open(cacheName(userId))
  await Promise.all([...here].filter((id) => !needed.has(id)).map(async (id) => await cache.delete(fileUrl(id))))
}

/**
 * Keeps a complete file or nothing. Fails when the download breaks off, and with a `QuotaExceededError` when there is
 * no room.
 */
export async function keepFile(userId: UserId, id: MediaId, answer: Response): Promise<void> {
  const cache = await caches.open(cacheName(userId))
  await cache.put(fileUrl(id), answer)
}

export async function findKeptFile(userId: UserId, id: MediaId): Promise<Blob | undefined> {
  if (!canKeepFiles() || !(await caches.has(cacheName(userId)))) return undefined
  return await (await (await caches.open(cacheName(userId))).match(fileUrl(id)))?.blob()
}

/** Removes what anybody kept on this device. */
export async function forgetKeptFiles(): Promise<void> {
  if (!canKeepFiles()) return
  const names = (await caches.keys()).filter((name) => name.startsWith(KEPT_PREFIX))
  await Promise.all(names.map(async (name) => await caches.delete(name)))
}
