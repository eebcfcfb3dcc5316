import { expect, test } from 'vitest'
import type { Gateway, MediaDetails, UploadGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type MediaId, type StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { makeFakeClock } from '#core/testing/fake-clock.ts'
import { DurableQueue } from '../durable-queue.ts'
import { makeSingleTab } from '../memory/single-tab.ts'
import { makeMemoryUploadStore } from './memory-upload-store.ts'
import type { MakeProxy } from './ports.ts'
import { UploadQueue } from './upload-queue.ts'

const proxyBody = new Blob(['proxy'], { type: 'video/mp4' })
const lost = new AppError('offline', messages.offline, { retryable: true })

/** A queue whose browser makes proxies, and the requests its server received. */
function aWorld() {
  const clock = makeFakeClock()
  const store = makeMemoryUploadStore()
  const log: string[] = []
  const stored = new Set<MediaId>()
  const names = new Map<MediaId, string>()
  const world = {
    clock,
    store,
    log,
    codec: 'apch' as string | undefined,
    worker: async () => await Promise.resolve(false),
    makeProxy: (async () => await Promise.resolve(proxyBody)) as MakeProxy,
    send: async (_name: string) => await Promise.resolve(),
    leave: async () => await Promise.resolve(),
    start: async () => {
      const online = { isOnline: () => true, subscribe: () => () => undefined }
      const queue = new DurableQueue({ clock, online, tabs: makeSingleTab() })
      const uploads: UploadGateway = {
        upload: async () => await Promise.reject(new Error('unused')),
        drop: async () => await Promise.resolve(),
        requestSlots: async (requests) => {
          for (const { mediaId, filename } of requests) names.set(mediaId, filename)
          return await Promise.resolve(
            requests.map(({ mediaId: id }) => ({ id, key: id, isStored: stored.has(id), uploadUrl: 'x' })),
          )
        },
        send: async (slot, { filename }, { onProgress } = {}) => {
          if (slot.isStored) return
          await world.send(filename)
          log.push(`send ${filename}`)
          onProgress?.(1)
        },
        complete: async (id, { proxyMediaId }: MediaDetails) => {
          stored.add(id)
          const proxy = proxyMediaId === undefined ? '' : ` plays ${names.get(proxyMediaId)}`
          await Promise.resolve(log.push(`${names.get(id)} is there${proxy}`))
        },
      }
      const uploadQueue = new UploadQueue({
        queue,
        store,
        clock,
        ids: { newId, random: () => 0 },
        prepare: async ({ fileName }) =>
          await Promise.resolve({
            sha256: fileName,
            details: { ...(world.codec && { codec: world.codec }) },
            pictures: [],
          }),
        makeProxy: async (film, watch) => {
          log.push('make a proxy')
          return await world.makeProxy(film, watch)
        },
        gateway: { uploads, call: (async () => await world.worker()) as Gateway['call'] },
      })
      await queue.start()
      world.leave = async () => {
        queue.close()
        await uploadQueue.close()
      }
      return uploadQueue
    },
  }
  return world
}

function aFilm(fileName = 'sh010.mov', contentType = 'video/quicktime') {
  return { id: newId<MediaId>(), studioId: newId<StudioId>(), fileName, contentType, body: new Blob(['film']) }
}

async function sent(world: ReturnType<typeof aWorld>, film = aFilm()) {
  const uploadQueue = await world.start()
  await uploadQueue.add([film])
  await world.clock.settle()
  return uploadQueue
}

const made = ['make a proxy', 'send sh010.mov', 'sh010.mov is there']
const shown = ['send sh010-720p.mp4', 'sh010.mov is there plays sh010-720p.mp4']

test('a film that few browsers play is sent while its proxy is made, and the proxy follows', async () => {
  const world = aWorld()
  const queue = await sent(world)

  expect(world.log).toEqual([...made, ...shown])
  expect(queue.getEntries().map(({ state }) => state)).toEqual(['done'])
  expect(await world.store.load()).toEqual([])
})

test('no proxy is made of what every browser plays, what a media worker converts, or what is no film', async () => {
  for (const change of [{ codec: 'avc1.640028' }, { worker: async () => await Promise.resolve(true) }]) {
    const world = Object.assign(aWorld(), change)
    await sent(world)
    expect(world.log).toEqual(['send sh010.mov', 'sh010.mov is there'])
  }
  const world = aWorld()
  await sent(world, aFilm('sh010.exr', 'image/x-exr'))
  expect(world.log).toEqual(['send sh010.exr', 'sh010.exr is there'])
})

test('without word of a media worker, or if no proxy can be made, the film is sent without one', async () => {
  const silent = Object.assign(aWorld(), { worker: async () => await Promise.reject(lost) })
  await sent(silent)
  expect(silent.log).toEqual(['send sh010.mov', 'sh010.mov is there'])

  const unread = Object.assign(aWorld(), { makeProxy: async () => await Promise.resolve(undefined) })
  const queue = await sent(unread)
  expect(unread.log).toEqual(made)
  expect(queue.getEntries().map(({ state }) => state)).toEqual(['done'])
})

test('a refused proxy leaves the film as it is; one lost in transit is sent again, not made again', async () => {
  const refused = aWorld()
  refused.send = async (name) => {
    if (name.endsWith('.mp4')) throw new AppError('upload-too-large', 'Too large')
    await Promise.resolve()
  }
  const queue = await sent(refused)
  expect(refused.log).toEqual(made)
  expect(queue.getEntries()).toMatchObject([{ state: 'done', proxyProblem: 'Too large' }])

  const world = aWorld()
  let breaks = 1
  world.send = async (name) => {
    if (name.endsWith('.mp4') && breaks-- > 0) throw lost
    await Promise.resolve()
  }
  await sent(world)
  await world.clock.advance(600_000)
  expect(world.log).toEqual([...made, ...shown])
})

test('posts that wait for a film are sent once it has arrived, whatever happens to its proxy', async () => {
  const world = aWorld()
  const { promise: made720p, resolve } = Promise.withResolvers<Blob>()
  world.makeProxy = async () => await made720p
  const queue = await world.start()
  const film = aFilm()
  const heard: unknown[] = []
  queue.subscribeSettled(() => heard.push(queue.getEntries()[0]?.state))
  await queue.add([film])
  expect(await queue.check([film.id])).toBe('waiting')

  await world.clock.settle()

  expect(world.log).toEqual(made)
  expect(await queue.check([film.id])).toBe('ready')
  expect(heard).toEqual(['sending'])
  await queue.cancel([film.id])
  expect(await queue.check([film.id])).toBe('ready')
  resolve(proxyBody)
  await world.clock.settle()
  expect(world.log).toEqual(made)
})

test('a proxy unfinished when the page closed is made at the next start, and the film is not sent again', async () => {
  const world = aWorld()
  world.makeProxy = async (_film, { signal }) =>
    await new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  const film = aFilm()
  await sent(world, film)
  await world.leave()
  world.makeProxy = async () => await Promise.resolve(proxyBody)

  const queue = await world.start()
  expect(await queue.check([film.id])).toBe('ready')
  await world.clock.settle()

  expect(world.log).toEqual([...made, 'make a proxy', ...shown])
  expect(await world.store.load()).toEqual([])
})

test('pausing or cancelling an upload stops its proxy and leaves nothing behind', async () => {
  for (const verb of ['pause', 'cancel'] as const) {
    const world = aWorld()
    const ended: boolean[] = []
    world.makeProxy = async (_film, { signal }) =>
      await new Promise((resolve) => {
        signal.addEventListener('abort', () => {
          ended.push(true)
          resolve(undefined)
        })
      })
    const film = aFilm()
    const queue = await sent(world, film)
    expect(queue.getEntries()[0]).toMatchObject({ state: 'sending', sentBytes: film.body.size })
    await queue[verb]([film.id])
    await world.clock.settle()

    expect(ended).toEqual([true])
    expect(world.log).toEqual(made)
    expect(await world.store.loadFile(film.id)).toEqual(verb === 'pause' ? film.body : undefined)
  }
})

test('a proxy’s progress can be read while it is made', async () => {
  const world = aWorld()
  world.makeProxy = async (_film, { onPercent, signal }) => {
    onPercent(40)
    return await new Promise((resolve) => signal.addEventListener('abort', () => resolve(undefined)))
  }
  const queue = await sent(world)

  expect(queue.getEntries()[0]).toMatchObject({ state: 'sending', proxyPercent: 40 })
  await queue.close()
})

test('a film of the same size waits for the other film, but not for its proxy', async () => {
  const world = aWorld()
  const never = Promise.withResolvers<undefined>()
  world.makeProxy = async () => await never.promise
  const queue = await world.start()
  await queue.add([aFilm('sh010.mov'), aFilm('sh020.mov')])
  await world.clock.settle()

  expect(world.log.filter((line) => line.endsWith('is there'))).toEqual(['sh010.mov is there', 'sh020.mov is there'])
  never.resolve(undefined)
  await world.clock.settle()
  expect(queue.getEntries().map(({ state }) => state)).toEqual(['done', 'done'])
})
