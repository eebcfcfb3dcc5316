import { randomUUID } from 'node:crypto'
import { mkdtempSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startMediaWorker } from '#supabase/local/media-worker.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, type TestStudio } from '#tests/database/a-studio.ts'
import { makeClip } from './a-clip.ts'

let host: TestHost
let studio: TestStudio
let folder: string
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  folder = mkdtempSync(path.join(tmpdir(), 'xsheet-worker-'))
})
afterAll(async () => {
  rmSync(folder, { recursive: true })
  await host.close()
})

/** Posts a file as the command line does. */
async function post(shot: Awaited<ReturnType<typeof aTask>>, file: string): Promise<string> {
  const id = randomUUID()
  const body = readFileSync(file)
  const files = [{ id, filename: path.basename(file), content_type: 'video/quicktime', size_bytes: body.length }]
  await call(studio.member.client, 'register_uploads', { p_files: files, p_project_id: shot.project.id })
  const { data } = await studio.member.client.from('media').select('r2_key').eq('id', id).single()
  await studio.member.client.storage
    .from('media')
    .upload(String(data?.r2_key), body, { contentType: 'video/quicktime' })
  await call(studio.member.client, 'complete_upload', { p_media_id: id })
  const version = { p_task_id: shot.task.id, p_version_id: randomUUID(), p_comment_id: randomUUID(), p_comment: '' }
  await call(studio.owner.client, 'create_revision', { ...version, p_time_spent: '1h', p_media_ids: [id] })
  return id
}

test('a worker beside the host gives a posted film its proxy and its item a picture, and says why where it cannot', async () => {
  const [whole, broken] = [path.join(folder, 'sh010.mov'), path.join(folder, 'sh020.mov')]
  makeClip(whole, { rate: '24', frames: 48, coding: ['-c:v', 'prores_ks'] })
  writeFileSync(broken, readFileSync(whole).subarray(0, 2000))
  const shot = await aTask(studio)
  const ids = [await post(shot, whole), await post(shot, broken)]
  const worker = startMediaWorker(host)
  const read = async () => {
    const columns =
      'id, proxy_media_id, poster_media_id, filmstrip_media_id, frame_count, preview_problem, preview_percent'
    return (await studio.viewer.client.from('media').select(columns).in('id', ids)).data ?? []
  }
  await vi.waitUntil(
    async () => (await read()).every(({ proxy_media_id: proxy, preview_problem: problem }) => proxy ?? problem),
    { timeout: 60_000, interval: 200 },
  )
  await worker.close()
  const [made, refused] = ids.map((id) => id)
  const rows = await read()
  const film = rows.find(({ id }) => id === made)
  const item = await studio.viewer.client.from('items').select('poster_media_id').eq('id', shot.item.id).single()

  expect(film).toMatchObject({ frame_count: 48, preview_problem: null, preview_percent: null })
  expect(film?.filmstrip_media_id).toEqual(expect.any(String))
  expect(item.data?.poster_media_id).toEqual(expect.any(String))
  expect(rows.find(({ id }) => id === refused)).toMatchObject({
    proxy_media_id: null,
    preview_problem: expect.stringMatching(/cannot be read/),
  })
})
