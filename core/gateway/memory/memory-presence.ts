import type { SpaceId } from '#core/lib/ids.ts'
import type { Presence } from '#core/people/presence.ts'
import type { LiveGateway } from '../ports.ts'

type Member = Parameters<LiveGateway['joinSpace']>[1] & { shown: Presence | undefined }

/** Makes presence rooms for spaces, whose members hear each other at once. */
export function makeMemoryPresence(): LiveGateway['joinSpace'] {
  const rooms = new Map<SpaceId, Set<Member>>()
  return (spaceId, who) => {
    const room = rooms.get(spaceId) ?? new Set()
    rooms.set(spaceId, room)
    const member: Member = { ...who, shown: undefined }
    const tell = (): void => {
      for (const { userId, onOthers } of room) {
        onOthers([...room].flatMap(({ shown }) => (shown === undefined || shown.userId === userId ? [] : [shown])))
      }
    }
    const change = (shown: Presence | undefined): void => {
      member.shown = shown
      tell()
    }
    room.add(member)
    tell()
    return {
      show: (cellKey) => change({ userId: who.userId, cellKey }),
      hide: () => change(undefined),
      leave: () => {
        room.delete(member)
        tell()
      },
    }
  }
}
