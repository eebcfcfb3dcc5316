import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, refusal, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

type Sent = { readonly who?: TestUser; readonly type?: string; readonly project?: string; readonly isSent?: boolean }

/** Registers a file and stores its bytes where it is sent. */
async function aFile({ who = studio.member, type = 'video/mp4', project = shot.project.id, isSent = true }: Sent = {}) {
  const id = randomUUID()
  const files = [{ id, filename: 'sh010.mov', content_type: type, size_bytes: 9 }]
  await call(who.client, 'register_uploads', { p_files: files, p_project_id: project })
  const { data } = await who.client.from('media').select('r2_key').eq('id', id).single()
  const body = new Blob(['the bytes'])
  if (isSent) await who.client.storage.from('media').upload(String(data?.r2_key), body, { contentType: type })
  return id
}

const proRes = { type: 'video/quicktime' } as const
const complete = async (id: string, details: object): Promise<unknown> =>
  await call(studio.member.client, 'complete_upload', { p_media_id: id, p_details: details })
const refused = async (id: string, proxy: string, who = studio.member): Promise<string> =>
  (await refusal(who.client, 'complete_upload', { p_media_id: id, p_details: { proxy_media_id: proxy } })).code

async function rowOf(id: string) {
  const { data } = await studio.viewer.client.from('media').select().eq('id', id).single()
  return data
}

test('a proxy made by the sender’s browser plays for everybody, and needs no worker itself', async () => {
  const [film, proxy] = [await aFile(proRes), await aFile()]
  await complete(film, { codec: 'apch', frame_count: 24 })
  await complete(film, { proxy_media_id: proxy })
  await complete(film, { proxy_media_id: proxy })

  expect(await rowOf(film)).toMatchObject({ proxy_media_id: proxy, codec: 'apch', frame_count: 24 })
  expect(await rowOf(proxy)).toMatchObject({ is_stored: true, preview_waits: false, made_from: film })
  const jobs = await host.database.query('select media_id from private.media_jobs where media_id = $1', [proxy])
  expect(jobs).toEqual([])
})

test('the first proxy counts, and nobody can replace it', async () => {
  const [film, first, second] = [await aFile(proRes), await aFile(), await aFile()]
  await complete(film, { proxy_media_id: first })
  await complete(film, { proxy_media_id: second })

  expect(await rowOf(film)).toMatchObject({ proxy_media_id: first })
})

test('a picture, a missing, reused or misplaced file, and another person’s file are not accepted as a proxy', async () => {
  const film = await aFile(proRes)
  const other = await aTask(studio, 'Other')
  const posted = await aFile()
  await complete(posted, {})
  await call(studio.member.client, 'add_comment', { p_task_id: shot.task.id, p_content: 'see', p_media_ids: [posted] })
  const taken = await aFile()
  await complete(await aFile(proRes), { proxy_media_id: taken })

  expect(await refused(film, await aFile({ type: 'image/png' }))).toBe('22023')
  expect(await refused(film, await aFile({ isSent: false }))).toBe('P0002')
  expect(await refused(film, await aFile({ project: other.project.id }))).toBe('22023')
  expect(await refused(film, await aFile({ who: studio.owner }))).toBe('22023')
  expect(await refused(film, posted)).toBe('22023')
  expect(await refused(film, taken)).toBe('22023')
  expect(await refused(film, film)).toBe('22023')
  expect(await refused(film, 'nonsense')).toBe('22023')
  expect(await refused(film, await aFile({ who: studio.owner }), studio.owner)).toBe('P0002')
  expect(await refused(await aFile({ type: 'image/png' }), await aFile())).toBe('22023')
  expect(await rowOf(film)).toMatchObject({ proxy_media_id: null })
})

test('a proxy is kept as long as its film and deleted with it', async () => {
  const [film, proxy] = [await aFile(proRes), await aFile()]
  await complete(film, { proxy_media_id: proxy })
  await call(studio.member.client, 'add_comment', { p_task_id: shot.task.id, p_content: 'kept', p_media_ids: [film] })
  const unused = async (): Promise<readonly unknown[]> =>
    await host.database.query('select id from private.list_unused_media($1) as u (id) where id = any ($2)', [
      studio.id,
      [film, proxy],
    ])

  expect(await unused()).toEqual([])
  await studio.member.client.from('comment_attachments').delete().eq('media_id', film)
  expect(await unused()).toEqual([{ id: film }])
})
