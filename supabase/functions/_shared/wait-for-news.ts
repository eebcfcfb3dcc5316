import type { Call } from './call.ts'

/** A listener on a studio's channel. */
export type News = {
  /** Resolves when the studio has news, or after the timeout; `true` for news. News from before the call counts too. */
  next: (timeoutMs: number) => Promise<boolean>
  close: () => void
}

/**
 * Joins a studio's channel as the caller and listens for its news, by the protocol of realtime-js. Returns once joined,
 * so that nothing that happens afterwards is missed; if it cannot join, returns at once with a listener that hears
 * nothing.
 */
export async function listenForNews({ context, token }: Call, studioId: string, timeoutMs: number): Promise<News> {
  const address = new URL(`${context.supabaseUrl.replace(/^http/, 'ws')}/realtime/v1/websocket`)
  address.searchParams.set('apikey', context.publishableKey)
  address.searchParams.set('vsn', '1.0.0')
  const socket = new WebSocket(address)
  const joined = Promise.withResolvers<void>()
  let hasNews = false
  let tell = (): void => undefined
  socket.addEventListener('open', () => {
    const config = { broadcast: { self: false }, presence: { enabled: false }, postgres_changes: [], private: true }
    const payload = { config, access_token: token }
    socket.send(
      JSON.stringify({ topic: `realtime:studio:${studioId}`, event: 'phx_join', payload, ref: '1', join_ref: '1' }),
    )
  })
  socket.addEventListener('message', ({ data }) => {
    const { event }: { event?: unknown } = Object(JSON.parse(String(data)))
    if (event === 'phx_reply') joined.resolve()
    if (event !== 'broadcast') return
    hasNews = true
    tell()
  })
  socket.addEventListener('error', () => joined.resolve())
  socket.addEventListener('close', () => joined.resolve())
  await settleWithin(joined.promise, timeoutMs)
  return {
    next: async (waitMs) => {
      if (!hasNews) await settleWithin(new Promise<void>((resolve) => (tell = resolve)), waitMs)
      const heard = hasNews
      hasNews = false
      return heard
    },
    close: () => socket.close(),
  }
}

async function settleWithin(promise: Promise<void>, milliseconds: number): Promise<void> {
  let timer: ReturnType<typeof setTimeout> | undefined
  const end = new Promise<void>((resolve) => (timer = setTimeout(resolve, Math.max(0, milliseconds))))
  await Promise.race([promise, end])
  clearTimeout(timer)
}
