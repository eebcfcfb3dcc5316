import fc from 'fast-check'
import { expect, test } from 'vitest'
import { parse } from 'valibot'
import { decisionsSchema } from '#core/packet/decisions.ts'
import { aDisk, first, id, ok, packet, retake, second } from '#tests/fakes/a-packet.ts'
import { DecisionsStore } from './decisions-store.ts'

function open(disk: Pick<Storage, 'getItem' | 'setItem'> = aDisk()) {
  let now = 0
  const store = new DecisionsStore({ packet, storage: () => disk, now: () => (now += 1) })
  store.setName('Ingrid')
  return store
}

test('a second judgement replaces the first, whose note stays as it was', () => {
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

test('decisions carry the account of the person who took the packet; anybody else’s only a name', () => {
  const store = open()
  store.judge(first, ok)
  store.setName('Tomas')
  store.judge(second, ok)

  expect(store.save().decisions.map(({ by }) => by)).toEqual([{ name: 'Ingrid', userId: id(104) }, { name: 'Tomas' }])
})

test('everything typed is restored when the page is opened again, including unsent notes', () => {
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

test('a browser without storage is reported, and decisions can still be saved to a file', () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const store = open({ getItem: refuse, setItem: refuse })
  store.judge(first, ok)

  expect(store.isKept()).toBe(false)
  expect(store.save().decisions).toHaveLength(1)
})

test('data of another program under the same key breaks nothing', () => {
  const disk = aDisk()
  disk.setItem(`xsheet-packet:${packet.id}`, '{"name":"x","file":{"decisions":"no"},"drafts":{}}')

  const store = new DecisionsStore({ packet, storage: () => disk })

  expect(store.get()).toMatchObject({ name: 'x', decisions: [] })
})

test('undo takes back a judgement and turns its note into a draft again', () => {
  const store = open()
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)

  expect(store.undo()).toBe(true)

  expect(store.findStatus(first)).toBe(undefined)
  expect(store.getDraft(first).text).toBe('Softer')
  expect(store.undo()).toBe(false)
})

test('two windows of one packet each undo only what they did themselves', () => {
  const disk = aDisk()
  const [one, other] = [open(disk), open(disk)]
  one.setDraft(first, { text: 'Softer' })
  one.judge(first, ok)
  // Neither knows of the other yet.
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

test('undo keeps what was typed since, together with what it restores', () => {
  const store = open()
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)
  store.setDraft(first, { text: 'And slower' })

  store.undo()

  expect(store.getDraft(first).text).toBe('Softer\nAnd slower')
})

test('after a save, later decisions and undone ones count as unsaved', () => {
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

test('an unreadable state is put aside before it is overwritten', () => {
  const disk = aDisk()
  disk.setItem(`xsheet-packet:${packet.id}`, '{"of another version')

  const store = open(disk)
  store.judge(first, ok)

  expect(disk.getItem(`xsheet-packet:${packet.id}:unread`)).toBe('{"of another version')
  expect(new DecisionsStore({ packet, storage: () => disk }).findStatus(first)).toBe(ok)
})

/**
 * Simulates windows in separate browser processes: each sees its own writes at once and the others' later, in one order
 * for all.
 */
function someWindows(count: number) {
  const log: { readonly from: number; readonly value: string }[] = []
  const windows = Array.from({ length: count }, (_, number) => {
    const seen = { value: null as string | null, pending: 0, at: 0 }
    const storage = {
      getItem: (key: string) => (key.endsWith(':unread') ? null : seen.value),
      setItem: (_key: string, value: string) => {
        seen.value = value
        seen.pending += 1
        log.push({ from: number, value })
      },
    }
    const store = new DecisionsStore({ packet, storage: () => storage, now: () => (now += 1) })
    const hear = (): boolean => {
      const write = log[seen.at]
      if (write === undefined) return false
      seen.at += 1
      if (write.from === number) seen.pending -= 1
      else if (seen.pending === 0) {
        seen.value = write.value
        store.reload()
      }
      return true
    }
    return { store, hear }
  })
  const settleAll = (): void => {
    for (let turns = 0; windows.some(({ hear }) => hear()); turns += 1)
      if (turns > 1000) throw new Error('They write over each other without end')
  }
  return { windows, settleAll, log }
}
let now = 0

test('two windows that decide before they hear of each other lose nothing', () => {
  const { windows, settleAll } = someWindows(2)
  const [one, other] = windows.map(({ store }) => store)
  one?.judge(first, ok)
  other?.judge(second, retake)
  one?.setDraft(second, { text: 'Half a thought' })
  other?.setName('Tomas')

  settleAll()

  for (const store of [one, other]) {
    expect(store?.findStatus(first)).toBe(ok)
    expect(store?.findStatus(second)).toBe(retake)
    expect(store?.getDraft(second).text).toBe('Half a thought')
    expect(store?.get().name).toBe('Tomas')
  }
})

const anAct = fc.record({
  window: fc.nat(2),
  kind: fc.constantFrom('judge', 'note', 'draft', 'undo', 'remove', 'hear', 'hear', 'save'),
  entry: fc.constantFrom(first, second),
  status: fc.constantFrom(ok, retake),
  serial: fc.nat(999),
})

test('three windows converge to one state without losing a note, whatever they do and however late they hear of it', () => {
  fc.assert(
    fc.property(fc.array(anAct, { maxLength: 25 }), (acts) => {
      const { windows, settleAll } = someWindows(3)
      const sent = new Set<string>()
      let isTakenBack = false
      for (const [at, { window, kind, entry, status, serial }] of acts.entries()) {
        const { store, hear } = windows[window] ?? {}
        const text = `${at} ${serial}`
        if (kind === 'judge') store?.judge(entry, status)
        else if (kind === 'note') {
          // The draft written there before is replaced with it.
          store?.setDraft(entry, { text })
          if (store?.send(entry) === true) sent.add(text)
        } else if (kind === 'draft') store?.setDraft(entry, { text })
        else if (kind === 'save') store?.save()
        else if (kind === 'hear') hear?.()
        else if (kind === 'undo') isTakenBack = store?.undo() === true || isTakenBack
        else {
          const [decision] = store?.listOf(entry) ?? []
          if (decision !== undefined) store?.remove(decision)
          isTakenBack = isTakenBack || decision !== undefined
        }
      }

      settleAll()

      const [one, ...others] = windows.map(({ store }) => store)
      for (const other of others) expect(other.get()).toEqual(one?.get())
      for (const entry of [first, second])
        expect(one?.listOf(entry).filter(({ statusId }) => statusId !== undefined).length).toBeLessThan(2)
      const notes = one?.get().decisions.map(({ note }) => note?.content)
      if (!isTakenBack) for (const text of sent) expect(notes).toContain(text)
      expect(new Set(one?.get().decisions.map(({ id: each }) => each)).size).toBe(one?.get().decisions.length)
    }),
    { numRuns: 500 },
  )
})
