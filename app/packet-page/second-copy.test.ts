import 'fake-indexeddb/auto'
import { IDBFactory } from 'fake-indexeddb'
import { expect, test } from 'vitest'
import { aDisk, first, ok, packet, retake, second } from '#tests/fakes/a-packet.ts'
import { readCarried } from './carried.ts'
import { DecisionsStore } from './decisions-store.ts'
import { openSecondCopy, type SecondCopy } from './second-copy.ts'

/** Returns a function that opens the same database, as after the page was closed. */
function aSecondPlace() {
  const databases = new IDBFactory()
  return () => openSecondCopy(packet.id, () => databases)
}

async function openKept(disk: Pick<Storage, 'getItem' | 'setItem'>, copy: SecondCopy) {
  const store = new DecisionsStore({ packet, storage: () => disk, copy })
  await store.opened
  return store
}

const settle = async (): Promise<void> =>
  await new Promise((resolve) => {
    setTimeout(resolve, 30)
  })

test('a browser that empties its local storage restores everything from the second copy', async () => {
  const place = aSecondPlace()
  const store = await openKept(aDisk(), place())
  store.setName('Ingrid')
  store.setDraft(first, { text: 'Softer' })
  store.judge(first, ok)
  store.setDraft(second, { text: 'Half a thought' })
  await settle()

  const disk = aDisk()
  const again = await openKept(disk, place())

  expect(again.get().name).toBe('Ingrid')
  expect(again.findStatus(first)).toBe(ok)
  expect(again.getDraft(second).text).toBe('Half a thought')
  // The first place has it again, too.
  expect(new DecisionsStore({ packet, storage: () => disk }).findStatus(first)).toBe(ok)
})

test('the window carries what neither place had stored before a reload', async () => {
  const [window, place] = [{ name: '' }, aSecondPlace()]
  const carried = { get: () => window.name, set: (text: string) => void (window.name = text) }
  const neverKept = { ...place(), save: async () => await new Promise<never>(() => undefined) }
  const store = new DecisionsStore({ packet, storage: aDisk, copy: neverKept, carried })
  store.setName('Ingrid')
  store.setDraft(second, { text: 'Half a thought' })
  store.judge(first, retake)
  store.judge(first, ok)

  // The first place is empty, as happens in Chromium now and then.
  const again = new DecisionsStore({ packet, storage: aDisk, copy: place(), carried })
  expect(again.get().name).toBe('Ingrid')
  expect(again.listOf(first).map(({ statusId }) => statusId)).toEqual([ok])
  expect(again.getDraft(second).text).toBe('Half a thought')

  // Nothing that is on disk is carried, and someone else's window name stays.
  await again.opened
  await settle()
  expect(readCarried(`xsheet-packet:${packet.id}`, window.name)).toMatchObject({ left: '' })
  window.name = 'theirs'
  again.judge(second, ok)
  expect(window.name).toBe('theirs')
})

test('a full or blocked first place loses nothing, and is not reported while the second copy works', async () => {
  const refuse = () => {
    throw new DOMException('full', 'QuotaExceededError')
  }
  const [shut, place] = [{ getItem: refuse, setItem: refuse }, aSecondPlace()]
  const store = await openKept(shut, place())
  await settle()
  expect(store.isKept()).toBe(true)
  store.judge(first, ok)
  expect(store.isKept()).toBe(false)
  await settle()
  expect(store.isKept()).toBe(true)

  expect((await openKept(shut, place())).findStatus(first)).toBe(ok)
})

test('the packet page reports it if neither place stores anything', async () => {
  const refuse = () => {
    throw new DOMException('no', 'SecurityError')
  }
  const copy = {
    load: async () => await Promise.reject(new Error('no')),
    save: async () => await Promise.reject(new Error('no')),
  }
  const store = await openKept({ getItem: refuse, setItem: refuse }, copy)
  store.judge(first, ok)
  await settle()

  expect(store.isKept()).toBe(false)
  expect(store.save().decisions).toHaveLength(1)
})

test('windows that decide at the same moment learn of each other from the second copy if the first place told neither', async () => {
  const place = aSecondPlace()
  // Each sees only its own writes.
  const [one, other] = await Promise.all([openKept(aDisk(), place()), openKept(aDisk(), place())])
  await settle()
  one.judge(first, ok)
  other.judge(second, retake)
  await settle()
  // The one that wrote last has joined both, and passes that on to the first.
  const [knowing, waiting] = other.findStatus(first) === undefined ? [one, other] : [other, one]
  expect(knowing.findStatus(first)).toBe(ok)
  expect(knowing.findStatus(second)).toBe(retake)

  waiting.setName('Tomas')
  await settle()
  expect(waiting.findStatus(first)).toBe(ok)
  expect(waiting.findStatus(second)).toBe(retake)
})

test('a page that sees neither place is loaded again, three times at most, and knows everything once it sees one', async () => {
  const [window, place, disk] = [{ name: '' }, aSecondPlace(), aDisk()]
  const carried = { get: () => window.name, set: (text: string) => void (window.name = text) }
  const before = new DecisionsStore({ packet, storage: () => disk, copy: place(), carried })
  before.setName('Ingrid')
  before.judge(first, ok)
  await settle()
  const load = async (storage: Pick<Storage, 'getItem' | 'setItem'>, copy: SecondCopy) => {
    const store = new DecisionsStore({ packet, storage: () => storage, copy, carried })
    await store.opened
    return store
  }

  const blind = await load(aDisk(), aSecondPlace()())
  expect([blind.isComplete(), blind.retry()]).toEqual([false, true])
  const seeing = await load(aDisk(), place())
  expect([seeing.isComplete(), seeing.retry(), seeing.findStatus(first)]).toEqual([true, false, ok])
  await settle()

  const retried: boolean[] = []
  for (let loads = 0; loads < 4; loads += 1) retried.push((await load(aDisk(), aSecondPlace()())).retry())
  expect(retried).toEqual([true, true, true, false])
})

test('windows tell each other what they know if neither place shows one what the other wrote', async () => {
  const heard: ((text: string) => void)[] = []
  const open = (): DecisionsStore => {
    const own = heard.length
    const send = (text: string): void => {
      for (const [at, hear] of heard.entries()) if (at !== own) queueMicrotask(() => hear(text))
    }
    return new DecisionsStore({
      packet,
      storage: aDisk,
      windows: { send, listen: (hear) => void (heard[own] = hear) },
    })
  }
  const one = open()
  one.setName('Ingrid')
  one.judge(first, ok)
  const other = open()
  await settle()
  expect([other.get().name, other.findStatus(first)]).toEqual(['Ingrid', ok])

  one.setDraft(first, { text: 'Softer' })
  other.judge(second, retake)
  await settle()
  for (const store of [one, other])
    expect([store.findStatus(second), store.getDraft(first).text]).toEqual([retake, 'Softer'])
})
