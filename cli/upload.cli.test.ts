import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

function writeFilm(name: string, content = name): string {
  const file = path.join(cli.folder, 'out', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypmp42${content}`)]))
  return file
}

const shots = ['sq010-sh0010', 'sq010-sh0020']
const toFile = (shot: string): string => path.join(cli.folder, 'out', `${shot}_fx.mp4`)
const upload = [
  'revision',
  'upload',
  '--map',
  '{item}:fx',
  '--match',
  '{item}_fx.mp4',
  '--time',
  '5m',
  '-m',
  'unfinished',
]

test('a killed upload is listed, and can be resumed by name from any folder', async () => {
  for (const shot of shots) writeFilm(`${shot}_fx.mp4`)
  const killed = await cli.spawn([...upload, '--concurrency', '1', '-'], {
    input: shots.map(toFile).join('\n'),
    killAt: /sent 1\/2/,
  })
  const listed = await cli.list(['upload', 'list'])
  const resumed = await cli.run(['upload', 'resume', '--json'], { cwd: '/' })
  const after = await cli.run(['upload', 'list'])
  const posted = await cli.list(['revision', 'list', 'sq010-sh0010:fx', 'sq010-sh0020:fx'])

  expect(killed.code).toBe(null)
  expect(listed).toMatchObject([{ target: '{item}:fx', files: 2, missing: 0, host: cli.host.url }])
  expect(resumed.code).toBe(0)
  expect(after).toMatchObject({ code: 0, stdout: '' })
  expect(posted.filter(({ comment }) => comment === 'unfinished')).toHaveLength(2)
})

test('an interrupted upload ends with how to resume it, and that works', async () => {
  for (const shot of shots) writeFilm(`${shot}_fx.mp4`, `another take of ${shot}`)
  const interrupted = await cli.spawn([...upload, '--concurrency', '1', '-'], {
    input: shots.map(toFile).join('\n'),
    killAt: /sent 1\/2/,
    signal: 'SIGINT',
  })
  const [, command = ''] = /Resume with: studio-cli (upload resume \S+)\n$/.exec(interrupted.stderr) ?? []
  const resumed = await cli.run([...command.split(' '), '--json'])

  expect(interrupted.code).toBe(130)
  expect(resumed.code).toBe(0)
  expect(await cli.run(['upload', 'list'])).toMatchObject({ code: 0, stdout: '' })
})

test('failed files stay listed until the upload is resumed or cancelled', async () => {
  const [first = '', second = ''] = ['sq010-sh0030', 'sq010-sh0040'].map(toFile)
  writeFilm(path.basename(first))
  const partly = await cli.run([...upload, first, second, '--json'])
  const [listed] = await cli.list(['upload', 'list'])
  const again = await cli.run(['upload', 'resume', String(listed?.['id']).slice(0, 8)])
  const asked = await cli.run(['upload', 'cancel', 'last'])
  const cancelled = await cli.run(['upload', 'cancel', 'last', '--yes'])
  const after = await cli.run(['upload', 'resume'])

  expect(partly.code).toBe(3)
  expect(listed).toMatchObject({ files: 2, missing: 1 })
  expect(again.code).toBe(3)
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --yes') })
  expect(cancelled.code).toBe(0)
  expect(after).toMatchObject({ code: 6, stderr: expect.stringContaining('There is no unfinished upload') })
})

test('a half-finished cancelled upload shows nowhere, and publishing it after all sends and stores nothing twice', async () => {
  const cancelled = ['sq010-sh0050', 'sq010-sh0060'].map(toFile)
  for (const file of cancelled) writeFilm(path.basename(file))
  const args = [...upload, '--concurrency', '1', '-']
  const input = cancelled.join('\n')
  const killed = await cli.spawn(args, { input, killAt: /sent 1\/2/ })
  const gone = await cli.run(['upload', 'cancel', 'last', '--yes'])
  const between = await cli.list(['revision', 'list', 'sq010-sh0050:fx', 'sq010-sh0060:fx'])
  const media = async () =>
    await cli.host.database.query<{ id: string; sent: number }>(
      `select m.id, (select count(*)::int from storage.objects o where o.name = m.r2_key) as sent from public.media m
       where m.filename in ('sq010-sh0050_fx.mp4', 'sq010-sh0060_fx.mp4') order by 1`,
    )
  const before = await media()
  const published = await cli.run([...args, '--json'], { input })
  const after = await media()

  expect([killed.code, gone.code, published.code]).toEqual([null, 0, 0])
  expect(between.filter(({ comment }) => comment === 'unfinished')).toEqual([])
  // The file being sent, and possibly the next one.
  expect(after.map(({ id }) => id)).toEqual(expect.arrayContaining(before.map(({ id }) => id)))
  expect(before.some(({ sent }) => sent === 1)).toBe(true)
  expect(after.map(({ sent }) => sent)).toEqual([1, 1])
})

test('dry runs and forced second revisions leave nothing to resume', async () => {
  const file = writeFilm('sq010-sh0010_fx.mp4')
  await cli.run([...upload, file, '--dry-run'])
  await cli.run([...upload, file, '--new'])

  expect(await cli.run(['upload', 'list'])).toMatchObject({ code: 0, stdout: '' })
})

test('creating or setting what already exists succeeds and leaves nothing to undo', async () => {
  const named = await cli.run(['project', 'rename', 'the-salt-road', 'The Salt Road', '--json'])
  const active = await cli.run(['space', 'restore', 'the-salt-road/sequences', '--json'])
  const collection = await cli.run(['collection', 'rename', 'SQ010', 'SQ010', '--space', 'sequences', '--json'])

  for (const { code, stdout, stderr } of [named, active, collection]) {
    expect(code).toBe(0)
    expect(JSON.parse(stdout)).toMatchObject({ operation: null })
    expect(stderr).toContain('No change needed.')
  }
})

test('undoing something that cannot be undone says what can be', async () => {
  const undone = await cli.run(['undo', 'nothing'])

  expect(undone.code).toBe(6)
  expect(undone.stderr).toContain('not tokens, members, invites or service accounts')
})
