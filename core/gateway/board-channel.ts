import type { RealtimeChannel, RealtimeClient } from '@supabase/realtime-js'
import { toId, type BoardId, type CanvasItemId, type UserId } from '#core/lib/ids.ts'
import type { BoardGateway, BoardPresence } from './ports.ts'

type Shown = Omit<BoardPresence, 'userId'>
type Metas = Readonly<Record<string, readonly object[]>>

/** The most selected objects shared with others. */
const mostSelected = 100

/**
 * Joins boards' channels over Supabase Realtime; visits to the same board follow one another. People and their
 * selections are presence; pointers, which move all the time, are broadcast and count only for people who are present.
 */
export function makeBoardGateway(load: () => Promise<RealtimeClient>): BoardGateway {
  // The client identifies channels by name: one of the same name may start only when the last has gone.
  const lasts = new Map<BoardId, Promise<unknown>>()
  return {
    join: (boardId, { userId, onOthers }) => {
      const stopped = new AbortController()
      const cursors = new Map<UserId, BoardPresence['cursor']>()
      let shown: Shown = { cursor: undefined, selection: [] }
      let joined: RealtimeChannel | undefined
      const told = { selection: '' }
      const tell = (): void => {
        const selection = shown.selection.slice(0, mostSelected)
        // Lost updates are sent again with the next move.
        if (told.selection !== JSON.stringify(selection)) {
          void joined?.track({ selection })
          if (joined !== undefined) told.selection = JSON.stringify(selection)
        }
        const payload = { user_id: userId, ...(shown.cursor ?? { x: null, y: null }) }
        void joined?.send({ type: 'broadcast', event: 'pointer', payload })
      }
      const visit = async (): Promise<void> => {
        const realtime = await load()
        await realtime.setAuth()
        if (stopped.signal.aborted) return
        const config = { private: true, presence: { key: userId, enabled: true }, broadcast: { self: false } }
        const channel = realtime.channel(`board:${boardId}`, { config })
        const hear = (): void => {
          if (!stopped.signal.aborted) onOthers(readOthers(channel.presenceState(), { userId, cursors }))
        }
        channel.on('presence', { event: 'sync' }, hear)
        channel.on('broadcast', { event: 'pointer' }, ({ payload }: { payload?: unknown }) => {
          const { user_id: from, x, y }: { user_id?: unknown; x?: unknown; y?: unknown } = Object(payload)
          if (typeof from !== 'string') return
          cursors.set(toId(from), typeof x === 'number' && typeof y === 'number' ? { x, y } : undefined)
          hear()
        })
        channel.subscribe((status) => {
          joined = String(status) === 'SUBSCRIBED' ? channel : undefined
          told.selection = ''
          if (joined !== undefined) tell()
        })
        await new Promise((resolve) => {
          stopped.signal.addEventListener('abort', resolve)
        })
        joined = undefined
        await realtime.removeChannel(channel)
      }
      // Presence is optional: a failure affects nothing else.
      const visiting = (lasts.get(boardId) ?? Promise.resolve()).then(visit).catch(() => undefined)
      lasts.set(boardId, visiting)
      return {
        show: (next) => {
          shown = next
          tell()
        },
        leave: () => stopped.abort(),
      }
    },
  }
}

type Here = { readonly userId: UserId; readonly cursors: ReadonlyMap<UserId, BoardPresence['cursor']> }

/** Returns who else is in a channel; what others send is untrusted. */
function readOthers(state: Metas, { userId, cursors }: Here): readonly BoardPresence[] {
  return Object.entries(state).flatMap(([key, metas]) => {
    const meta = metas[0]
    if (key === userId || meta === undefined) return []
    const id = toId<UserId>(key)
    return [{ userId: id, cursor: cursors.get(id), selection: readSelection(meta) }]
  })
}

function readSelection(meta: object): readonly CanvasItemId[] {
  const selection: unknown = 'selection' in meta ? meta.selection : undefined
  if (!Array.isArray(selection)) return []
  return selection
    .flatMap((id: unknown) => (typeof id === 'string' ? [toId<CanvasItemId>(id)] : []))
    .slice(0, mostSelected)
}
