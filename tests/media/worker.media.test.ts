import { randomUUID } from 'node:crypto'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { downloadZip } from 'client-zip'
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

const quicktime = { type: 'video/quicktime' }

/** Sends a file as the command line does. */
async function sendFile(
  shot: Awaited<ReturnType<typeof aTask>>,
  file: string,
  { type, details = {} }: { readonly type: string; readonly details?: object },
): Promise<string> {
  const id = randomUUID()
  const body = readFileSync(file)
  const files = [{ id, filename: path.basename(file), content_type: type, size_bytes: body.length }]
  await call(studio.member.client, 'register_uploads', { p_files: files, p_project_id: shot.project.id })
  const { data } = await studio.member.client.from('media').select('r2_key').eq('id', id).single()
  await studio.member.client.storage
    .from('media')
    .upload(String(data?.r2_key), body, { contentType: 'application/octet-stream' })
  await call(studio.member.client, 'complete_upload', { p_media_id: id, p_details: details })
  return id
}

async function post(shot: Awaited<ReturnType<typeof aTask>>, ids: readonly string[]): Promise<void> {
  const version = { p_task_id: shot.task.id, p_version_id: randomUUID(), p_comment_id: randomUUID(), p_comment: '' }
  await call(studio.owner.client, 'create_revision', { ...version, p_time_spent: '1h', p_media_ids: ids })
}

test('a worker beside the host gives a posted film a proxy and its item a poster, and says why if it cannot', async () => {
  const [whole, broken] = [path.join(folder, 'sh010.mov'), path.join(folder, 'sh020.mov')]
  makeClip(whole, { rate: '24', frames: 48, coding: ['-c:v', 'prores_ks'] })
  writeFileSync(broken, readFileSync(whole).subarray(0, 2000))
  const shot = await aTask(studio)
  const ids = [await sendFile(shot, whole, quicktime), await sendFile(shot, broken, quicktime)]
  for (const id of ids) await post(shot, [id])
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

test('sequences with gaps, ZIPs and GIFs become films at the chosen rate, large ones in two sizes', async () => {
  const frames = path.join(folder, 'frames')
  mkdirSync(frames)
  makeClip(path.join(frames, 'sh030.%04d.png'), {
    rate: '24',
    size: '1920x1080',
    frames: 8,
    coding: ['-pix_fmt', 'rgb24'],
  })
  rmSync(path.join(frames, 'sh030.0003.png'))
  const pictures = readdirSync(frames)
    .toSorted()
    .map((name) => path.join(frames, name))
  const zip = path.join(folder, 'plates.zip')
  const entries = pictures.map((file) => ({ name: path.basename(file), input: readFileSync(file) }))
  writeFileSync(zip, Buffer.from(await downloadZip(entries).arrayBuffer()))
  const gif = path.join(folder, 'walk.gif')
  makeClip(gif, { rate: '20', frames: 12, coding: [] })
  const shot = await aTask(studio)
  const chosen = { frame_rate: '25/1', first_frame: 1001 }
  const sent: string[] = []
  for (const [at, file] of pictures.entries())
    sent.push(await sendFile(shot, file, { type: 'image/png', details: at === 0 ? chosen : {} }))
  const ids = [
    sent[0] ?? '',
    await sendFile(shot, zip, { type: 'application/zip' }),
    await sendFile(shot, gif, { type: 'image/gif' }),
  ]
  await post(shot, [...sent, ...ids.slice(1)])
  const worker = startMediaWorker(host)
  const columns =
    'id, proxy_media_id, large_proxy_media_id, frame_count, frame_rate, first_frame, preview_note, preview_waits'
  const read = async () => {
    const { data } = await studio.viewer.client.from('media').select(columns).in('id', ids)
    return ids.map((id) => data?.find((row) => row.id === id))
  }
  await vi.waitUntil(
    async () => {
      const rows = await read()
      return rows[0]?.large_proxy_media_id && rows[1]?.large_proxy_media_id && rows[2]?.proxy_media_id
    },
    { timeout: 120_000, interval: 500 },
  )
  await worker.close()
  const [film, unpacked, moving] = await read()

  expect(film).toMatchObject({ frame_count: 8, frame_rate: '25/1', first_frame: 1001, preview_waits: false })
  expect(film?.preview_note).toMatch(/^1 of 8 frames is missing \(3\)/)
  expect(unpacked).toMatchObject({
    frame_count: 8,
    frame_rate: '24/1',
    first_frame: 1,
    preview_note: film?.preview_note,
  })
  expect(moving).toMatchObject({ frame_count: 12, large_proxy_media_id: null })
})
