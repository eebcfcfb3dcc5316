import type { AnyMutation } from '#core/change/mutation.ts'
import type { Mutation } from '#core/sync/mutators.ts'
import 'fake-indexeddb/auto'
import { expect, test } from 'vitest'
import type { UploadGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import {
  newId,
  type MediaId,
  type StudioId,
  type TaskId,
  type UserId,
  type VersionId,
  type CommentId,
} from '#core/lib/ids.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { DurableQueue } from '#core/sync/durable-queue.ts'
import { Outbox } from '#core/sync/outbox.ts'
import { hashBlob } from '#core/sync/uploads/hash-blob.ts'
import { UploadQueue } from '#core/sync/uploads/upload-queue.ts'
import { openDexieUploadStore } from '#app/platform/uploads/dexie-upload-store.ts'

const posts = 100
const filesOfAPost = 2
const pieceBytes = 64

/** A seeded random generator, so that failures can be reproduced. */
function makeChance(seed: number): () => number {
  let state = seed
  return () => {
    state = (Math.imul(state, 1_664_525) + 1_013_904_223) >>> 0
    return state / 2 ** 32
  }
}

/**
 * A server with storage and revisions behind a network that breaks before, during and after calls, and which is itself
 * killed and restarted: partly received bytes stay, everything else is on its disk.
 */
function aFaultyServer(chance: () => number) {
  const slots = new Map<
    MediaId,
    { name: string; sha256: string | undefined; isStored: boolean; bytes: string | undefined }
  >()
  const places = new Map<string, { id: MediaId; bytes: string }>()
  const versions = new Map<VersionId, readonly MediaId[]>()
  const operations = new Set<string>()
  const counts = { sentBytes: 0, breaks: 0 }
  const pause = async (): Promise<void> => await new Promise((resolve) => setTimeout(resolve, chance() * 2))
  const breakSometimes = (odds: number): void => {
    if (chance() >= odds) return
    counts.breaks += 1
    const codes = ['offline', 'server-unavailable', 'timeout'] as const
    throw new AppError(codes[Math.floor(chance() * 3)] ?? 'offline', 'Broken', { retryable: true })
  }
  const call = async <T>(act: () => T): Promise<T> => {
    await pause()
    breakSometimes(0.1)
    const answer = act()
    await pause()
    breakSometimes(0.1)
    return answer
  }
  const uploads: UploadGateway = {
    upload: async () => await Promise.reject(new Error('unused')),
    drop: async () => await Promise.resolve(),
    requestSlots: async (requests) =>
      await call(() =>
        requests.map(({ mediaId: id, filename: name, details }) => {
          const slot = slots.get(id) ?? { name, sha256: details?.sha256, isStored: false, bytes: undefined }
          const twin = [...slots.values()].find((other) => other.isStored && other.sha256 === slot.sha256)
          if (twin !== undefined) Object.assign(slot, { isStored: true, bytes: twin.bytes })
          slots.set(id, slot)
          return { id, key: id, isStored: slot.isStored, uploadUrl: 'x', resumable: { url: 'x', bucket: 'media' } }
        }),
      ),
    send: async ({ id }, { body }, watch = {}) => {
      const slot = slots.get(id)
      if (slot === undefined || slot.isStored || slot.bytes !== undefined) return
      const text = await body.text()
      let place = watch.place !== undefined && places.has(watch.place) ? watch.place : undefined
      if (place === undefined) {
        place = `${id}/${places.size}`
        places.set(place, { id, bytes: '' })
        watch.onPlace?.(place)
      }
      const received = places.get(place)
      while (received !== undefined && received.bytes.length < text.length) {
        await pause()
        watch.signal?.throwIfAborted()
        const piece = text.slice(received.bytes.length, received.bytes.length + pieceBytes)
        const arrived = chance() < 0.15 ? piece.slice(0, Math.floor(chance() * piece.length)) : piece
        received.bytes += arrived
        counts.sentBytes += arrived.length
        watch.onProgress?.(received.bytes.length)
        if (arrived.length < piece.length) throw new AppError('offline', 'Cut', { retryable: true })
      }
      slot.bytes = received?.bytes
      breakSometimes(0.1)
    },
    complete: async (id) =>
      await call(() => {
        const slot = slots.get(id)
        if (slot?.bytes === undefined) throw new AppError('not-found', 'Failed to upload')
        slot.isStored = true
      }),
  }
  const write = async (given: AnyMutation, operationId: string) =>
    await call(() => {
      // The outbox sends only changes of its list.
      const mutation = given as Mutation
      if (mutation.kind !== 'create-revision') throw new Error('A revision was expected')
      if (!operations.has(operationId)) {
        const missing = mutation.mediaIds.filter((id) => slots.get(id)?.isStored !== true)
        if (missing.length > 0) throw new AppError('not-found', 'Failed to upload')
        if (versions.has(mutation.versionId)) throw new AppError('conflict', 'Twice')
        versions.set(mutation.versionId, mutation.mediaIds)
        operations.add(operationId)
      }
      return { rev: 1, skipped: [] }
    })
  return { uploads, write, slots, versions, counts }
}

/** Time that runs a thousand times faster, so that back-off hardly takes any. */
const fastClock = {
  now: () => performance.now() * 1000,
  elapsed: () => performance.now() * 1000,
  after: (milliseconds: number, callback: () => void) => {
    const timer = setTimeout(callback, milliseconds / 1000)
    return () => clearTimeout(timer)
  },
}

test('of 200 files posted under random kills none is lost or duplicated, and each revision exists once', async () => {
  const chance = makeChance(20_261_122)
  const server = aFaultyServer(chance)
  const userId = newId<UserId>()
  const outboxStore = makeMemoryStore()
  const [studioId, taskId] = [newId<StudioId>(), newId<TaskId>()]
  let isOnline = true
  let client: { uploads: UploadQueue; outbox: Outbox; queue: DurableQueue } | undefined
  let kills = 0

  // A killed tab loses only its memory.
  const restart = async (): Promise<void> => {
    kills += 1
    client?.queue.close()
    void client?.uploads.close()
    const ids = { newId, random: chance }
    const online = { isOnline: () => isOnline, subscribe: () => () => undefined }
    const queue = new DurableQueue({ clock: fastClock, online, tabs: makeSingleTab() })
    const uploads = new UploadQueue({
      queue,
      store: openDexieUploadStore(userId),
      prepare: async ({ body }, signal) => {
        const sha256 = await hashBlob(body, signal)
        return { sha256, details: {}, pictures: chance() < 0.3 ? [{ role: 'poster', fileName: 'p', body }] : [] }
      },
      gateway: { uploads: server.uploads, call: async () => await Promise.reject(new Error('unused')) },
      clock: fastClock,
      ids,
    })
    const outbox = new Outbox({
      queue,
      watcher: { onAdded: () => {}, onSent: () => {}, onRefused: () => {} },
      gateway: { write: server.write },
      store: outboxStore,
      clock: fastClock,
      ids,
      uploads,
    })
    client = { uploads, outbox, queue }
    await queue.start()
  }

  await restart()
  const expected = new Map<VersionId, string[]>()
  for (let number = 0; number < posts; number += 1) {
    const files = Array.from({ length: filesOfAPost }, (_, index) => ({
      id: newId<MediaId>(),
      text: `${number}.${index} `.repeat(Math.floor(chance() * 60) + 1),
    }))
    const versionId = newId<VersionId>()
    await client?.uploads.add(
      files.map(({ id, text }) => ({
        id,
        studioId,
        taskId,
        fileName: 'f.txt',
        contentType: 'text/plain',
        body: new Blob([text]),
      })),
    )
    const mutation = {
      kind: 'create-revision',
      taskId,
      versionId,
      commentId: newId<CommentId>(),
      comment: '',
      timeSpent: '1h',
      mediaIds: files.map(({ id }) => id),
      statusId: undefined,
      mentions: [],
      metadata: {},
    } as const
    await client?.outbox.add({ studioId, label: 'Post', mutation, patches: [], about: [] }).saved
    expected.set(
      versionId,
      files.map(({ text }) => text),
    )
    if (chance() < 0.3) await restart()
    if (chance() < 0.3) isOnline = !isOnline
    if (isOnline) client?.queue.flush()
  }
  isOnline = true
  for (let round = 0; round < 400 && server.versions.size < posts; round += 1) {
    await new Promise((resolve) => setTimeout(resolve, 20))
    if (round % 10 === 0) await restart()
    client?.queue.flush()
  }
  await expect.poll(() => client?.uploads.getEntries().filter(({ state }) => state !== 'done')).toEqual([])

  const arrived = new Map(
    [...server.versions].map(([id, media]) => [id, media.map((mediaId) => server.slots.get(mediaId)?.bytes)]),
  )
  expect(arrived).toEqual(expected)
  expect(client?.outbox.getEntries().filter(({ state }) => state === 'refused')).toEqual([])
  expect(kills).toBeGreaterThan(20)
  expect(server.counts.breaks).toBeGreaterThan(50)
  const store = openDexieUploadStore(userId)
  await expect.poll(async () => await store.load()).toEqual([])
  await client?.uploads.close()
})
