import { createHash } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeGateway, type GatewayOptions } from '#core/gateway/make-gateway.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { newId, toId, type MediaId, type StudioId, type TaskId } from '#core/lib/ids.ts'
import { makeSupabaseSigner } from '#supabase/functions/_shared/supabase-storage.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
const gateways: Gateway[] = []

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(async () => {
  await Promise.all(gateways.map(async (gateway) => await gateway.close()))
  await host.close()
})

/** Returns core's gateway for a person, with the number of bytes it sent. */
async function connect({ email, password }: TestUser, options: Partial<GatewayOptions> = {}) {
  const sent = { bytes: 0, breakAfter: Infinity }
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
    ...options,
    put: async ({ method, url, body, headers }) => {
      const whole: RequestInit = { method, headers }
      const room = sent.breakAfter - sent.bytes
      if (room >= body.size) {
        const response = await fetch(url, { ...whole, body })
        // A piece that meets the interrupted one is refused before it is read.
        if (response.ok) sent.bytes += body.size
        return response
      }
      sent.bytes += room
      const broken = new AbortController()
      const stream = body
        .slice(0, room)
        .stream()
        .pipeThrough(new TransformStream({ flush: async () => await new Promise((end) => setTimeout(end, 200)) }))
      setTimeout(() => broken.abort(), 150)
      // Node needs `duplex` to send a stream; the DOM's types lack it.
      const init = { method, headers, body: stream, duplex: 'half', signal: broken.signal } as RequestInit
      return await fetch(url, init).catch(() => {
        throw new TypeError('broken')
      })
    },
  })
  gateways.push(gateway)
  await gateway.session.signInWithPassword({ email, password })
  return { gateway, sent }
}

function aFile(text: string | Uint8Array<ArrayBuffer>) {
  const body = new Blob([text], { type: 'text/plain' })
  const sha256 = createHash('sha256').update(text).digest('hex')
  return {
    mediaId: newId<MediaId>(),
    studioId: toId<StudioId>(studio.id),
    taskId: toId<TaskId>(shot.task.id),
    filename: 'notes.txt',
    contentType: 'text/plain',
    body,
    details: { sha256 },
  }
}

async function download(who: TestUser, mediaId: string): Promise<string> {
  const { data } = await who.client.functions.invoke('get-attachment-url', { body: { media_id: mediaId } })
  return await (await fetch(data.url)).text()
}

test('content already in the studio is not sent again by the same person, and reads the same', async () => {
  const { gateway, sent } = await connect(studio.member)
  await gateway.uploads.upload(aFile('the same words'))
  const again = { ...aFile('the same words'), filename: 'copy.txt' }
  const before = sent.bytes

  const [slot] = await gateway.uploads.requestSlots([again])
  await gateway.uploads.upload(again)

  expect(slot?.isStored).toBe(true)
  expect(sent.bytes).toBe(before)
  expect(await download(studio.viewer, again.mediaId)).toBe('the same words')
  const [row] = (await studio.viewer.client.from('media').select().eq('id', again.mediaId)).data ?? []
  expect(row).toMatchObject({ filename: 'copy.txt', is_stored: true, created_by: studio.member.id })
})

test('browsers cache a small file as long as its address is valid, however it was sent', async () => {
  for (const sendsWithOwnToken of [false, true]) {
    const { gateway } = await connect(studio.member, { sendsWithOwnToken })
    const file = aFile(`kept ${String(sendsWithOwnToken)}`)
    await gateway.uploads.upload(file)

    const { data } = await studio.viewer.client.functions.invoke('get-attachment-url', {
      body: { media_id: file.mediaId },
    })
    const { headers } = await fetch(data.url)
    expect(headers.get('cache-control')).toBe('max-age=3600')
  }
})

test('with their own token people need no signed address, and get no more access than with one', async () => {
  const member = await connect(studio.member, { sendsWithOwnToken: true })
  const viewer = await connect(studio.viewer, { sendsWithOwnToken: true })
  const file = aFile('words sent directly')
  const [slot] = await member.gateway.uploads.requestSlots([file])
  if (slot === undefined) throw new Error('no slot')
  const stranger = await viewer.gateway.uploads.send(slot, file).catch(({ code }) => code)
  await member.gateway.uploads.send(slot, file)
  // The response was lost: sent again, it already exists.
  await member.gateway.uploads.send(slot, file)
  await member.gateway.uploads.complete(file.mediaId, file.details)
  const [after] = await member.gateway.uploads.requestSlots([file])

  expect(slot).toMatchObject({ isStored: false, directUrl: expect.stringContaining('/object/media/') })
  expect(slot.uploadUrl).toBeUndefined()
  expect(stranger).toBe('upload-failed')
  expect(await download(studio.viewer, file.mediaId)).toBe('words sent directly')
  expect(after).toMatchObject({ isStored: true })
  expect(after?.directUrl).toBeUndefined()
})

test('a wrong hash cannot replace somebody else’s content', async () => {
  const [member, lead] = await Promise.all([connect(studio.member), connect(studio.lead)])
  const honest = aFile('the honest words')
  await member.gateway.uploads.upload({ ...aFile('the forged words'), details: honest.details })

  const [slot] = await lead.gateway.uploads.requestSlots([honest])
  await lead.gateway.uploads.upload(honest)

  expect(slot?.isStored).toBe(false)
  expect(await download(studio.viewer, honest.mediaId)).toBe('the honest words')
})

test('knowing a hash gives no access to content the caller may not see', async () => {
  const other = await aStudio(host)
  const theirs = await aTask(other)
  const member = await connect(studio.member)
  await member.gateway.uploads.upload(aFile('secret words'))
  const outsider = await connect(other.owner)
  const guess = { ...aFile('secret words'), studioId: toId<StudioId>(other.id), taskId: toId<TaskId>(theirs.task.id) }

  const [slot] = await outsider.gateway.uploads.requestSlots([guess])

  expect(slot?.isStored).toBe(false)
  await expect(call(other.owner.client, 'complete_upload', { p_media_id: guess.mediaId })).rejects.toThrow(
    'Failed to upload',
  )
})

test('a hash with another size or type, or an invalid one, does not match', async () => {
  const member = await connect(studio.member)
  const first = aFile('some words')
  await member.gateway.uploads.upload(first)

  const longer = { ...aFile('some words and more'), details: first.details }
  const otherwise = { ...aFile('some words'), contentType: 'text/csv' }
  const slots = await member.gateway.uploads.requestSlots([longer, otherwise])
  const broken = member.gateway.uploads.requestSlots([{ ...aFile('x'), details: { sha256: 'DEADBEEF' } }])

  expect(slots.map(({ isStored }) => isStored)).toEqual([false, false])
  await expect(broken).rejects.toMatchObject({ code: 'invalid-input' })
})

test('a large file is sent in pieces, and resumes where the server has it', async () => {
  const { gateway, sent } = await connect(studio.member)
  const bytes = new Uint8Array(14_000_000).map((_, index) => index % 251)
  const file = aFile(bytes)
  const places: string[] = []
  const [slot] = await gateway.uploads.requestSlots([file])
  if (slot === undefined) throw new Error('No slot')
  sent.breakAfter = 9_000_000
  await expect(gateway.uploads.send(slot, file, { onPlace: (place) => places.push(place) })).rejects.toMatchObject({
    code: 'offline',
  })
  sent.breakAfter = Infinity

  await expect
    .poll(async () => await gateway.uploads.send(slot, file, { place: places[0] ?? '' }).then(() => 'sent', String), {
      timeout: 60_000,
    })
    .toBe('sent')
  await gateway.uploads.complete(file.mediaId, file.details)

  expect(sent.bytes).toBeLessThanOrEqual(bytes.length + 6 * 1024 * 1024)
  expect((await download(studio.member, file.mediaId)).length).toBeGreaterThan(0)
})

test.each([20, 6 * 1024 * 1024 + 7])(
  'bytes that arrived without their confirmation (%i) are not refused, and the next try confirms them',
  async (size) => {
    const { gateway, sent } = await connect(studio.member)
    const file = aFile(new Uint8Array(size).fill(7))
    const [slot] = await gateway.uploads.requestSlots([file])
    if (slot === undefined) throw new Error('no slot')
    await gateway.uploads.send(slot, file)
    const before = sent.bytes

    await gateway.uploads.upload(file)

    expect(sent.bytes).toBe(before)
    const { data } = await studio.member.client.from('media').select('is_stored').eq('id', file.mediaId).single()
    expect(data).toEqual({ is_stored: true })
  },
)

const oddNames = [
  'what?.mp4',
  '#3 final.mp4',
  '100%.mp4',
  '%2e%2e',
  'a&b=c;d+e,f@g:h.mp4',
  '😀.mp4',
  '😀'.repeat(127),
  'é'.normalize('NFD') + 'tude.mp4',
  'שלום.mp4',
  '.mp4',
  '...',
  'wait..mp4',
  '..hidden... v2.mp4',
  ' ',
  // Characters that decompose to two dots, to one dot, and to a slash.
  '\u2025',
  '\uff0e\uff0e',
  '\u2024',
  '\u2025\uff0f\u2025\uff0fx.mp4',
  "it's “here”.mp4",
  'tail. ',
]

test.each([
  ['a signed address', {}, 20],
  ['an own token', { sendsWithOwnToken: true }, 20],
  ['pieces', {}, 6 * 1024 * 1024 + 7],
])('a file of any name is downloaded unchanged (%s)', async (_door, options, size) => {
  const { gateway } = await connect(studio.member, options)
  const names = oddNames.filter((name, at) => size < 1000 || at % 4 === 0 || name.startsWith('\u2025'))

  for (const filename of names) {
    const file = {
      ...aFile(new Uint8Array(size).fill(filename.length % 251)),
      filename,
      contentType: 'video/mp4',
      details: {},
    }
    await gateway.uploads.upload(file)

    const url = (await gateway.loadMediaUrls([file.mediaId])).get(file.mediaId)
    const answer = await fetch(new URL(url ?? '', host.url))
    const bytes = new Uint8Array(await answer.arrayBuffer())
    expect([filename, answer.status, bytes.length, bytes[0]]).toEqual([filename, 200, size, filename.length % 251])
  }
})

test('a film’s filmstrip is found by those who may see the film', async () => {
  const member = await connect(studio.member)
  const [film, strip] = [aFile('film'), aFile('strip')]
  await member.gateway.uploads.upload(strip)
  await member.gateway.uploads.upload({ ...film, details: { ...film.details, filmstripMediaId: strip.mediaId } })
  const ask = { p_media_ids: [film.mediaId, strip.mediaId] }

  const seen = await call(studio.viewer.client, 'list_filmstrips', ask)
  const other = await aStudio(host)

  expect(seen).toEqual([{ id: film.mediaId, filmstrip_media_id: strip.mediaId }])
  expect(await call(other.owner.client, 'list_filmstrips', ask)).toEqual([])
})

test.each(['image/svg+xml', 'application/xhtml+xml', 'text/html', 'application/xml', 'text/javascript'])(
  'no file is stored as %s, in which a browser could run scripts, whoever sends it',
  async (type) => {
    const bucket = host.admin.client.storage.from('media')
    const { error } = await bucket.upload(`${newId()}/picture`, new Blob(['<svg/>'], { type }), { contentType: type })

    expect(error).toMatchObject({ statusCode: '415' })
  },
)

test('requesting an address for a file somebody else has just sent says that nothing needs to be sent', async () => {
  const { gateway } = await connect(studio.member)
  const file = aFile('sent by two at once')
  await gateway.uploads.requestSlots([file])
  const [row] = (await studio.member.client.from('media').select().eq('id', file.mediaId)).data ?? []
  const { data } = await studio.member.client.auth.getSession()
  const context = {
    supabaseUrl: host.url,
    publishableKey: host.keys.publishableKey,
    serviceKey: host.keys.serviceKey,
    env: {},
    now: () => new Date(),
  }
  const token = data.session?.access_token ?? ''
  const signer = makeSupabaseSigner({ request: new Request(host.url), context, token })
  const before = await signer.signUpload(row.r2_key)
  await gateway.uploads.upload(file)

  // A row rule forbids adding to what has arrived: storage refuses it like a stranger.
  const after = await signer.signUpload(row.r2_key)
  const strange = await signer.signUpload(`${row.r2_key}x`).catch(({ code }) => code)

  expect([before?.uploadUrl, after, strange]).toEqual([expect.any(String), undefined, 'upload_refused'])
})
