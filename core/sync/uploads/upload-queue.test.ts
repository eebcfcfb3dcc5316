import { expect, test } from 'vitest'
import type { UploadGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type MediaId, type StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { makeFakeBrowser } from '#core/testing/fake-tabs.ts'
import { DurableQueue } from '../durable-queue.ts'
import { makeSingleTab } from '../memory/single-tab.ts'
import type { Tabs } from '../ports.ts'
import { makeMemoryUploadStore } from './memory-upload-store.ts'
import type { PreparedFile, UploadStore } from './ports.ts'
import { UploadQueue, type NewUpload } from './upload-queue.ts'

type Send = UploadGateway['send']

type World = {
  readonly clock: ReturnType<typeof makeFakeClock>
  readonly store: UploadStore
  readonly log: string[]
  readonly start: (tabs?: Tabs) => Promise<UploadQueue>
  /** The queue started last. */
  queue: DurableQueue | undefined
  isOnline: boolean
  /** Runs when bytes are sent. */
  send: Send
  isStored: boolean
  pictures: PreparedFile['pictures']
}

function aWorld(): World {
  const clock = makeFakeClock()
  const store = makeMemoryUploadStore()
  const names = new Map<MediaId, string>()
  const uploads: UploadGateway = {
    upload: async () => await Promise.reject(new Error('unused')),
    requestSlots: async (requests) => {
      for (const { mediaId, filename } of requests) names.set(mediaId, filename)
      return await Promise.resolve(
        requests.map(({ mediaId: id }) => ({ id, key: id, isStored: world.isStored, uploadUrl: 'x' })),
      )
    },
    send: async (slot, request, watch) => {
      world.log.push(`send ${request.filename}`)
      await world.send(slot, request, watch)
    },
    complete: async (id, { posterMediaId }) => {
      const poster = posterMediaId === undefined ? '' : ` with ${names.get(posterMediaId)}`
      await Promise.resolve(world.log.push(`complete ${names.get(id)}${poster}`))
    },
    drop: async (place) => {
      await Promise.resolve(world.log.push(`drop ${place}`))
    },
  }
  const world: World = {
    clock,
    store,
    log: [],
    isOnline: true,
    isStored: false,
    pictures: [],
    send: async () => await Promise.resolve(),
    queue: undefined,
    start: async (tabs = makeSingleTab()) => {
      const online = { isOnline: () => world.isOnline, subscribe: () => () => undefined }
      const queue = new DurableQueue({ clock, online, tabs })
      world.queue = queue
      const uploadQueue = new UploadQueue({
        queue,
        store,
        prepare: async ({ fileName }) =>
          await Promise.resolve({ sha256: fileName, details: {}, pictures: world.pictures }),
        gateway: { uploads, call: async () => await Promise.reject(new Error('unused')) },
        clock,
        ids: { newId, random: () => 0 },
      })
      await queue.start()
      return uploadQueue
    },
  }
  return world
}

function aFile(fileName: string, text = fileName): NewUpload {
  const body = new Blob([text])
  return { id: newId<MediaId>(), studioId: newId<StudioId>(), fileName, contentType: 'text/plain', body }
}

const never: Send = async (_slot, _request, watch) =>
  await new Promise<void>((_, reject) => {
    watch?.signal?.addEventListener('abort', () => reject(new AppError('cancelled', messages.cancelled)))
  })
const failing =
  (error: AppError): Send =>
  async () =>
    await Promise.reject(error)
const states = (queue: UploadQueue): string[] => queue.getEntries().map(({ state }) => state)

test('files are sent in order, each after its pictures, and leave the device when they have arrived', async () => {
  const world = aWorld()
  world.pictures = [{ role: 'poster', fileName: 'poster.webp', body: new Blob(['p']) }]
  const queue = await world.start()
  const file = aFile('film.mp4')

  await queue.add([file])
  await world.clock.settle()

  expect(world.log).toEqual([
    'send poster.webp',
    'complete poster.webp',
    'send film.mp4',
    'complete film.mp4 with poster.webp',
  ])
  expect(states(queue)).toEqual(['done'])
  expect(await world.store.load()).toEqual([])
  expect(await queue.findFile(file.id)).toBeUndefined()
})

test('a file already on the server keeps the pictures it has there', async () => {
  const world = aWorld()
  world.isStored = true
  world.pictures = [{ role: 'poster', fileName: 'poster.webp', body: new Blob(['p']) }]
  const queue = await world.start()

  await queue.add([aFile('film.mp4')])
  await world.clock.settle()

  // Its slot tells the gateway to send nothing.
  expect(world.log).toEqual(['send film.mp4', 'complete film.mp4'])
})

test('two files of the same size are sent one after the other, since they may be identical', async () => {
  const world = aWorld()
  world.send = never
  const queue = await world.start()

  await queue.add([aFile('a', 'same'), aFile('b', 'same'), aFile('c', 'other one'), aFile('d', 'a fourth file')])
  await world.clock.settle()

  expect(world.log).toEqual(['send a', 'send c'])
})

test('a failing upload retries three times as specified, then rests and never gives up', async () => {
  const world = aWorld()
  world.send = failing(new AppError('server-unavailable', 'Down', { retryable: true }))
  const queue = await world.start()
  await queue.add([aFile('a')])

  await world.clock.advance(1000 + 2000 + 4000)
  expect(world.log).toHaveLength(4)
  expect(queue.getEntries()).toMatchObject([{ state: 'queued', error: { message: 'Down' } }])

  await world.clock.advance(14_999)
  expect(world.log).toHaveLength(4)
  world.send = async () => await Promise.resolve()
  await world.clock.advance(1)
  expect(states(queue)).toEqual(['done'])
})

test('a rate limit is obeyed for as long as it asks, and one over a minute is shown', async () => {
  const world = aWorld()
  const limited = (seconds: number): AppError =>
    new AppError('rate-limited', messages['rate-limited'](seconds), { retryable: true, retryAfterMs: seconds * 1000 })
  world.send = failing(limited(20))
  const queue = await world.start()
  await queue.add([aFile('a')])
  await world.clock.advance(19_999)
  expect(world.log).toHaveLength(1)

  world.send = failing(limited(90))
  await world.clock.advance(1)
  await world.clock.advance(89_999)

  expect(world.log).toHaveLength(2)
  expect(queue.getEntries()[0]?.error?.message).toBe('Rate limit exceeded. Please wait 90 seconds before trying again.')
  await world.clock.advance(1)
  expect(world.log).toHaveLength(3)
})

test('a pause is stored before it is shown, so that reloading the page does not undo it', async () => {
  const world = aWorld()
  world.send = never
  const queue = await world.start()
  const files = [aFile('one.txt'), aFile('two.txt', 'longer')]
  await queue.add(files)
  const atFirstSight = queue.subscribe(() => {
    if (queue.getEntries().some(({ isPaused }) => isPaused)) seen ??= world.store.load()
  })
  let seen: ReturnType<UploadStore['load']> | undefined

  await queue.pause(files.map(({ id }) => id))

  expect((await seen)?.map(({ isPaused }) => isPaused)).toEqual([true, true])
  atFirstSight()
})

test('a paused file stops at once, and continues when resumed, even after a restart', async () => {
  const world = aWorld()
  world.send = never
  const queue = await world.start()
  const file = aFile('a')
  await queue.add([file])
  await world.clock.settle()

  await queue.pause([file.id])
  world.queue?.close()
  await queue.close()
  const later = await world.start()
  await world.clock.settle()
  expect(later.getEntries()).toMatchObject([{ isPaused: true }])
  expect(world.log).toEqual(['send a'])

  world.send = async () => await Promise.resolve()
  await later.resume([file.id])
  await world.clock.settle()
  expect(states(later)).toEqual(['done'])
})

test('a cancelled file is dropped here and on the server, and posts that wait for it are refused', async () => {
  const world = aWorld()
  world.send = async (slot, request, watch) => {
    watch?.onPlace?.('place')
    await never(slot, request, watch)
  }
  const queue = await world.start()
  const file = aFile('a')
  await queue.add([file])
  await world.clock.settle()
  expect(await queue.check([file.id])).toBe('waiting')

  await queue.cancel([file.id])
  await world.clock.settle()

  expect(world.log).toContain('drop place')
  expect(await queue.findFile(file.id)).toBeUndefined()
  expect(await queue.check([file.id])).toMatchObject({ message: 'Failed to upload a' })
  const later = await world.start()
  expect(await later.check([file.id])).toBeInstanceOf(AppError)
})

test('a refused file waits for the person, who can retry it', async () => {
  const world = aWorld()
  world.send = failing(new AppError('upload-failed', 'Failed to upload a'))
  const queue = await world.start()
  const file = aFile('a')
  await queue.add([file])
  await world.clock.advance(3_600_000)
  expect(states(queue)).toEqual(['failed'])
  expect(world.log).toHaveLength(1)

  world.send = async () => await Promise.resolve()
  await queue.resume([file.id])
  await world.clock.settle()

  expect(await queue.check([file.id])).toBe('ready')
})

test('nothing is sent while nobody is signed in, and everything afterwards', async () => {
  const world = aWorld()
  world.send = failing(new AppError('no-active-session', 'No active session'))
  const queue = await world.start()
  await queue.add([aFile('a')])
  await world.clock.advance(86_400_000)
  expect(world.log).toHaveLength(1)

  world.send = async () => await Promise.resolve()
  world.queue?.flush()
  await world.clock.settle()

  expect(states(queue)).toEqual(['done'])
})

test('a file the device has no room for is sent all the same, and warns that the tab must stay open', async () => {
  const world = aWorld()
  world.store.add = async () => await Promise.reject(new DOMException('Full', 'QuotaExceededError'))
  world.isOnline = false
  const queue = await world.start()
  await queue.add([aFile('a')])
  expect(queue.getEntries()).toMatchObject([{ isKept: false }])

  world.isOnline = true
  world.queue?.flush()
  await world.clock.settle()

  expect(states(queue)).toEqual(['done'])
})

test('a file arrives even if the device refuses to record its progress, always or sometimes', async () => {
  for (const isRefused of [() => true, (at: number) => at % 2 === 0, (at: number) => at % 3 !== 0]) {
    const world = aWorld()
    const { change, deleteEntries, deleteFiles } = world.store
    let accesses = 0
    const refuse = async <T>(act: () => Promise<T>): Promise<T> => {
      accesses += 1
      if (isRefused(accesses)) throw new DOMException('The disk is full', 'QuotaExceededError')
      return await act()
    }
    Object.assign(world.store, {
      change: async (...given: Parameters<UploadStore['change']>) => await refuse(async () => await change(...given)),
      deleteFiles: async (...given: Parameters<UploadStore['deleteFiles']>) =>
        await refuse(async () => await deleteFiles(...given)),
      deleteEntries: async (...given: Parameters<UploadStore['deleteEntries']>) =>
        await refuse(async () => await deleteEntries(...given)),
    })
    world.pictures = [{ role: 'poster', fileName: 'poster.webp', body: new Blob(['p']) }]
    const queue = await world.start()
    const film = aFile('film.mp4')

    await queue.add([film])
    await world.clock.advance(1000)

    expect(states(queue)).toEqual(['done'])
    expect(await queue.check([film.id])).toBe('ready')
    expect(world.log).toEqual([
      'send poster.webp',
      'complete poster.webp',
      'send film.mp4',
      'complete film.mp4 with poster.webp',
    ])
  }
})

test('a file that the device cannot read at once is retried, and one it cannot look up holds its post', async () => {
  const world = aWorld()
  const { loadFile, find } = world.store
  let isRefused = true
  const refuse = async <T>(act: () => Promise<T>): Promise<T> => {
    if (isRefused) throw new DOMException('Internal error', 'UnknownError')
    return await act()
  }
  world.store.loadFile = async (id) => await refuse(async () => await loadFile(id))
  world.store.find = async (id) => await refuse(async () => await find(id))
  const queue = await world.start()
  const film = aFile('film.mp4')

  await queue.add([film])
  await world.clock.advance(1000)
  expect(states(queue)).toEqual(['queued'])
  expect(await queue.check([newId<MediaId>()])).toMatchObject({ retryable: true })

  isRefused = false
  await world.clock.advance(60_000)
  expect(states(queue)).toEqual(['done'])
})

test('an uploaded file is not sent again after a restart, whatever the device refused to record or delete', async () => {
  for (const refused of ['change', 'deleteEntries', 'deleteFiles'] as const) {
    const world = aWorld()
    const given = world.store[refused]
    const refuse = async () => await Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
    Object.assign(world.store, { [refused]: refuse })
    const first = await world.start()
    await first.add([aFile('film.mp4')])
    await world.clock.advance(1000)
    expect(states(first)).toEqual(['done'])
    world.queue?.close()

    const second = await world.start()
    await world.clock.advance(1000)
    expect(states(second)).toEqual([])
    expect(world.log).toEqual(['send film.mp4', 'complete film.mp4'])
    world.queue?.close()

    Object.assign(world.store, { [refused]: given })
    await world.start()
    expect(await world.store.load()).toEqual([])
  }
})

test('cancelling and resuming work on a device that records nothing, and cancelling reports that', async () => {
  const world = aWorld()
  world.store.change = async () => await Promise.reject(new DOMException('The disk is full', 'QuotaExceededError'))
  world.send = failing(new AppError('upload-failed', messages['upload-failed']('film.mp4')))
  const queue = await world.start()
  const film = aFile('film.mp4')
  await queue.add([film])
  await world.clock.advance(1000)
  expect(states(queue)).toEqual(['failed'])

  world.send = never
  await queue.resume([film.id])
  await world.clock.advance(1000)
  expect(states(queue)).toEqual(['sending'])

  await expect(queue.cancel([film.id])).rejects.toThrow('The disk is full')
  expect(states(queue)).toEqual(['cancelled'])
  expect(await world.store.loadFile(film.id)).toBeUndefined()
})

test('one of several tabs sends; the others see and control it, and take over when it ends', async () => {
  const world = aWorld()
  world.send = never
  const browser = makeFakeBrowser()
  const leadingTab = browser.open()
  const first = await world.start(leadingTab)
  const second = await world.start(browser.open())
  const [a, b] = [aFile('a'), aFile('bb')]

  await second.add([a])
  await world.clock.settle()
  await first.add([b])
  await world.clock.settle()
  expect(world.log).toEqual(['send a', 'send bb'])
  expect(second.getEntries().map(({ fileName, state }) => [fileName, state])).toEqual([
    ['a', 'sending'],
    ['bb', 'sending'],
  ])

  await second.pause([a.id])
  await world.clock.settle()
  expect(first.getEntries()[0]?.isPaused).toBe(true)

  world.send = async () => await Promise.resolve()
  leadingTab.end()
  await world.clock.settle()
  expect(second.getEntries().map(({ state }) => state)).toEqual(['sending', 'done'])
  await second.resume([a.id])
  await world.clock.settle()
  expect(world.log).toEqual(['send a', 'send bb', 'send bb', 'complete bb', 'send a', 'complete a'])
})

test('setting the clock back an hour delays neither retries nor progress messages', async () => {
  const world = aWorld()
  world.send = failing(new AppError('server-unavailable', 'Down', { retryable: true }))
  const browser = makeFakeBrowser()
  const queue = await world.start(browser.open())
  const other = await world.start(browser.open())
  const file = aFile('a', 'ten bytes!')
  await queue.add([file])
  await world.clock.settle()
  let progress: ((sentBytes: number) => void) | undefined
  world.send = async (slot, request, watch) => {
    progress = watch?.onProgress
    await never(slot, request, watch)
  }

  world.clock.setBack(3_600_000)
  await world.clock.advance(1000)
  expect(world.log).toEqual(['send a', 'send a'])
  progress?.(4)
  world.clock.setBack(3_600_000)
  await world.clock.advance(1000)
  progress?.(8)

  expect(queue.getEntries()).toMatchObject([{ sentBytes: 8, bytesPerSecond: 4 }])
  expect(other.getEntries()).toMatchObject([{ sentBytes: 8 }])
})
