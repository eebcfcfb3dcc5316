/** A message between tabs. */
export type SessionNews = 'signed-in' | 'signed-out'

/** The channel to this browser's other tabs. */
export interface NewsChannel {
  readonly post: (news: SessionNews) => void
  readonly subscribe: (listener: (news: SessionNews) => void) => void
}

/** Tells other tabs, and hears from them, that someone signed in or out. */
export function openNewsChannel(): NewsChannel {
  const channel = new BroadcastChannel('session-news')
  return {
    post: (news) => channel.postMessage(news),
    subscribe: (listener) => {
      channel.addEventListener('message', ({ data }) => {
        if (data === 'signed-in' || data === 'signed-out') listener(data)
      })
    },
  }
}
