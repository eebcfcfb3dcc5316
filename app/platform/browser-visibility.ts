import type { Visibility } from '#core/sync/ports.ts'

/** Whether this tab is in front of a window that is not minimised. */
export const browserVisibility: Visibility = {
  isVisible: () => document.visibilityState === 'visible',
  subscribe: (listener) => {
    document.addEventListener('visibilitychange', listener)
    return () => document.removeEventListener('visibilitychange', listener)
  },
}
