import { toId, type StatusId } from '#core/lib/ids.ts'
import type { Packet, PacketEntry } from '#core/packet/packet.ts'

export const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
export const [ok, retake] = [toId<StatusId>(id(61)), toId<StatusId>(id(62))]

const anEntry = (number: number): PacketEntry => ({
  id: toId(id(number)),
  taskId: toId(id(number + 10)),
  itemId: toId(id(number + 20)),
  spaceId: toId(id(30)),
  shot: `sh${number}`,
  stage: 'Anim',
  statusId: toId(id(60)),
  notes: [],
})

export const [first, second] = [anEntry(1), anEntry(2)]
export const packet: Packet = {
  format: 'xsheet-packet',
  version: 1,
  id: id(100),
  studio: { id: toId(id(101)), name: 'Studio' },
  project: { id: toId(id(102)), name: 'Film' },
  session: { id: toId(id(103)), name: 'Monday', kind: 'dailies', day: '2026-11-25', isLocked: false },
  taken: { at: 0, by: { name: 'Ingrid', userId: toId(id(104)) } },
  films: 'proxies',
  statuses: {},
  entries: [first, second],
}

export function aDisk() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}
