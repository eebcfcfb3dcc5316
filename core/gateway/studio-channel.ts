import type { RealtimeClient } from '@supabase/realtime-js'
import type { LiveGateway } from './ports.ts'

/** Delay after the server closed a channel. */
const rejoinMs = 2000

/** Watches a studio's changes over Supabase Realtime, rejoining whenever the server closes the channel. */
export function makeWatchStudio(load: () => Promise<RealtimeClient>): LiveGateway['watchStudio'] {
  return (studioId, { onRev, onState }) => {
    const stopped = new AbortController()
    const join = async (): Promise<void> => {
      const realtime = await load()
      await realtime.setAuth()
      if (stopped.signal.aborted) return
      const channel = realtime.channel(`studio:${studioId}`, { config: { private: true } })
      const leave = (): void => void realtime.removeChannel(channel)
      stopped.signal.addEventListener('abort', leave)
      channel.on('broadcast', { event: 'rev' }, ({ payload }: { payload?: unknown }) => {
        const { rev }: { rev?: unknown } = Object(payload)
        if (typeof rev === 'number') onRev(rev)
      })
      channel.subscribe((status) => {
        if (stopped.signal.aborted) return
        onState?.(String(status) === 'SUBSCRIBED' ? 'live' : 'lost')
        if (String(status) !== 'CLOSED') return
        // The server closes the channel of an archived member, for example, who may be let in again. The package
        // retries refusals itself.
        stopped.signal.removeEventListener('abort', leave)
        const timer = setTimeout(() => void join().catch(() => undefined), rejoinMs)
        stopped.signal.addEventListener('abort', () => clearTimeout(timer))
      })
    }
    void join()
    return () => stopped.abort()
  }
}
