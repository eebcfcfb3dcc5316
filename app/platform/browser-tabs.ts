import type { TabMessage, Tabs } from '#core/sync/ports.ts'

/**
 * Opens the group of this browser's tabs that share a name. The tab that holds a Web Lock sends; when it closes, the
 * lock passes to the next in line. In a browser without locks each tab sends for itself, which repeats nothing: every
 * write carries its own id.
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
          // Cancelled while waiting for the lock.
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
