import { createHash } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import { makeGateway } from '#core/gateway/make-gateway.ts'
import type { UploadGateway, UploadRequest } from '#core/gateway/ports.ts'
import { newId, toId, type MediaId, type StudioId, type TaskId } from '#core/lib/ids.ts'
import { type FakeBucket, startFakeBucket } from '#tests/fakes/fake-bucket.ts'
import type { FreshDatabase } from '#tests/host/postgres.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { cloneDatabase } from '#tests/host/template.ts'
import { aStudio, aTask, type TestStudio } from './a-studio.ts'

// Two hosts on one database and one bucket.
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-parts-'))
const closing: (() => Promise<void>)[] = []
let bucket: FakeBucket
let database: FreshDatabase
let hosts: readonly [TestHost, TestHost]
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  bucket = await startFakeBucket()
  database = await cloneDatabase(folder, false)
  const settings = { s3: bucket.settings, databaseUrl: database.url }
  hosts = [await startTestHost({ settings }), await startTestHost({ settings })]
  studio = await aStudio(hosts[0])
  shot = await aTask(studio)
})
afterEach(() => {
  bucket.breakAt(() => undefined)
  bucket.asked.length = 0
  bucket.uploads.clear()
})
afterAll(async () => {
  for (const close of closing) await close()
  for (const host of hosts ?? []) await host.close()
  await database?.stop()
  await bucket?.close()
  rmSync(folder, { recursive: true, force: true })
})

/** Returns core's uploads for a person at a host. */
async function connect({ email, password }: TestUser, host: TestHost = hosts[0]): Promise<UploadGateway> {
  const kept = new Map<string, string>()
  const gateway = makeGateway({
    url: host.url,
    publishableKey: host.keys.publishableKey,
    sessionStorage: {
      getItem: (key) => kept.get(key) ?? null,
      setItem: (key, value) => void kept.set(key, value),
      removeItem: (key) => void kept.delete(key),
    },
    autoRefresh: false,
  })
  closing.push(gateway.close)
  await gateway.session.signInWithPassword({ email, password })
  return gateway.uploads
}

const mebibyte = 2 ** 20

/** A film of 20 MiB in four parts, all different. */
function aFilm(size = 20 * mebibyte): UploadRequest & { readonly hash: string } {
  const bytes = Buffer.alloc(size)
  for (let at = 0; at < size; at += 65_536) bytes.write(crypto.randomUUID(), at)
  return {
    mediaId: newId<MediaId>(),
    studioId: toId<StudioId>(studio.id),
    taskId: toId<TaskId>(shot.task.id),
    filename: 'film.mov',
    contentType: 'video/quicktime',
    body: new Blob([bytes]),
    hash: createHash('sha256').update(bytes).digest('hex'),
  }
}

const hashOf = ({ mediaId }: UploadRequest): string | undefined => {
  const [, object] = [...bucket.objects].find(([name]) => name.includes(mediaId)) ?? []
  return object && createHash('sha256').update(object).digest('hex')
}
const sentParts = (): readonly string[] => bucket.asked.flatMap((asked) => /\?(partNumber=\d+)$/.exec(asked)?.[1] ?? [])

/** Tries to send once; returns how far it got. */
async function trySending(uploads: UploadGateway, film: UploadRequest, place?: string) {
  const [slot] = await uploads.requestSlots([film])
  if (slot === undefined) throw new Error('No slot')
  const seen: { place?: string | undefined; error?: unknown; progress: number[] } = { place, progress: [] }
  await uploads
    .send(slot, film, {
      ...(place !== undefined && { place }),
      onPlace: (next) => (seen.place = next),
      onProgress: (bytes) => seen.progress.push(bytes),
    })
    .catch((error: unknown) => (seen.error = error))
  return seen
}

test('an interrupted upload resumes on another host, resending only the part in flight', async () => {
  const film = aFilm()
  bucket.breakAt((asked) => (asked.includes('partNumber=3') ? 'before' : undefined))
  const first = await trySending(await connect(studio.member), film)
  bucket.breakAt(() => undefined)
  const uploads = await connect(studio.member, hosts[1])

  const second = await trySending(uploads, film, first.place)
  await uploads.complete(film.mediaId, {})

  expect(first.error).toMatchObject({ retryable: true })
  expect(second.error).toBeUndefined()
  expect(second.place).toBe(first.place)
  expect(second.progress).toEqual([12, 18, 20].map((each) => each * mebibyte))
  expect(sentParts()).toEqual(['partNumber=1', 'partNumber=2', 'partNumber=3', 'partNumber=3', 'partNumber=4'])
  expect(hashOf(film)).toBe(film.hash)
  expect(bucket.uploads.size).toBe(0)
})

test.each(['before', 'after'] as const)(
  'a response lost %s the bucket has acted does not send the film twice',
  async (when) => {
    const film = aFilm()
    const uploads = await connect(studio.member)
    let place: string | undefined
    for (const at of ['?uploads', 'partNumber=2', 'POST ?uploadId']) {
      bucket.breakAt((asked) => (asked.replace(/ .*\?/, ' ?').includes(at) ? when : undefined))
      const tried = await trySending(uploads, film, place)
      expect(tried.error).toMatchObject({ retryable: true })
      place = tried.place
    }
    bucket.breakAt(() => undefined)

    const last = await trySending(uploads, film, place)
    await uploads.complete(film.mediaId, {})

    expect(last.error).toBeUndefined()
    expect(hashOf(film)).toBe(film.hash)
    expect([...bucket.objects.keys()].filter((name) => name.includes(film.mediaId))).toHaveLength(1)
    expect(sentParts().length).toBeLessThanOrEqual(6)
  },
)

test('an upload the bucket has cleaned up starts again, and a part of another length is sent again', async () => {
  const film = aFilm()
  const uploads = await connect(studio.member)
  bucket.breakAt((asked) => (asked.includes('partNumber=4') ? 'before' : undefined))
  const first = await trySending(uploads, film)
  bucket.breakAt(() => undefined)
  const [[, parts] = []] = bucket.uploads
  parts?.set(2, Buffer.from('cut short'))
  await trySending(uploads, film, first.place)
  const whole = hashOf(film)
  const other = aFilm()
  bucket.breakAt((asked) => (asked.includes('partNumber=4') ? 'before' : undefined))
  const gone = await trySending(uploads, other)
  bucket.breakAt(() => undefined)
  bucket.uploads.clear()

  const anew = await trySending(uploads, other, gone.place)

  expect(whole).toBe(film.hash)
  expect(anew.error).toBeUndefined()
  expect(anew.place).not.toBe(gone.place)
  expect(hashOf(other)).toBe(other.hash)
})

test('an aborted upload leaves nothing in the bucket', async () => {
  const film = aFilm()
  const uploads = await connect(studio.member)
  bucket.breakAt((asked) => (asked.includes('partNumber=2') ? 'before' : undefined))
  const { place = '' } = await trySending(uploads, film)
  bucket.breakAt(() => undefined)
  const before = bucket.uploads.size

  await uploads.drop(place)

  expect(before).toBe(1)
  expect(bucket.uploads.size).toBe(0)
})

test('only the sender gets part addresses, and nobody once the file has arrived', async () => {
  const film = aFilm(7 * mebibyte)
  const uploads = await connect(studio.member)
  await uploads.requestSlots([film])
  const ask = async ({ client }: TestUser) => {
    const { data, error } = await client.functions.invoke('upload-parts', { body: { media_id: film.mediaId } })
    return error === null ? data : error.context.status
  }

  expect(await ask(studio.lead)).toBe(404)
  expect(await ask(studio.outsider)).toBe(404)
  expect((await ask(studio.member)).parts).toHaveLength(2)
  await uploads.upload(film)
  expect(await ask(studio.member)).toMatchObject({ is_whole: true, parts: [] })
  expect(await ask(studio.lead)).toBe(404)
})

test('a failing bucket is reported, and the film waits', async () => {
  const film = aFilm(7 * mebibyte)
  const uploads = await connect(studio.member)
  bucket.breakAt(() => 'before')

  const { error } = await trySending(uploads, film)

  expect(error).toMatchObject({ retryable: true })
})

test('a film is sent in one piece to a bucket without multipart support', async () => {
  const film = aFilm(7 * mebibyte)
  const uploads = await connect(studio.member)
  bucket.setWithoutParts()

  await uploads.upload(film)

  expect(hashOf(film)).toBe(film.hash)
})
