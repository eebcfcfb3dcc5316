import { expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type MediaId, type StudioId } from '#core/lib/ids.ts'
import { callFunction, makeHttp, type Fetch, type Http } from './http.ts'
import { loadMediaUrls } from './media-urls.ts'
import { makeUploads } from './uploads.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

type Call = { readonly url: string; readonly method: string; readonly token: string | null; readonly body: string }

/** A server that responds from a list, repeating the last response, and records its requests. */
function aServer(...answers: readonly (() => Response | Promise<Response>)[]): { http: Http; calls: Call[] } {
  const calls: Call[] = []
  let token = 'old'
  const fetch: Fetch = async (input, init) => {
    const answer = answers[Math.min(calls.length, answers.length - 1)]
    const { url, method, headers } = new Request(input, init)
    calls.push({
      url,
      method,
      token: headers.get('authorization'),
      body: typeof init?.body === 'string' ? init.body : '',
    })
    return await (answer?.() ?? new Response('{}'))
  }
  const tokens = {
    load: async () => await Promise.resolve(token),
    refresh: async () => {
      token = 'new'
      await Promise.resolve()
    },
  }
  return { http: makeHttp({ url: 'https://studio.test', apiKey: 'key', fetch, tokens }), calls }
}

const json =
  (body: unknown, status = 200, headers = {}) =>
  () =>
    Response.json(body, { status, headers })

test('an expired token is renewed once and the call repeated', async () => {
  const { http, calls } = aServer(json({}, 401), json({ ok: true }))

  expect(await callFunction(http, 'studio-feed', { search: { limit: '100' } })).toEqual({ ok: true })

  expect(calls.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new'])
  expect(calls[0]?.url).toBe('https://studio.test/functions/v1/studio-feed?limit=100')
})

test('hosted storage rejects a token in the body of a 400, and with a bare 400 to a HEAD', async () => {
  const refusal = json({ statusCode: '403', error: 'Unauthorized', message: 'jwt expired' }, 400)
  const { http, calls } = aServer(refusal, json({}), () => new Response(null, { status: 400 }), json({}))

  const place = 'https://studio.test/storage/v1/upload/resumable/x'
  expect((await http.ask(place, { method: 'POST' })).status).toBe(200)
  expect((await http.ask(place, { method: 'HEAD' })).status).toBe(200)

  expect(calls.map(({ token }) => token)).toEqual(['Bearer old', 'Bearer new', 'Bearer new', 'Bearer new'])
})

test('a token that stays rejected is not retried again', async () => {
  const { http, calls } = aServer(json({ code: 'PGRST303', message: 'JWT expired' }, 401))

  await expect(callFunction(http, 'x', {})).rejects.toMatchObject({ code: 'token-expired', retryable: false })

  expect(calls).toHaveLength(2)
})

test.each([
  { status: 403, body: { code: '42501', message: 'Your role may not change tasks' }, code: 'permission-denied' },
  { status: 404, body: { code: 'P0002', message: 'Task not found' }, code: 'not-found' },
  { status: 400, body: { code: '22023', message: 'Name the tasks' }, code: 'invalid-input' },
  { status: 409, body: { code: '23505', message: 'duplicate' }, code: 'conflict' },
  { status: 400, body: { error: 'files is empty' }, code: 'invalid-input' },
])(
  'a response $status $body becomes $code with the server’s message, and is not retryable',
  ({ status, body, code }) => {
    const error = errorOfAnswer({ status, headers: new Headers() }, body)
    expect(error).toMatchObject({ code, retryable: false, message: Object.values(body).at(-1) })
  },
)

test('an unavailable server is retryable', () => {
  const error = errorOfAnswer({ status: 503, headers: new Headers() }, { message: 'down' })
  expect(error).toMatchObject({ code: 'server-unavailable', retryable: true })
})

test('a rate limit says how long to wait, in the specification’s words', () => {
  const error = errorOfAnswer({ status: 429, headers: new Headers({ 'retry-after': '7' }) }, {})
  expect(error).toMatchObject({
    code: 'rate-limited',
    retryAfterMs: 7000,
    message: 'Rate limit exceeded. Please wait 7 seconds before trying again.',
  })
})

test('no response is offline, an abort is cancelled, anything else is unexpected', () => {
  expect(errorOfFailure(new TypeError('fetch failed'))).toMatchObject({ code: 'offline', retryable: true })
  expect(errorOfFailure(new DOMException('', 'AbortError'))).toMatchObject({ code: 'cancelled', retryable: false })
  expect(errorOfFailure(new RangeError())).toMatchObject({ code: 'unexpected', retryable: false })
})

test('file addresses are requested in batches of 500, and missing ones once more', async () => {
  const ids = Array.from({ length: 501 }, () => newId<MediaId>())
  const urls = (some: readonly MediaId[]) => json({ urls: some.map((id) => ({ id, url: `https://media.test/${id}` })) })
  const { http, calls } = aServer(urls(ids.slice(0, 499)), urls(ids.slice(500)), urls(ids.slice(499, 500)))

  const found = await loadMediaUrls(http, ids)

  expect(found.size).toBe(501)
  expect(calls.map(({ body }) => JSON.parse(body).media_ids.length)).toEqual([500, 1, 1])
})

const request = {
  mediaId: newId<MediaId>(),
  studioId: newId<StudioId>(),
  filename: 'shot.mp4',
  contentType: 'video/mp4',
  body: new Blob(['bytes']),
}

function anUpload(put: () => Response, slot: unknown = { id: request.mediaId, upload_url: 'https://store.test/put' }) {
  const steps: string[] = []
  let isThere = slot !== undefined && Object(slot).upload_url === null
  const { http } = aServer(json({ uploads: [slot] }))
  const rest = {
    client: async () => await Promise.reject(new Error('unused')),
    call: async (procedure: string) => {
      steps.push(procedure)
      if (!isThere) throw new AppError('not-found', 'Failed to upload shot.mp4')
      return await Promise.resolve({})
    },
  }
  const uploads = makeUploads({
    http,
    rest,
    put: async ({ url, watch }) => {
      steps.push(url)
      watch.onProgress?.(5)
      const response = await Promise.resolve(put())
      isThere ||= response.ok || response.statusText === 'Duplicate'
      return response
    },
  })
  return { uploads, steps }
}

test('a file is sent to its slot with progress, and then declared complete', async () => {
  const { uploads, steps } = anUpload(() => new Response(null, { status: 200 }))
  const progress: number[] = []

  await uploads.upload(request, { onProgress: (sent) => progress.push(sent) })

  expect(steps).toEqual(['https://store.test/put', 'complete_upload'])
  expect(progress).toEqual([5])
})

test('a file that has already arrived is not sent again', async () => {
  const { uploads, steps } = anUpload(() => new Response(null), { id: request.mediaId, upload_url: null })
  await uploads.upload(request)
  expect(steps).toEqual(['complete_upload'])
})

test('a refused file and a rate limit of over a minute fail at once, in the specification’s words', async () => {
  const refused = anUpload(
    () => new Response('<Error/>', { status: 403, headers: { 'content-type': 'application/xml' } }),
  )
  await expect(refused.uploads.upload(request)).rejects.toMatchObject({
    code: 'upload-failed',
    message: 'Failed to upload shot.mp4',
  })

  const limited = anUpload(() => new Response(null, { status: 429, headers: { 'retry-after': '61' } }))
  await expect(limited.uploads.upload(request)).rejects.toBeInstanceOf(AppError)
  expect(limited.steps).toHaveLength(1)
})

test('a file whose arrival was never confirmed counts as sent', async () => {
  const { uploads } = anUpload(() =>
    Response.json({ statusCode: '409', error: 'Duplicate' }, { status: 400, statusText: 'Duplicate' }),
  )
  await expect(uploads.upload(request)).resolves.toBeUndefined()
})

test('files of one target get slots in calls of a hundred, and too few slots are an error', async () => {
  const requests = Array.from({ length: 150 }, () => ({ ...request, mediaId: newId<MediaId>() }))
  const slots = requests.map(({ mediaId: id }) => ({ id, upload_url: `https://store.test/${id}`, r2_key: id }))
  const { http, calls } = aServer(json({ uploads: slots.slice(0, 100) }), json({ uploads: slots.slice(100) }))
  const { http: poor } = aServer(json({ uploads: slots.slice(1, 100) }))
  const rest = { client: async () => await Promise.reject(new Error('unused')), call: async () => ({}) }
  const put = async () => await Promise.resolve(new Response())

  const answer = await makeUploads({ http, rest, put }).requestSlots(requests)
  const short = makeUploads({ http: poor, rest, put }).requestSlots(requests)

  expect(answer.map(({ id }) => id)).toEqual(requests.map(({ mediaId }) => mediaId))
  expect(calls.map(({ body }) => JSON.parse(body).files.length)).toEqual([100, 50])
  await expect(short).rejects.toThrow('Mismatch between files and presigned uploads')
})

test('a busy storage is retried', async () => {
  const answers = [new Response(null, { status: 429, headers: { 'retry-after': '0.01' } })]
  const { uploads, steps } = anUpload(() => answers.shift() ?? new Response(null))
  await uploads.upload(request)
  expect(steps).toEqual(['https://store.test/put', 'https://store.test/put', 'complete_upload'])
})
