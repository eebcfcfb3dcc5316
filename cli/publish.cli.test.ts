import { mkdirSync, writeFileSync } from 'node:fs'
import { createServer, request, type Server } from 'node:http'
import type { AddressInfo } from 'node:net'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

/** The first bytes of a small film; each text makes a different one. */
function writeFilm(name: string, content: string): string {
  const file = path.join(cli.folder, 'out', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypmp42${content}`)]))
  return file
}

const shot = 'sq010/sq010-sh0030'

type Row = {
  readonly state: string
  readonly version: number | null
  readonly path: string
  readonly revisionId: string
}
const parse = (text: string): readonly Row[] => JSON.parse(text) as Row[]

test('a revision is posted with file, time, note and status, once however often it is run', async () => {
  const file = writeFilm('a.mp4', 'first pass')
  const args = [
    'revision',
    'upload',
    `${shot}:fx`,
    file,
    '--time',
    '1h30m',
    '--status',
    'WIP',
    '-m',
    'First pass, @Jonas Weber',
    '--json',
  ]
  const before = (await cli.run(['revision', 'list', `${shot}:fx`, '--json'])).stdout
  const posted = await cli.run(args)
  const again = await cli.run(args)
  const elsewhere = await cli.run(args, { env: { XDG_STATE_HOME: path.join(cli.folder, 'other') } })
  const meant = await cli.run([...args, '--new'])
  const revisions = await cli.list(['revision', 'list', `${shot}:fx`])
  const [comment] = (await cli.list(['comment', 'list', `${shot}:fx`])).slice(-2)

  const [row] = parse(posted.stdout)
  expect(posted.code).toBe(0)
  expect(row).toMatchObject({ state: 'posted', path: 'the-salt-road/sequences/sq010/sq010-sh0030:fx' })
  expect(parse(again.stdout)).toEqual([{ ...row, state: 'already there' }])
  expect(parse(elsewhere.stdout)).toEqual([{ ...row, state: 'already there' }])
  expect(parse(meant.stdout)[0]).toMatchObject({ state: 'posted', version: (row?.version ?? 0) + 1 })
  expect(revisions).toHaveLength(parse(before || '[]').length + 2)
  expect(revisions[1]).toMatchObject({
    id: row?.revisionId,
    timeSpent: '1h 30m',
    minutes: 90,
    author: 'Mei Tanaka',
    files: ['a.mp4'],
  })
  expect(comment).toMatchObject({ text: 'First pass, @Jonas Weber', files: ['a.mp4'] })
  expect((await cli.list(['task', 'list', `${shot}:fx`]))[0]).toMatchObject({ status: 'WIP' })
})

test('many files are published by name; failures are reported and block nothing; a kill and repeat create no duplicates', async () => {
  const names = Array.from({ length: 9 }, (_, at) => `sq020_sh00${at + 1}0_comp_v001.mp4`)
  const files = [...names, 'sq020_sh9990_comp_v001.mp4'].map((name) => writeFilm(name, name))
  const args = [
    'revision',
    'upload',
    '--map',
    '{item}:{stage}',
    '--match',
    '{item}_{stage}_v*.mp4',
    '--time',
    '10m',
    '--json',
    '-',
  ]
  const input = `${files.join('\n')}\n`
  const killed = await cli.spawn(args, { input, killAt: /\[3\/10\]/ })
  const finished = await cli.run(args, { input })
  const repeated = await cli.run(args, { input })
  const revisions = await cli.list(['revision', 'list', 'sq020/*:comp'])

  expect(killed.code).toBeNull()
  expect(finished.code).toBe(3)
  expect(finished.stderr).toContain('There is no task "sq020_sh9990:comp".')
  const states = parse(finished.stdout).map(({ state }) => state)
  expect(states.filter((state) => state === 'failed')).toHaveLength(1)
  expect(states.filter((state) => state === 'already there').length).toBeGreaterThanOrEqual(2)
  expect(
    parse(repeated.stdout)
      .map(({ state }) => state)
      .toSorted(),
  ).toEqual([...Array<string>(9).fill('already there'), 'failed'])
  for (const name of names)
    expect(revisions.filter(({ files: own }) => (own as string[]).includes(name))).toHaveLength(1)
})

test.each([
  [['sq010/sq010-sh0010:anim', 'missing.mp4', '--time', '1h'], 6, 'missing.mp4 does not exist.'],
  [['sq010/sq010-sh0010:anim', 'missing.mp4'], 2, 'Please select the time spent on this task'],
  [['sq010/sq010-sh0010:anim', 'missing.mp4', '--time', 'long'], 2, "Time spent must look like '2h 30m'."],
  [['sq010/sq010-sh0010:anim', '--time', '1h'], 2, 'Which files?'],
  [['--map', '{shot}:anim', 'a.mp4', '--time', '1h'], 2, '--map uses {shot}, which --match does not define.'],
])('revision upload %j ends with %i and says: %s', async (args, code, message) => {
  const ended = await cli.run(['revision', 'upload', ...args])

  expect(ended.stderr).toContain(message)
  expect(ended.code).toBe(code)
})

test('a file that is not what its name says, and a target with several tasks, are refused', async () => {
  const wrong = path.join(cli.folder, 'wrong.mp4')
  writeFileSync(wrong, 'just text')
  const refused = await cli.run(['revision', 'upload', `${shot}:fx`, wrong, '--time', '1h'])
  const several = await cli.run(['revision', 'upload', shot, writeFilm('b.mp4', 'b'), '--time', '1h'])

  expect(refused.code).toBe(1)
  expect(refused.stderr).toContain('wrong.mp4')
  expect(several.code).toBe(2)
  expect(several.stderr).toMatch(/names 8 tasks; a revision belongs to one\. They are (?:\S+, ){3}…\./)
})

test('comments are added with mentions and files, listed, and undone', async () => {
  const file = writeFilm('note.mp4', 'note')
  const added = await cli.run(['comment', 'add', `${shot}:final`, '--attach', file, '--json'], {
    input: 'Softer, @Priya Raman\n',
  })
  const listed = await cli.list(['comment', 'list', `${shot}:final`])
  const empty = await cli.run(['comment', 'add', `${shot}:final`], { input: '  \n' })
  const undone = await cli.run(['undo', 'last'])
  const after = await cli.run(['comment', 'list', `${shot}:final`, '--json'])

  expect(added.code).toBe(0)
  expect(JSON.parse(added.stdout)).toMatchObject({
    text: 'Softer, @Priya Raman',
    mentions: [expect.any(String)],
    files: ['note.mp4'],
  })
  expect(listed.at(-1)).toMatchObject({ author: 'Mei Tanaka', source: 'Softer, @Priya Raman', files: ['note.mp4'] })
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('Write something') })
  expect(undone.code).toBe(0)
  expect((JSON.parse(after.stdout) as { id: unknown }[]).map(({ id }) => id)).not.toContain(listed.at(-1)?.['id'])
})

test('items are created with a task for every stage, duplicates refused, and creation undone', async () => {
  const where = ['--space', 'sequences', '--collection', 'SQ040']
  const created = await cli.spawn(['item', 'create', ...where, '-', '--json'], {
    input: 'sq040_sh0800\tThe wave\r\nsq040_sh0810\r\n',
  })
  const twice = await cli.run(['item', 'create', ...where, 'SQ040_SH0800'])
  const listed = await cli.list(['item', 'list', ...where])
  const nowhere = await cli.run(['item', 'create', '--space', 'sequences', 'x'])
  const undone = await cli.run(['undo', 'last'])

  expect((JSON.parse(created.stdout) as unknown[]).length).toBe(2)
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('"SQ040_SH0800" already exists') })
  expect(listed.slice(-2)).toMatchObject([
    { name: 'sq040_sh0800', description: 'The wave', tasks: 8 },
    { name: 'sq040_sh0810', slug: 'sq040-sh0810', tasks: 8 },
  ])
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --collection: SQ010') })
  expect(undone.code).toBe(0)
  expect((await cli.list(['item', 'list', ...where])).map(({ name }) => name)).not.toContain('sq040_sh0800')
})

test('time is summed up by day and person, days other than eight hours are marked, and the range is stated', async () => {
  const file = writeFilm('time.mp4', 'time')
  await cli.run(['revision', 'upload', 'sq030/sq030-sh0010:final', file, '--time', '8h'], {
    env: { XSHEET_QUIET: '1' },
  })
  const days = ['--from', '2026-01-01', '--to', '2099-12-31', '--artist', 'me']
  const report = await cli.run(['timesheet', 'report', ...days, '--json', '--time-zone', 'Asia/Tokyo'])
  const csv = await cli.run(['timesheet', 'export', ...days])
  const rows = JSON.parse(report.stdout) as { day: string; minutes: number; warning: boolean; artist: string }[]

  expect(rows.length).toBeGreaterThan(3)
  for (const { minutes, warning, artist } of rows) expect([artist, warning]).toEqual(['Mei Tanaka', minutes !== 480])
  expect(report.stderr).toMatch(/in \d+ entries, 2026-01-01 to 2099-12-31, days in Asia\/Tokyo\.\n$/)
  const total = rows.reduce((sum, { minutes }) => sum + minutes, 0)
  const [header = '', ...lines] = csv.stdout.trim().split('\n')
  expect(header.split(',').slice(0, 9)).toEqual([
    'day',
    'artist',
    'project',
    'space',
    'collection',
    'item',
    'stage',
    'version',
    'minutes',
  ])
  expect(lines.reduce((sum, line) => sum + Number(line.split(',')[8]), 0)).toBe(total)
})

test('the feed prints oldest first, and continues with new entries', async () => {
  const watching = cli.spawn(
    ['feed', '--watch', '--interval', '1', '--limit', '1', '--ndjson', '--actions', 'comment'],
    {
      killAt: /"stage":"Layout"/,
    },
  )
  await cli.run(['comment', 'add', `${shot}:layout`, 'Hear this'])
  const feed = await cli.list(['feed', '--limit', '3', '--actions', 'comment'])

  expect(feed.at(-1)).toMatchObject({
    action: 'COMMENT_ADD',
    actor: 'Mei Tanaka',
    stage: 'Layout',
    url: expect.stringContaining(cli.host.url),
  })
  expect(feed.map(({ at }) => String(at))).toEqual(feed.map(({ at }) => String(at)).toSorted())
  expect((await watching).stdout).toContain('"stage":"Layout"')
})

/** A proxy to the host that drops feed requests or answers 503, as `isLost` decides. */
async function startRoad(isLost: (asked: number) => Promise<'no answer' | 'unavailable' | undefined>): Promise<Server> {
  let asked = 0
  const road = createServer((incoming, outgoing) => {
    const pass = (): void => {
      const { method, headers } = incoming
      const onward = request(new URL(incoming.url ?? '/', cli.host.url), { method, headers }, (answer) => {
        outgoing.writeHead(answer.statusCode ?? 502, answer.headers)
        answer.pipe(outgoing)
      })
      onward.on('error', () => outgoing.destroy())
      incoming.pipe(onward)
    }
    if (incoming.url?.includes('list_studio_feed') !== true) return pass()
    asked += 1
    void isLost(asked).then((fate) => {
      if (fate === undefined) pass()
      else if (fate === 'unavailable') outgoing.writeHead(503).end()
      else incoming.socket.destroy()
    })
  })
  await new Promise<void>((resolve) => road.listen(0, '127.0.0.1', resolve))
  return road
}

test('a watched feed reports an outage and its end once each, and misses nothing', async () => {
  const road = await startRoad(async (asked) => {
    if (asked === 1 || asked > 4) return undefined
    if (asked === 3) await cli.run(['comment', 'add', `${shot}:lighting`, 'Said while nobody could hear'])
    return asked === 3 ? 'unavailable' : 'no answer'
  })
  // A listening server has an address with a port.
  const env = { XSHEET_HOST: `http://127.0.0.1:${(road.address() as AddressInfo).port}` }
  await cli.run(['login', '--email', 'mei.tanaka@northlight.example', '--password-stdin'], {
    env,
    input: `${demoPassword}\n`,
  })
  const watched = await cli.spawn(['feed', '--watch', '--interval', '1', '--limit', '1', '--ndjson'], {
    env,
    killAt: /nothing was missed/,
  })
  road.closeAllConnections()
  road.close()

  expect(watched.stderr).toBe('The server does not answer; retrying.\nThe server is back; nothing was missed.\n')
  const heard = watched.stdout.trim().split('\n')
  expect(heard).toHaveLength(2)
  expect(heard[1]).toMatch(/"actor":"Mei Tanaka".*"stage":"Lighting"/)
})

test('a task is opened by its address in the app', async () => {
  const ended = await cli.run(['open', `${shot}:fx`])

  expect(ended).toEqual({
    code: 0,
    stdout: `${cli.host.url}/studio/northlight/project/the-salt-road/space/sequences?item=sq010-sh0030&task=fx\n`,
    stderr: '',
  })
})

test('two machines publishing the same file at once both succeed, with one revision', async () => {
  // Large enough for several parts, and for both to run at the same time.
  const file = writeFilm('twice.mp4', 'twice'.repeat(5_000_000))
  const args = ['revision', 'upload', `${shot}:final`, file, '--time', '5m', '--json']
  const before = (await cli.run(['revision', 'list', `${shot}:final`, '--json'])).stdout
  const both = await Promise.all(
    ['one', 'other'].map((name) => cli.spawn(args, { env: { XDG_STATE_HOME: path.join(cli.folder, name) } })),
  )
  const after = await cli.list(['revision', 'list', `${shot}:final`])

  expect(both.map(({ code }) => code)).toEqual([0, 0])
  expect(new Set(both.map(({ stdout }) => parse(stdout)[0]?.revisionId)).size).toBe(1)
  expect(after).toHaveLength(parse(before || '[]').length + 1)
})
