import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import type { ReviewSessionId } from '#core/lib/ids.ts'
import type { RoomChannel, RoomListener } from '#core/reviews/together/together.ts'
import type { RoomGateway } from './ports.ts'

/**
 * Joins review sessions over Supabase Realtime, by two channels: one for everybody in the room, and one on which only
 * those who may judge can send, to lead the room. Visits to the same session follow one another.
 */
export function makeRoomGateway(load: () => Promise<RealtimeClient>): RoomGateway {
  // The client identifies channels by name: one of the same name may start only when the last has gone.
  const lasts = new Map<ReviewSessionId, Promise<unknown>>()
  return {
    join: (sessionId, participantId, listener) => {
      const stopped = new AbortController()
      const joined: { people?: RealtimeChannel; lead?: RealtimeChannel } = {}
      const visit = async (): Promise<void> => {
        const realtime = await load()
        await realtime.setAuth()
        if (stopped.signal.aborted) return
        const channels = subscribe({ realtime, sessionId, participantId, listener, stopped: stopped.signal, joined })
        await new Promise((resolve) => {
          stopped.signal.addEventListener('abort', resolve)
        })
        delete joined.people
        delete joined.lead
        for (const channel of channels) await realtime.removeChannel(channel)
      }
      const visiting = (lasts.get(sessionId) ?? Promise.resolve()).then(visit).catch(() => listener.onJoined(false))
      lasts.set(sessionId, visiting)
      const send = (channel: RealtimeChannel | undefined, event: string, payload: object): void => {
        // Lost messages are sent again: the position every second, drawings to whoever joins.
        void channel?.send({ type: 'broadcast', event, payload })
      }
      return {
        say: (message) => send(joined.people, 'said', message),
        lead: (state) => send(joined.lead, 'led', state),
        show: (presented) => void joined.people?.track(presented),
        leave: () => stopped.abort(),
      } satisfies RoomChannel
    },
  }
}

type Joining = {
  readonly realtime: RealtimeClient
  readonly sessionId: ReviewSessionId
  readonly participantId: string
  readonly listener: RoomListener
  readonly stopped: AbortSignal
  readonly joined: { people?: RealtimeChannel; lead?: RealtimeChannel }
}

function subscribe(joining: Joining): readonly RealtimeChannel[] {
  const { realtime, sessionId, participantId, listener, stopped, joined } = joining
  const broadcast = { self: false }
  const presence = { key: participantId, enabled: true }
  const people = realtime.channel(`review:${sessionId}`, { config: { private: true, presence, broadcast } })
  const lead = realtime.channel(`lead:${sessionId}`, { config: { private: true, broadcast } })
  let wasJoined = false
  const settle = (): void => {
    const isJoined = joined.people !== undefined && joined.lead !== undefined
    if (stopped.aborted || isJoined === wasJoined) return
    wasJoined = isJoined
    listener.onJoined(isJoined)
  }
  people.on('presence', { event: 'sync' }, () => {
    if (stopped.aborted) return
    const present = Object.entries(people.presenceState())
    listener.onPeople(new Map(present.map(([key, metas]) => [key, metas[0]])))
  })
  people.on('broadcast', { event: 'said' }, ({ payload }: { payload?: unknown }) => listener.onSaid(payload))
  lead.on('broadcast', { event: 'led' }, ({ payload }: { payload?: unknown }) => listener.onLed(payload))
  for (const [name, channel] of [
    ['people', people],
    ['lead', lead],
  ] as const) {
    channel.subscribe((status) => {
      if (String(status) === 'SUBSCRIBED') joined[name] = channel
      else delete joined[name]
      settle()
    })
  }
  return [people, lead]
}
