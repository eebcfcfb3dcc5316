import type { RealtimeClient } from '@supabase/realtime-js'
import type { Http } from './http.ts'
import { makeBoardGateway } from './board-channel.ts'
import type { BoardGateway, LiveGateway, RoomGateway } from './ports.ts'
import { makeRoomGateway } from './room-channel.ts'
import { makeJoinSpace } from './space-channel.ts'
import { makeWatchStudio } from './studio-channel.ts'

type LiveDeps = {
  readonly http: Http
  readonly loadAccessToken: () => Promise<string>
  /** A WebSocket implementation, on platforms without one. */
  readonly transport?: typeof WebSocket
}

/** Makes the live gateway over Supabase Realtime; the package and the socket load with the first channel. */
export function makeLive({ http, loadAccessToken, transport }: LiveDeps): LiveGateway & {
  readonly boards: BoardGateway
  readonly rooms: RoomGateway
  readonly close: () => Promise<void>
} {
  let loading: Promise<RealtimeClient> | undefined
  const client = (): Promise<RealtimeClient> =>
    (loading ??= import('@supabase/realtime-js').then(({ RealtimeClient: Client }) => {
      const address = `${http.url.replace(/^http/, 'ws')}/realtime/v1`
      return new Client(address, {
        params: { apikey: http.apiKey },
        accessToken: loadAccessToken,
        ...(transport === undefined ? {} : { transport }),
      })
    }))

  return {
    watchStudio: makeWatchStudio(client),
    watchNotifications: (userId, onChange) => {
      const stopped = new AbortController()
      void client().then(async (realtime) => {
        if (stopped.signal.aborted) return
        const channel = realtime.channel(`user:${userId}`, { config: { private: true } })
        stopped.signal.addEventListener('abort', () => void realtime.removeChannel(channel))
        const place = { schema: 'public', table: 'notification_recipients', filter: `user_id=eq.${userId}` }
        channel.on('postgres_changes', { event: 'INSERT', ...place }, onChange)
        channel.on('postgres_changes', { event: 'UPDATE', ...place }, onChange)
        await realtime.setAuth()
        channel.subscribe((status) => {
          if (!stopped.signal.aborted && String(status) === 'SUBSCRIBED') onChange()
        })
      })
      return () => stopped.abort()
    },
    joinSpace: makeJoinSpace(client),
    boards: makeBoardGateway(client),
    rooms: makeRoomGateway(client),
    close: async () => {
      if (loading !== undefined) await (await loading).disconnect()
    },
  }
}
