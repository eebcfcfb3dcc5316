import { isUuid, toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { SessionStudio, SessionUser } from '#app/stores/session-store.ts'

/** Who was signed in last and where: shown when starting offline, or until the server responds. */
export type KeptSession = {
  readonly user: SessionUser
  readonly studios: readonly SessionStudio[]
  readonly currentStudioId: StudioId | undefined
}

const KEY = 'lastSession'
// The key under which the gateway's session stores its tokens.
export const TOKENS_KEY = 'xsheet-session'

/** Tells whether someone is signed in on this device, as far as storage shows. */
export function hasTokens(): boolean {
  return readStored(TOKENS_KEY) !== undefined
}

/** Returns who is signed in on this device, as far as storage shows: the tokens are the stored session's person's. */
export function findKeptUserId(): UserId | undefined {
  const userId = findKeptSession()?.user.id
  return userId !== undefined && readStored(TOKENS_KEY)?.includes(userId) === true ? userId : undefined
}

export function keepSession(session: KeptSession): void {
  writeStored(KEY, JSON.stringify(session))
}

/** Returns the stored session; with `userId`, only if it is that person's. */
export function findKeptSession(userId?: UserId): KeptSession | undefined {
  try {
    // Only `keepSession` writes it; a broken or older value is caught below and counts as none.
    const kept = JSON.parse(readStored(KEY) ?? 'null') as KeptSession | null
    if (kept === null || !isUuid(kept.user.id) || !Array.isArray(kept.studios)) return undefined
    return userId === undefined || kept.user.id === toId(userId) ? kept : undefined
  } catch {
    return undefined
  }
}
