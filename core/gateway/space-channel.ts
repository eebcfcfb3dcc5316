import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { toId, type SpaceId, type UserId } from '#core/lib/ids.ts'
import type { Presence } from '#core/people/presence.ts'
import type { LiveGateway } from './ports.ts'

/** Joins spaces' channels over Supabase Realtime; visits to the same space follow one another. */
export function makeJoinSpace(load: () => Promise<RealtimeClient>): LiveGateway['joinSpace'] {
  // The client identifies channels by name: one of the same name may start only when the last has gone.
  const lasts = new Map<SpaceId, Promise<unknown>>()
  return (spaceId, { userId, onOthers }) => {
    const stopped = new AbortController()
    // Undefined: not shown at all. With an undefined cell: shown on none.
    let shown: { readonly cellKey: string | undefined } | undefined
    let joined: RealtimeChannel | undefined
    const tell = (): void => {
      // Lost updates are sent again when the channel is back.
      void (shown === undefined ? joined?.untrack() : joined?.track({ cell_key: shown.cellKey ?? null }))
    }
    const visit = async (): Promise<void> => {
      const realtime = await load()
      await realtime.setAuth()
      if (stopped.signal.aborted) return
      const config = { private: true, presence: { key: userId, enabled: true } }
      const channel = realtime.channel(`space:${spaceId}`, { config })
      channel.on('presence', { event: 'sync' }, () => {
        if (!stopped.signal.aborted) onOthers(readOthers(channel, userId))
      })
      channel.subscribe((status) => {
        joined = String(status) === 'SUBSCRIBED' ? channel : undefined
        if (shown !== undefined) tell()
      })
      await new Promise((resolve) => {
        stopped.signal.addEventListener('abort', resolve)
      })
      joined = undefined
      await realtime.removeChannel(channel)
    }
    // Presence is optional: a failure affects nothing else.
    const visiting = (lasts.get(spaceId) ?? Promise.resolve()).then(visit).catch(() => undefined)
    lasts.set(spaceId, visiting)
    return {
      show: (cellKey) => {
        shown = { cellKey }
        tell()
      },
      hide: () => {
        shown = undefined
        tell()
      },
      leave: () => stopped.abort(),
    }
  }
}

/** Returns who else is in a channel; what others send is untrusted. */
function readOthers(channel: RealtimeChannel, userId: UserId): readonly Presence[] {
  return Object.entries(channel.presenceState()).flatMap(([key, metas]) =>
    key === userId ? [] : metas.map((meta) => ({ userId: toId<UserId>(key), cellKey: readCellKey(meta) })),
  )
}

function readCellKey(meta: object): string | undefined {
  const cellKey: unknown = 'cell_key' in meta ? meta.cell_key : undefined
  return typeof cellKey === 'string' ? cellKey : undefined
}
