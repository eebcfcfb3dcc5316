import type { Online } from '#core/sync/ports.ts'

/** Whether the browser reports a network. */
export const browserOnline: Online = {
  isOnline: () => navigator.onLine,
  subscribe: (listener) => {
    window.addEventListener('online', listener)
    window.addEventListener('offline', listener)
    return () => {
      window.removeEventListener('online', listener)
      window.removeEventListener('offline', listener)
    }
  },
}

/** Calls back when the window becomes visible again, since news may have been missed. */
export function onReturn(listener: () => void): () => void {
  const hear = (): void => {
    if (document.visibilityState === 'visible') listener()
  }
  document.addEventListener('visibilitychange', hear)
  window.addEventListener('pageshow', hear)
  return () => {
    document.removeEventListener('visibilitychange', hear)
    window.removeEventListener('pageshow', hear)
  }
}
