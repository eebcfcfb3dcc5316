import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aStudio, aTask, call, refusal, type TestStudio } from './a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())
beforeEach(() => host.database.execute('delete from private.media_jobs'))

type Job = { readonly media_id: string; readonly lease: string; readonly tries: number; readonly download_url: string }

const film = { type: 'video/quicktime', details: { codec: 'apch' } }

/** Registers a file and stores its bytes. */
async function aFile({ type, details, name = 'sh010.mov' }: { type: string; details?: object; name?: string } = film) {
  const id = randomUUID()
  const files = [{ id, filename: name, content_type: type, size_bytes: 9 }]
  await call(studio.member.client, 'register_uploads', { p_files: files, p_project_id: shot.project.id })
  const { data } = await studio.member.client.from('media').select('r2_key').eq('id', id).single()
  await studio.member.client.storage.from('media').upload(String(data?.r2_key), new Blob(['the bytes']), {
    contentType: 'application/octet-stream',
  })
  await call(studio.member.client, 'complete_upload', { p_media_id: id, p_details: details ?? {} })
  return id
}

const ask = async (body: object, key = host.keys.serviceKey): Promise<Response> =>
  await fetch(`${host.url}/functions/v1/media-jobs`, {
    method: 'POST',
    headers: { authorization: `Bearer ${key}` },
    body: JSON.stringify(body),
  })
const claim = async (worker = 'one'): Promise<Job | null> =>
  ((await (await ask({ action: 'claim', worker })).json()) as { job: Job | null }).job
async function claimed(worker?: string): Promise<Job> {
  const job = await claim(worker)
  if (job === null) throw new Error('Nothing waits')
  return job
}
const tell = async (action: string, { media_id, lease }: Job, more: object = {}): Promise<number> =>
  (await ask({ action, media_id, lease, ...more })).status

/** Expires all leases, as if their workers were killed. */
const endLeases = async (): Promise<void> =>
  await host.database.execute(`update private.media_jobs set leased_until = now() - interval '1 second'`)
async function fileOf(id: string) {
  const columns =
    'preview_percent, preview_problem, poster_media_id, proxy_media_id, frame_count, frame_rate, width, codec'
  const { data } = await studio.viewer.client.from('media').select(columns).eq('id', id).single()
  return data
}

test('files no browser plays or draws wait for a worker, whoever sent them; playable ones do not', async () => {
  const [poster, strip] = [await aFile({ type: 'image/png' }), await aFile({ type: 'image/png' })]
  const pictures = { poster_media_id: poster, filmstrip_media_id: strip, waveform: '0z' }
  await aFile({ type: 'video/mp4', details: { codec: 'avc1.640028', ...pictures } })
  await aFile({ type: 'application/pdf' })
  await aFile({ type: 'application/zip' })
  await aFile({ type: 'audio/wav', details: { waveform: '0z' } })
  const wanted = [
    await aFile(film),
    await aFile({ type: 'video/mp4', details: { codec: 'avc1.640028' } }),
    await aFile({ type: 'video/mp4', details: { codec: 'avc1.7a0028', ...pictures } }),
    await aFile({ type: 'image/x-exr' }),
    await aFile({ type: 'application/mxf' }),
    await aFile({ type: 'audio/wav' }),
    await aFile({ type: 'image/gif' }),
  ]
  const found: (string | undefined)[] = []
  for (let job = await claim(); job !== null; job = await claim()) found.push(job.media_id)

  expect(found).toEqual(wanted)
})

test('each of several workers gets a file of its own, with its bytes', async () => {
  const wanted = [await aFile(), await aFile(), await aFile()]
  const given = await Promise.all(['one', 'two', 'three', 'four'].map(claim))
  const jobs = given.filter((job) => job !== null)

  expect(jobs.map((job) => job.media_id).toSorted()).toEqual(wanted.toSorted())
  expect(await (await fetch(jobs[0]?.download_url ?? '')).text()).toBe('the bytes')
})

test('a finished job gives the file its proxy, poster and frame count, and nothing is left to do', async () => {
  const id = await aFile({ ...film, details: { codec: 'apch', frame_count: 23, frame_rate: '24/1', width: 1920 } })
  const job = await claimed()
  const progress = []
  for (const percent of [0, 47, 49]) {
    await tell('report', job, { percent })
    progress.push((await fileOf(id))?.preview_percent)
  }
  const [proxy, poster] = [randomUUID(), randomUUID()]
  const files = [
    { id: proxy, filename: 'sh010-proxy.mp4', content_type: 'video/mp4', size_bytes: 5 },
    { id: poster, filename: 'sh010-poster.jpg', content_type: 'image/jpeg', size_bytes: 5 },
  ]
  const response = await ask({ action: 'files', media_id: job.media_id, lease: job.lease, files })
  const { uploads } = (await response.json()) as { uploads: { id: string; upload_url: string }[] }
  const details = { proxy_media_id: proxy, poster_media_id: poster, frame_count: 24, frame_rate: '120/1', width: 1280 }
  const early = await tell('finish', job, { details })
  for (const { id: made, upload_url: url } of uploads)
    await fetch(url, {
      method: 'PUT',
      body: 'bytes',
      headers: { 'content-type': made === proxy ? 'video/mp4' : 'image/jpeg' },
    })
  const done = await tell('finish', job, { details })

  expect(progress).toEqual([0, 40, 40])
  expect([early, done]).toEqual([404, 200])
  expect(await fileOf(id)).toEqual({
    preview_percent: null,
    preview_problem: null,
    poster_media_id: poster,
    proxy_media_id: proxy,
    frame_count: 24,
    frame_rate: '120/1',
    width: 1920,
    codec: 'apch',
  })
  expect(await claim()).toBeNull()
  expect(
    (await studio.viewer.client.functions.invoke('get-attachment-url', { body: { media_id: proxy } })).error,
  ).toBeNull()
})

test('a killed worker loses its job to the next, and its reports no longer count', async () => {
  const id = await aFile()
  const first = await claimed('one')
  const meanwhile = await claim('two')
  await endLeases()
  const second = await claimed('two')
  const late = await Promise.all(
    ['report', 'finish', 'fail'].map((action) =>
      tell(action, first, { percent: 50, details: { frame_count: 7 }, problem: 'Late' }),
    ),
  )

  expect(meanwhile).toBeNull()
  expect(second).toMatchObject({ media_id: id, tries: 2 })
  expect(late).toEqual([404, 404, 404])
  expect(await fileOf(id)).toMatchObject({ frame_count: null, preview_problem: null })
})

test('after three tries a job has failed with the last reason, and those who may comment can request three more', async () => {
  const id = await aFile()
  for (const problem of ['First', 'Second', 'The disk is full']) await tell('fail', await claimed(), { problem })
  const failed = [await claim(), (await fileOf(id))?.preview_problem]
  await call(studio.lead.client, 'retry_media_job', { p_media_id: id })
  const again = await claimed()

  expect(failed).toEqual([null, 'The disk is full'])
  expect(again).toMatchObject({ media_id: id, tries: 1 })
  expect((await fileOf(id))?.preview_problem).toBeNull()
})

test('a file that kills its worker three times is given up; an unreadable one fails at once', async () => {
  const [killer, broken] = [await aFile(), await aFile()]
  for (let tries = 0; tries < 3; tries += 1) {
    expect((await claimed()).media_id).toBe(killer)
    await endLeases()
  }
  await tell('fail', await claimed(), { problem: 'This file is damaged', is_final: true })

  expect((await fileOf(killer))?.preview_problem).toMatch(/stopped three times/)
  expect((await fileOf(broken))?.preview_problem).toBe('This file is damaged')
  expect(await claim()).toBeNull()
})

test('only workers can use the queue and report on a file', async () => {
  const id = await aFile()
  const job = await claimed()
  const own = { p_media_id: id, p_lease: job.lease }
  const procedures = {
    claim_media_job: { p_worker: 'me' },
    report_media_job: { ...own, p_percent: 1 },
    add_previews: { ...own, p_files: [] },
    finish_media_job: { ...own, p_details: {} },
    fail_media_job: { ...own, p_problem: 'x' },
  }
  const codes = []
  for (const [name, args] of Object.entries(procedures))
    codes.push((await refusal(studio.owner.client, name, args)).code)
  const token = (await studio.owner.client.auth.getSession()).data.session?.access_token
  const doors = await Promise.all([token, 'nonsense'].map((key) => ask({ action: 'claim', worker: 'me' }, key)))
  await studio.member.client.from('media').update({ proxy_media_id: id, preview_problem: 'x' }).eq('id', id)
  const row = { studio_id: studio.id, filename: 'a.mov', content_type: 'video/quicktime', size_bytes: 1 }
  const forged = await studio.member.client.from('media').insert({ ...row, r2_key: 'x', made_from: id })
  const other = await aFile({ type: 'image/png' })
  const taken = await tell('finish', job, { details: { proxy_media_id: other } })
  const outside = await refusal(studio.outsider.client, 'retry_media_job', { p_media_id: id })

  expect(codes).toEqual(Array.from({ length: 5 }, () => '42501'))
  expect(doors.map(({ status }) => status)).toEqual([401, 401])
  expect(await fileOf(id)).toMatchObject({ proxy_media_id: null, preview_problem: null })
  expect(forged.error?.code).toBe('42501')
  expect(taken).toBe(400)
  expect(outside.code).toBe('P0002')
})

test('a media worker is known to exist while one polls', async () => {
  const has = async (): Promise<boolean> => await call<boolean>(studio.viewer.client, 'has_media_worker')
  await claim('one')
  const there = await has()
  await host.database.execute(`update private.media_workers set seen_at = now() - interval '3 minutes'`)

  expect([there, await has()]).toEqual([true, false])
})

test('numbered pictures posted together wait as one film at their item’s rate, instead of one by one', async () => {
  const frames: string[] = []
  // Out of order, and with a gap.
  for (const number of [1003, 1001, 1002, 1006, 1005])
    frames.push(await aFile({ type: 'image/x-exr', name: `sh010_v02.${number}.exr` }))
  const [note, still] = [
    await aFile({ type: 'image/x-exr', name: 'note.exr' }),
    await aFile({ type: 'image/png', name: 'a.png' }),
  ]
  await studio.owner.client.from('items').update({ frame_rate: '24000/1001' }).eq('id', shot.item.id)
  const version = { p_task_id: shot.task.id, p_version_id: randomUUID(), p_comment_id: randomUUID(), p_comment: '' }
  const mediaIds = [...frames, note, still]
  await call(studio.member.client, 'create_revision', { ...version, p_time_spent: '1h', p_media_ids: mediaIds })

  const jobs = [await claimed(), await claimed()]
  const none = await claim()
  const film = jobs.find(({ media_id: id }) => id === frames[1])
  const { frames: told, frame_rate: rate } = film as unknown as Sequence
  const urls = told.map(({ url }) => url)

  expect(new Set(jobs.map(({ media_id: id }) => id))).toEqual(new Set([frames[1], note]))
  expect(none).toBeNull()
  expect(rate).toBe('24000/1001')
  expect(urls.map((url) => /\.(\d{4})\.exr/.exec(url)?.[1])).toEqual(['1001', '1002', '1003', '1005', '1006'])
  expect(told.map(({ number }) => number)).toEqual([1001, 1002, 1003, 1005, 1006])
  expect(await (await fetch(urls[0] ?? '')).text()).toBe('the bytes')
  expect(jobs.find(({ media_id: id }) => id === note)).toMatchObject({ frames: null })
  // Only the first one waits, as the film of them all.
  expect(await waitsOf(frames)).toEqual([false, true, false, false, false])
})

type Sequence = {
  readonly frames: readonly { readonly url: string; readonly number: number }[]
  readonly frame_rate: string
}

async function postRevision(mediaIds: readonly string[]): Promise<void> {
  const version = { p_task_id: shot.task.id, p_version_id: randomUUID(), p_comment_id: randomUUID(), p_comment: '' }
  await call(studio.member.client, 'create_revision', { ...version, p_time_spent: '1h', p_media_ids: mediaIds })
}

async function waitsOf(ids: readonly string[]): Promise<readonly (boolean | undefined)[]> {
  const { data } = await studio.viewer.client
    .from('media')
    .select('id, preview_waits')
    .in('id', [...ids])
  return ids.map((id) => data?.find((row) => row.id === id)?.preview_waits)
}

test('a chosen rate and first frame override the item’s, for pictures and for a ZIP of them', async () => {
  const details = { frame_rate: '25/1', first_frame: 101 }
  const frames = [await aFile({ type: 'image/png', name: 'a.1001.png', details })]
  for (const number of [1002, 1003, 1004, 1005])
    frames.push(await aFile({ type: 'image/png', name: `a.${number}.png` }))
  const zip = await aFile({ type: 'application/zip', name: 'plates.zip', details })
  const plain = await aFile({ type: 'application/zip', name: 'later.zip' })
  await studio.owner.client.from('items').update({ frame_rate: '24000/1001' }).eq('id', shot.item.id)
  await postRevision([...frames, zip, plain])
  const jobs = [await claimed(), await claimed(), await claimed()] as unknown as readonly (Job & Sequence)[]
  const rates = Object.fromEntries(jobs.map((job) => [job.media_id, job.frame_rate]))
  const [film] = jobs.filter(({ media_id: id }) => id === frames[0])
  const found = { first_frame: 1001, frame_count: 5, start_timecode: '01:00:00;02' }
  if (film !== undefined) await tell('finish', film, { details: found })
  const { data } = await studio.viewer.client
    .from('media')
    .select('first_frame, start_timecode')
    .eq('id', frames[0] ?? '')
    .single()

  expect(rates).toEqual({ [frames[0] ?? '']: '25/1', [zip]: '25/1', [plain]: '24000/1001' })
  expect(data).toEqual({ first_frame: 101, start_timecode: '01:00:00;02' })
})

test('a picture already processed alone before its revision was posted still becomes the film’s first', async () => {
  const frames: string[] = []
  for (const number of [1, 2, 3, 4, 5])
    frames.push(await aFile({ type: 'image/x-exr', name: `early.100${number}.exr` }))
  const still = await claimed()
  await host.database.execute(`update public.media set proxy_media_id = id where id = '${frames[0]}'`)
  await postRevision(frames)
  const late = await tell('finish', still, { details: { frame_count: 1 } })
  const job = (await claimed()) as unknown as Job & Sequence & { readonly has_proxy: boolean }

  expect([still.media_id, job.media_id]).toEqual([frames[0], frames[0]])
  expect(late).toBe(404)
  expect(job.frames).toHaveLength(5)
  expect(job.has_proxy).toBe(false)
  expect(await claim()).toBeNull()
})

test('the same pictures posted at another rate become another film', async () => {
  const sha256 = 'a'.repeat(64)
  const details = { sha256, frame_rate: '24/1', frame_count: 5, duration_ms: 200, first_frame: 1001 }
  const first = await aFile({ type: 'image/png', name: 'b.1001.png', details })
  await host.database.execute(`update public.media set proxy_media_id = id where id = '${first}'`)
  const id = randomUUID()
  const files = [{ id, filename: 'b.1001.png', content_type: 'image/png', size_bytes: 9, sha256 }]
  await call(studio.member.client, 'register_uploads', { p_files: files, p_project_id: shot.project.id })
  const { data } = await studio.viewer.client
    .from('media')
    .select('is_stored, sha256, proxy_media_id, frame_rate, frame_count, first_frame')
    .eq('id', id)
    .single()

  const none = { proxy_media_id: null, frame_rate: null, frame_count: null, first_frame: null }
  expect(data).toEqual({ is_stored: true, sha256, ...none })
})

test('a file reports that it is queued until a worker begins, and between tries', async () => {
  const id = await aFile()
  const said = [(await waitsOf([id]))[0]]
  const job = await claimed()
  await tell('report', job, { percent: 0 })
  said.push((await waitsOf([id]))[0])
  await tell('fail', job, { problem: 'The disk is full' })
  said.push((await waitsOf([id]))[0])
  await tell('fail', await claimed(), { problem: 'This film is damaged', is_final: true })
  said.push((await waitsOf([id]))[0])
  await call(studio.lead.client, 'retry_media_job', { p_media_id: id })
  said.push((await waitsOf([id]))[0])
  const last = await claimed()
  await tell('finish', last, { details: { frame_count: 24 } })
  said.push((await waitsOf([id]))[0])
  const png = await aFile({ type: 'image/png' })
  const forged = await studio.member.client.from('media').update({ preview_waits: true }).eq('id', png)

  expect(said).toEqual([true, false, true, false, true, false])
  expect([forged.error?.code, (await waitsOf([png]))[0]]).toEqual(['42501', false])
})

/** Adds a proxy made from a job's file. */
async function placeProxy(job: Job): Promise<string> {
  const id = randomUUID()
  const files = [{ id, filename: 'proxy.mp4', content_type: 'video/mp4', size_bytes: 5 }]
  const response = await ask({ action: 'files', media_id: job.media_id, lease: job.lease, files })
  const { uploads } = (await response.json()) as { uploads: { upload_url: string }[] }
  await fetch(uploads[0]?.upload_url ?? '', { method: 'PUT', body: 'bytes', headers: { 'content-type': 'video/mp4' } })
  return id
}

test('a film in 1080p gets a larger proxy when the queue is empty, and its failure is not reported', async () => {
  const large = { codec: 'apch', width: 2048, height: 1152, frame_count: 24 }
  const [id, small] = [
    await aFile({ ...film, details: large }),
    await aFile({ ...film, details: { ...large, height: 1079 } }),
  ]
  for (const job of [await claimed(), await claimed()])
    await tell('finish', job, { details: { proxy_media_id: await placeProxy(job), frame_count: 24 } })
  const urgent = await aFile()
  const order = [await claimed(), await claimed()] as unknown as readonly (Job & { readonly is_rest: boolean })[]
  const [, rest] = order
  if (rest === undefined) throw new Error('Nothing waits')
  await tell('report', rest, { percent: 50 })
  const during = await fileOf(id)
  await tell('fail', rest, { problem: 'The disk is full' })
  const again = await claimed()
  const proxy = await placeProxy(again)
  await tell('finish', again, { details: { large_proxy_media_id: proxy } })
  const { data } = await studio.viewer.client.from('media').select('large_proxy_media_id').eq('id', id).single()

  expect(order.map(({ media_id: media, is_rest: isRest }) => [media, isRest])).toEqual([
    [urgent, false],
    [id, true],
  ])
  expect(during).toMatchObject({ preview_percent: null })
  expect(again.media_id).toBe(id)
  expect(data?.large_proxy_media_id).toBe(proxy)
  expect(await fileOf(id)).toMatchObject({ preview_problem: null })
  expect(await waitsOf([id, small])).toEqual([false, false])
  expect(await claim()).toBeNull()
})

test('pictures that arrive after their revision wait as one film, once all are there', async () => {
  await postRevision([await aFile({ type: 'application/pdf' })])
  const { data: version } = await studio.viewer.client
    .from('task_versions')
    .select('id')
    .eq('task_id', shot.task.id)
    .order('version_number', { ascending: false })
    .limit(1)
    .single()
  const files = [1, 2, 3, 4, 5].map((number) => ({
    id: randomUUID(),
    filename: `late.100${number}.exr`,
    content_type: 'image/x-exr',
    size_bytes: 9,
  }))
  await call(studio.member.client, 'register_uploads', { p_files: files, p_version_id: version?.id })
  const early: (Job | null)[] = []
  for (const { id } of files) {
    early.push(await claim())
    const { data } = await studio.member.client.from('media').select('r2_key').eq('id', id).single()
    const bytes = { contentType: 'application/octet-stream' }
    await studio.member.client.storage.from('media').upload(String(data?.r2_key), new Blob(['the bytes']), bytes)
    await call(studio.member.client, 'complete_upload', { p_media_id: id })
  }
  const job = (await claimed()) as unknown as Job & Sequence

  expect(early).toEqual([null, null, null, null, null])
  expect(job.media_id).toBe(files[0]?.id)
  expect(job.frames).toHaveLength(5)
  expect(await claim()).toBeNull()
})

test.each([
  ['four', [1, 2, 3, 4].map((number) => `plate.100${number}.exr`)],
  ['shots’', [1, 2, 3, 4, 5].map((number) => `sh0${number}0.exr`)],
  ['scattered', [1, 2, 3, 4, 5].map((number) => `design_${number}00.exr`)],
])('%s pictures stay pictures and become no film', async (_, names) => {
  const frames: string[] = []
  for (const name of names) frames.push(await aFile({ type: 'image/x-exr', name }))
  const version = { p_task_id: shot.task.id, p_version_id: randomUUID(), p_comment_id: randomUUID(), p_comment: '' }
  await call(studio.member.client, 'create_revision', { ...version, p_time_spent: '1h', p_media_ids: frames })

  expect(await claimed()).toMatchObject({ frames: null })
})
