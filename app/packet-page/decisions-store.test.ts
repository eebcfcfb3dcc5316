import { expect, test } from 'vitest'
import { parse } from 'valibot'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { decisionsSchema } from '#core/packet/decisions.ts'
import type { Packet, PacketEntry } from '#core/packet/packet.ts'
import { DecisionsStore } from './decisions-store.ts'

const id = (number: number): string => `00000000-0000-4000-8000-${String(number).padStart(12, '0')}`
const [ok, retake] = [toId<StatusId>(id(61)), toId<StatusId>(id(62))]

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

const [first, second] = [anEntry(1), anEntry(2)]
const packet: Packet = {
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

function aDisk() {
  const kept = new Map<string, string>()
  return {
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
  }
}

function open(disk: Pick<Storage, 'getItem' | 'setItem'> = aDisk()) {
  let now = 0
  const store = new DecisionsStore({ packet, storage: () => disk, now: () => (now += 1) })
  store.setName('Ingrid')
  return store
}

test('a second judgement takes the place of the first, whose note stays as it was', () => {
  const store = open()
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)
  store.judge(first, retake)
  store.judge(first, retake)
  store.judge(second, ok)
  store.judge(second, retake)

  const { decisions } = parse(decisionsSchema, store.save())

  expect(decisions).toMatchObject([
    { note: { content: 'Softer' } },
    { statusId: retake, seenStatusId: first.statusId },
    { entryId: second.id, statusId: retake },
  ])
  expect(decisions[0]).not.toHaveProperty('statusId')
  expect(new Set(decisions.map((each) => each.id)).size).toBe(3)
})

test('who took the packet is known by their account; anybody else by their name alone', () => {
  const store = open()
  store.judge(first, ok)
  store.setName('Tomas')
  store.judge(second, ok)

  expect(store.save().decisions.map(({ by }) => by)).toEqual([{ name: 'Ingrid', userId: id(104) }, { name: 'Tomas' }])
})

test('everything typed is there when the page is opened again, also what was not sent', () => {
  const disk = aDisk()
  const store = open(disk)
  store.judge(first, ok)
  store.setDraft(second, { text: 'Half a thought' })

  const again = new DecisionsStore({ packet, storage: () => disk })

  expect(again.findStatus(first)).toBe(ok)
  expect(again.getDraft(second).text).toBe('Half a thought')
  expect(again.isUnsaved()).toBe(true)
  expect(again.save().decisions).toMatchObject([{ statusId: ok }, { note: { content: 'Half a thought' } }])
  expect(again.isUnsaved()).toBe(false)
})

test('a browser that keeps nothing is said, and what is decided can be saved all the same', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const store = open({ getItem: refuse, setItem: refuse })
  store.judge(first, ok)

  expect(store.isKept()).toBe(false)
  expect(store.save().decisions).toHaveLength(1)
})

test('what another program has left under its key breaks nothing', () => {
  const disk = aDisk()
  disk.setItem(`xsheet-packet:${packet.id}`, '{"name":"x","file":{"decisions":"no"},"drafts":{}}')

  const store = new DecisionsStore({ packet, storage: () => disk })

  expect(store.get()).toMatchObject({ name: 'x', decisions: [] })
})

test('undo takes back a judgement with its note, which is a draft again', () => {
  const store = open()
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)

  expect(store.undo()).toBe(true)

  expect(store.findStatus(first)).toBe(undefined)
  expect(store.getDraft(first).text).toBe('Softer')
  expect(store.undo()).toBe(false)
})

test('two windows of one packet take back what each has done, and nothing of the other', () => {
  const disk = aDisk()
  const [one, other] = [open(disk), open(disk)]
  one.setDraft(first, { text: 'Softer' })
  one.judge(first, ok)
  // Neither has heard of the other yet.
  other.judge(second, retake)
  other.setDraft(first, { text: 'Too late' })
  other.send(first)
  one.judge(first, retake)

  expect(one.undo()).toBe(true)
  expect(one.findStatus(first)).toBe(ok)
  expect(one.undo()).toBe(true)

  expect(one.findStatus(first)).toBe(undefined)
  expect(one.findStatus(second)).toBe(retake)
  expect(one.getDraft(first).text).toBe('Softer')
  expect(one.save().decisions.map(({ note, statusId }) => note?.content ?? statusId)).toEqual([
    retake,
    'Too late',
    'Softer',
  ])
  other.reload()
  expect(other.undo()).toBe(true)
  expect(other.listOf(first).map(({ note }) => note?.content)).toEqual(['Softer'])
  expect(other.getDraft(first).text).toBe('Too late')
})

test('what is typed since is kept with what an undo gives back', () => {
  const store = open()
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)
  store.setDraft(first, { text: 'And slower' })

  store.undo()

  expect(store.getDraft(first).text).toBe('Softer\nAnd slower')
})

test('after a save, what came later or was taken back is unsaved', () => {
  const store = open()
  store.judge(first, ok)
  store.save()
  expect(store.isUnsaved()).toBe(false)

  store.judge(first, retake)
  expect(store.isUnsaved()).toBe(true)

  store.save()
  const [decision] = store.listOf(first)
  if (decision !== undefined) store.remove(decision)
  expect(store.isUnsaved()).toBe(true)
})
