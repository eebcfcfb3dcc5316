import type { StudioClient } from '#core/sync/studio-client.ts'
import { setUnreadCount } from '#app/stores/account-store.ts'

// Several notifications from one change are counted together.
const SETTLE_MS = 250

/**
 * Keeps the number of unread notifications up to date, until stopped: at the start, and whenever one arrives or is
 * viewed.
 */
export function watchUnread(client: StudioClient): () => void {
  let cancel: (() => void) | undefined
  const count = async (): Promise<void> => {
    const unread = await client.gateway.call('get_unread_count')
    if (typeof unread === 'number') setUnreadCount(unread)
  }
  const countSoon = (): void => {
    cancel?.()
    // Without a network the last count stays.
    cancel = client.clock.after(SETTLE_MS, () => void count().catch(() => undefined))
  }
  const stop = client.gateway.live.watchNotifications(client.userId, countSoon)
  countSoon()
  return () => {
    cancel?.()
    stop()
  }
}
