import type { TabMessage, Tabs } from '#core/sync/ports.ts'

/**
 * The tabs of this browser that use a name. The one that holds a Web Lock sends; the lock frees itself when its tab ends, and
 * the next in line takes over. Where a browser has no locks each tab sends for itself, which repeats nothing: every write
 * carries its own id.
 */
export function openTabs(name: string): Tabs & { readonly close: () => void } {
  const channel = typeof BroadcastChannel === 'undefined' ? undefined : new BroadcastChannel(name)
  return {
    lead: (onLead) => {
      const released = Promise.withResolvers<void>()
      const cancelled = new AbortController()
      if (navigator.locks === undefined) onLead()
      else {
        navigator.locks
          .request(name, { signal: cancelled.signal }, async () => {
            onLead()
            await released.promise
          })
          // Stopped while it waited in line.
          .catch(() => undefined)
      }
      return () => {
        cancelled.abort()
        released.resolve()
      }
    },
    post: (message) => channel?.postMessage(message),
    subscribe: (listener) => {
      const hear = (event: MessageEvent<TabMessage>): void => listener(event.data)
      channel?.addEventListener('message', hear)
      return () => channel?.removeEventListener('message', hear)
    },
    close: () => channel?.close(),
  }
}
