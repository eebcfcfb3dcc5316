import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { messages } from '#core/lib/messages.ts'
import { aStudio, aTask, call, refusal, type TestStudio } from './a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

const files = (filename: string, type: string) => [{ id: randomUUID(), filename, content_type: type, size_bytes: 9 }]

test.each([
  ['notes.html', 'text/plain'],
  ['SETUP.EXE', 'application/octet-stream'],
  ['report.pdf.lnk', 'application/pdf'],
  ['page', 'text/html'],
  ['page', 'Text/HTML; charset=utf-8'],
  ['tool', 'application/x-msdownload'],
])('%s of type %s is refused by every procedure, with the list of accepted types', async (name, type) => {
  const { project } = await aTask(studio)
  const asked = { p_files: files(name, type), p_project_id: project.id }
  const row = { filename: name, content_type: type, size_bytes: 9, studio_id: studio.id, project_id: project.id }

  expect(await refusal(studio.owner.client, 'register_uploads', asked)).toMatchObject({
    code: '22023',
    message: messages['file-kind-refused'](name),
  })
  expect((await studio.owner.client.from('media').insert(row)).error?.code).toBe('22023')
})

test.each([
  'scene.blend',
  'shot.usd',
  'cache.abc',
  'rig.fbx',
  'rig.ma',
  'comp.nk',
  'matte.psd',
  'all.zip',
  'archive.exe.zip',
])('%s can be attached', async (name) => {
  const { project } = await aTask(studio)
  const asked = { p_files: files(name, 'application/octet-stream'), p_project_id: project.id }

  await expect(call(studio.owner.client, 'register_uploads', asked)).resolves.toBeDefined()
})
