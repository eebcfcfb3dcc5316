import { makeListeners } from '#core/lib/listeners.ts'
import type { MediaId, ReviewSessionId, UserId } from '#core/lib/ids.ts'
import { deleteKeptSession, loadKept, nothingKept, type Kept, type KeptSession } from '#app/lib/kept-files.ts'

// Not a proxy: it is replaced as a whole.
let kept: Kept = nothingKept
let owner: UserId | undefined
let reading: Promise<void> = Promise.resolve()
const listeners = makeListeners()

function set(next: Kept): void {
  kept = next
  listeners.tell()
}

/** The review sessions that the signed-in person keeps on this device. */
export const keptStore = {
  get: (): Kept => kept,
  has: (id: MediaId): boolean => kept.here.has(id),
  isOf: (userId: UserId): boolean => owner === userId,
  /** Resolves once the kept sessions have been read. */
  settled: async (): Promise<void> => await reading,
  subscribe: listeners.subscribe,
} as const

/** Reads what is kept: on start, and after every change. */
export async function readKept(userId: UserId): Promise<void> {
  owner = userId
  // Callers of `settled` wait for this.
  reading = readOf(userId)
  await reading
}

async function readOf(userId: UserId): Promise<void> {
  const next = await loadKept(userId).catch(() => nothingKept)
  // Somebody else may have signed in meanwhile.
  if (owner === userId) set(next)
}

export async function removeKept(userId: UserId, sessionId: ReviewSessionId): Promise<void> {
  await deleteKeptSession(userId, sessionId)
  await readKept(userId)
}

export function resetKept(): void {
  owner = undefined
  set(nothingKept)
}

/** Returns how many files and bytes of a session are here, and how many there are in all. */
export function sizesOf({ files }: KeptSession): Record<'here' | 'all' | 'hereBytes' | 'allBytes', number> {
  const here = files.filter(({ id }) => kept.here.has(id))
  const bytes = (of: KeptSession['files']): number => of.reduce((sum, { sizeBytes }) => sum + sizeBytes, 0)
  return { here: here.length, all: files.length, hereBytes: bytes(here), allBytes: bytes(files) }
}
