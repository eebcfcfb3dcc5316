import { isUuid, toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { SessionStudio, SessionUser } from '#app/stores/session-store.ts'

/** Who was signed in last and where they were: what an offline or an instant start shows. */
export type KeptSession = {
  readonly user: SessionUser
  readonly studios: readonly SessionStudio[]
  readonly currentStudioId: StudioId | undefined
}

const KEY = 'lastSession'
// Where the gateway's session keeps its tokens.
export const TOKENS_KEY = 'xsheet-session'

/** Whether somebody is signed in on this device, as far as can be told without asking. */
export function hasTokens(): boolean {
  return readStored(TOKENS_KEY) !== undefined
}

export function keepSession(session: KeptSession): void {
  writeStored(KEY, JSON.stringify(session))
}

/** The kept session; of this person only, where one is given. */
export function findKeptSession(userId?: UserId): KeptSession | undefined {
  try {
    // Written by `keepSession` alone; a broken or older text is found out below and counts as none.
    const kept = JSON.parse(readStored(KEY) ?? 'null') as KeptSession | null
    if (kept === null || !isUuid(kept.user.id) || !Array.isArray(kept.studios)) return undefined
    return userId === undefined || kept.user.id === toId(userId) ? kept : undefined
  } catch {
    return undefined
  }
}
