// Tests the add-on as downloaded, in a real Blender without a window, against a real host.
import { execFile, spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, readFileSync, rmSync, statSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

const run = promisify(execFile)
const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-blender-'))
const scripts = path.join(folder, 'scripts')
const env = {
  PATH: process.env['PATH'] ?? '',
  HOME: folder,
  XDG_CONFIG_HOME: path.join(folder, 'config'),
  XDG_STATE_HOME: path.join(folder, 'state'),
  BLENDER_USER_CONFIG: path.join(folder, 'blender'),
  BLENDER_USER_SCRIPTS: scripts,
}

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  await studio.owner.client.from('projects').update({ first_frame: 1001 }).eq('id', shot.project.id)
  await studio.owner.client.from('item_tasks').update({ assignee_id: studio.lead.id }).eq('id', shot.task.id)
  await run(process.execPath, [path.join(import.meta.dirname, '../build.ts'), path.join(folder, 'clients')])
  mkdirSync(path.join(scripts, 'addons'), { recursive: true })
  const [zip = ''] = readdirSync(path.join(folder, 'clients')).filter((name) => name.startsWith('xsheet-blender-'))
  await run('python3', ['-m', 'zipfile', '-e', path.join(folder, 'clients', zip), path.join(scripts, 'addons')])
})
afterAll(async () => {
  await host?.close()
  rmSync(folder, { recursive: true, force: true })
})

const files = path.join(folder, 'files')
const slugOf = async (table: string, id: string): Promise<string> =>
  String((await studio.owner.client.from(table).select('custom_slug').eq('id', id).single()).data?.custom_slug)

type Step = {
  /** Receives the code shown in the panel. */
  onCode?: (code: string, address: string) => Promise<void>
  /** Runs under Xvfb with Mesa, so that no screen or graphics card is needed. */
  hasWindow?: boolean
}

/** Runs one step of `in_blender.py` in a new Blender; `said` is everything it printed. */
async function inBlender(step: string, { onCode, hasWindow = false }: Step = {}) {
  const { data } = await studio.owner.client.rpc('pull_space', { p_space_id: shot.space.id })
  expect(data).toBeTruthy()
  const [project, space] = [await slugOf('projects', shot.project.id), await slugOf('spaces', shot.space.id)]
  const stage = String(shot.stage['name'])
  const asked = {
    host: host.url,
    folder: files,
    screen: path.join(folder, 'Xvfb_screen0'),
    pictures: process.env['XSHEET_BLENDER_PICTURES'] ?? folder,
    project,
    stage,
    path: `${project}/${space}/sq010/sh010:${stage.toLowerCase()}`,
  }
  const place = path.join(folder, 'asked.json')
  writeFileSync(place, JSON.stringify(asked))
  const program = process.env['XSHEET_BLENDER'] ?? 'blender'
  const script = path.join(import.meta.dirname, 'tests/in_blender.py')
  const args = ['--factory-startup', '--python-exit-code', '3', '--python', script, '--', step, place]
  const screen = ['-a', '-s', `-screen 0 1400x900x24 -fbdir ${folder}`, program]
  const [started, given] = hasWindow ? ['xvfb-run', [...screen, ...args]] : [program, ['-b', ...args]]
  const child = spawn(started, given, { env, stdio: ['ignore', 'pipe', 'pipe'] })
  const said: string[] = []
  let answer: unknown
  child.stderr.on('data', (part) => said.push(String(part)))
  for await (const line of createInterface({ input: child.stdout })) {
    said.push(line)
    const [, code = '', address = ''] = /^CODE (\S+) (\S+)$/.exec(line) ?? []
    if (code !== '') await onCode?.(code, address)
    if (line.startsWith('ANSWER ')) answer = JSON.parse(line.slice(7))
  }
  if (answer === undefined) throw new Error(said.slice(-40).join('\n'))
  return { answer, asked, said: said.join('\n') }
}

test('the add-on signs in by a code, stores the token readable by its owner only, and lists the tasks', async () => {
  let shown = ''
  const { answer, asked } = await inBlender('sign_in', {
    onCode: async (code, address) => {
      shown = address
      await call(studio.lead.client, 'decide_device_sign_in', {
        p_user_code: code,
        p_studio_id: studio.id,
        p_is_approved: true,
      })
    },
  })

  expect(shown).toMatch(new RegExp(`^${host.url}/device\\?code=`))
  expect(answer).toEqual({
    who: 'Lea Lead',
    tasks: [[asked.path, shot.status['name']]],
    kept: path.join(folder, 'config/xsheet/blender.json'),
    mode: '0o600',
  })
})

test('the add-on renders 24 frames from 1001, publishes them, and a note at frame 1013 becomes a marker there', async () => {
  const { answer: published } = await inBlender('publish')
  const { data: version } = await studio.owner.client
    .from('task_versions')
    .select('*')
    .eq('task_id', shot.task.id)
    .single()
  const { data: link } = await studio.owner.client
    .from('version_media')
    .select('media(*)')
    .eq('version_id', version.id)
    .single()
  const media = Object(link?.media)
  const { data: item } = await studio.owner.client.from('items').select('*').eq('id', shot.item.id).single()
  const note = (p_content: string, p_metadata: object) => ({
    p_task_id: shot.task.id,
    p_comment_id: crypto.randomUUID(),
    p_content,
    p_metadata,
  })
  const reference = { id: crypto.randomUUID(), type: 'video', label: 'frame 1013' }
  const data = { mediaId: media.id, timestamp: 12.5 / 24 }
  const points = [
    { x: 0.1, y: 0.1 },
    { x: 0.5, y: 0.5 },
  ]
  const shapes = [{ kind: 'pen', color: '#ff5a52', points }]
  await call(
    studio.owner.client,
    'add_comment',
    note('@here[frame 1013] the hand pops', { hereReferences: [{ ...reference, data }] }),
  )
  await call(studio.owner.client, 'add_comment', note('', { drawings: [{ mediaId: media.id, frame: 19, shapes }] }))
  const { answer: read } = await inBlender('read_notes')

  const { project, space, item: own } = { project: 'comet', space: 'episode-one', item: 'sh010' }
  const stage = String(shot.stage['name'])
  const work = (number: string) =>
    path.join(files, project, space, 'SQ010', own, stage, `${own}_${stage}_v${number}.blend`)
  expect(published).toEqual({
    refused: [
      "Error: This file is no task's yet: choose a task and save its next version.",
      'Error: How long did it take? Write it like 2h30m.',
      'Error: The camera has no name.',
    ],
    first: work('01'),
    file: work('02'),
    message: 'Published v1, frames 1001-1024',
    comment: '',
    is_engine_kept: true,
    size: 128,
  })
  expect(version).toMatchObject({ version_number: 1, comment: 'blocking', time_spent: '1h 30m' })
  expect(media).toMatchObject({
    filename: `${own}_${stage}_v02.mp4`,
    content_type: 'video/mp4',
    first_frame: 1001,
    frame_count: 24,
    frame_rate: '24/1',
    width: 64,
    height: 36,
    duration_ms: 1000,
    poster_media_id: expect.any(String),
    thumbnail_media_id: expect.any(String),
  })
  expect(item).toMatchObject({ poster_media_id: media.thumbnail_media_id })
  expect(read).toEqual({
    file: work('02'),
    markers: [
      [1005, 'mine'],
      [1013, '✎ Olga: frame 1013 the hand pops'],
      [1020, '✎ Olga: Drawing'],
    ],
    notes: [
      [1013, 'Olga Owner', 'frame 1013 the hand pops', 0],
      [1020, 'Olga Owner', '', 1],
    ],
  })
  const { token } = JSON.parse(readFileSync(path.join(env.XDG_CONFIG_HOME, 'xsheet/blender.json'), 'utf8'))
  expect(token).toMatch(/^xst_/)
  for (const file of [work('01'), work('02')]) {
    expect(statSync(file).size).toBeGreaterThan(1000)
    expect(readFileSync(file).includes(token)).toBe(false)
  }
})

/** Counts pixels of roughly a colour in a screenshot from Xvfb (XWD: a header, colours, then 32 bits per pixel). */
function countPixels(picture: string, code: string): number {
  const raw = readFileSync(picture)
  const word = (at: number): number => raw.readUInt32BE(at * 4)
  const wanted = Buffer.from(code.slice(1), 'hex').toReversed()
  const first = word(0) + 12 * word(19)
  const isNear = (at: number): boolean =>
    wanted.every((value, channel) => Math.abs((raw[at + channel] ?? 0) - value) < 10)
  return Array.from({ length: word(4) * word(5) }, (_, pixel) => first + 4 * pixel).filter(isNear).length
}

test('in a window the add-on publishes the viewport, shows drawings over the camera’s picture, and draws its panels', async () => {
  const { answer, said } = await inBlender('work_in_window', { hasWindow: true })
  const { pictures, ...told } = Object(answer)

  expect(told).toEqual({ message: 'Published v2, frames 1001-1024', notes: 2, cut: ['sh010'] })
  expect(countPixels(pictures['1013'], '#ff5a52')).toBeLessThan(20)
  expect(countPixels(pictures['1020'], '#ff5a52')).toBeGreaterThan(300)
  // A failing panel only prints to the terminal.
  expect(said).not.toMatch(/File ".*xsheet_blender|Deprecat/)
})

test('the sequencer’s strips change the cut by plan, apply and undo', async () => {
  const { answer } = await inBlender('cut')
  const { data: item } = await studio.owner.client.from('items').select('*').eq('id', shot.item.id).single()

  expect(answer).toEqual({
    planned: [['sh010', 1001, 1048]],
    left: [['logo', 'no shot is named so']],
    applied: '1 shot changed',
    undone: '1 shot undone',
    strips: ['sh010_v02', 'logo'],
  })
  expect(item).toMatchObject({ frame_in: 1001, frame_out: 1048, frame_rate: '24/1' })
})

test('the cut lays out strips with the newest films, and a second plan has nothing to do', async () => {
  const { client } = studio.owner
  await client.from('items').update({ frame_in: 1003, frame_out: 1014 }).eq('id', shot.item.id)
  const range = { frame_in: 1001, frame_out: 1008 }
  await insert(client, 'items', { collection_id: shot.collection.id, title: 'sh020', order_rank: 9_000_000, ...range })
  const { answer } = await inBlender('strips')

  expect(answer).toEqual({
    says: ['sh010: add 12 frames at 1', 'sh020: move 10 → 13, trim 4 → 8 frames'],
    read: [
      [1, 'sh010', 12, 2, 1],
      [13, 'sh020', 8, 0, 1],
    ],
    kinds: ['COLOR', 'MOVIE'],
    again: 0,
    is_shown: true,
  })
})
