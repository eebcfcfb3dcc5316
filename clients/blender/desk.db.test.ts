// Tests the add-on's server access in plain Python against a real host, because `npm test` has no Blender.
import { execFile } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import { cpSync, mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

const run = promisify(execFile)
const here = import.meta.dirname
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-desk-'))

let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
  // As packaged in the ZIP.
  cpSync(path.join(here, 'xsheet_blender'), path.join(folder, 'xsheet_blender'), { recursive: true })
  cpSync(path.join(here, '../python/xsheet'), path.join(folder, 'xsheet_blender/xsheet'), { recursive: true })
})
afterAll(async () => {
  await host?.close()
  rmSync(folder, { recursive: true, force: true })
})

test('the add-on publishes a film with its numbers and pictures, reads notes, and changes the cut with undo', async () => {
  const studio = await aStudio(host)
  const shot = await aTask(studio)
  const { client } = studio.owner
  await client.from('projects').update({ first_frame: 1001 }).eq('id', shot.project.id)
  await client.from('item_tasks').update({ assignee_id: studio.lead.id }).eq('id', shot.task.id)
  const made = await call(studio.lead.client, 'create_access_token', { p_studio_id: studio.id, p_name: 'desk' })
  const file = (name: string, head: string): string => {
    writeFileSync(path.join(folder, name), Buffer.concat([Buffer.from(head, 'hex'), randomBytes(500)]))
    return path.join(folder, name)
  }
  const asked = {
    host: host.url,
    token: Object(made).token,
    path: `comet/episode-one/sq010/sh010:${String(shot.stage['name']).toLowerCase()}`,
    project: 'comet',
    folder,
    film: file('sh010_v01.mp4', '000000146674797069736f6d'),
    poster: file('sh010_v01.poster.jpg', 'ffd8ffe0'),
    thumbnail: file('sh010_v01.thumbnail.jpg', 'ffd8ffe0'),
  }
  writeFileSync(path.join(folder, 'asked.json'), JSON.stringify(asked))
  const env = {
    PATH: process.env['PATH'] ?? '',
    HOME: folder,
    XDG_STATE_HOME: path.join(folder, 'state'),
    PYTHONPATH: folder,
    PYTHONDONTWRITEBYTECODE: '1',
  }

  const { stdout } = await run('python3', [path.join(here, 'tests/at_desk.py'), path.join(folder, 'asked.json')], {
    env,
  })
  const { data: media } = await client.from('media').select('*').eq('filename', 'sh010_v01.mp4').single()

  expect(JSON.parse(stdout)).toEqual({
    who: 'Lea Lead',
    version: 1,
    missing: '',
    again: true,
    notes: [[1013, 'frame 1013 the hand pops']],
    left: ['logo'],
    applied: [1, []],
    undone: 1,
    films: [expect.stringMatching(/^sh010_v01\.mp4$/)],
  })
  expect(media).toMatchObject({
    first_frame: 1001,
    frame_count: 24,
    poster_media_id: expect.any(String),
    thumbnail_media_id: expect.any(String),
  })
})
