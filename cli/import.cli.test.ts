import { execFileSync } from 'node:child_process'
import { readdirSync, readFileSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli, type Ended } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

function write(name: string, content: string | Uint8Array): string {
  const file = path.join(cli.folder, name)
  writeFileSync(file, content)
  return name
}

type Row = Readonly<Record<string, unknown>>
const rowsOf = ({ stdout }: Ended): readonly Row[] => JSON.parse(stdout) as Row[]
const exported = async (space: string): Promise<string> =>
  (await cli.run(['export', 'items', '--project', 'kettle-crow', '--space', space])).stdout

const episode = ['--project', 'kettle-crow', '--space', 'episode-3']
const plan = async (file: string, ...more: readonly string[]): Promise<Ended> =>
  await cli.run(['import', 'plan', file, ...episode, '--json', ...more])
const apply = async (file: string, ...more: readonly string[]): Promise<Ended> =>
  await cli.run(['import', 'apply', `${file}.plan.json`, '--yes', '--json', ...more])

test('a sheet is planned, applied once however often, and undone', async () => {
  const before = await exported('episode-3')
  const file = write(
    'shots.csv',
    '\ufeffCollection;Name;Description;Frame in;Frame out;Frame rate;ShotGrid id;Animation;Animation assignee;Animation estimate\r\n' +
      'Import;001;Dawn; 1001;1048;23.976;77;WIP;priya.raman@northlight.example;7,5\r\n' +
      'Import;0010;"Two\r\nlines";;;;78;;;\r\n',
  )
  const planned = await plan(file)
  const untouched = await exported('episode-3')
  const applied = await apply(file)
  const again = await apply(file)
  const after = await exported('episode-3')
  const tasks = await cli.list(['task', 'list', 'import/001:anim'])
  const others = await cli.list(['task', 'list', 'import/0010:*'])
  const stages = new Set((await cli.list(['task', 'list', 'episode-3/*/*:*'])).map(({ stage }) => stage))
  const replanned = await plan(file, '-o', 'again.plan.json')
  const operation = String((JSON.parse(applied.stdout) as Row)['operation'])
  const listed = await cli.list(['operation', 'list'])
  const undone = await cli.run(['undo', operation])
  const onceMore = await apply(file)

  expect(planned.code).toBe(0)
  expect(rowsOf(planned).map(({ line, kind, path: place }) => [line, kind, place])).toEqual([
    [2, 'new', 'Import/001'],
    [3, 'new', 'Import/0010'],
  ])
  expect(planned.stderr).toContain('2 new, 0 changed, 0 unchanged, 0 in conflict.')
  expect(untouched).toBe(before)
  expect(JSON.parse(applied.stdout)).toMatchObject({ collections: 1, items: 2, changed: 0, conflicts: 0 })
  expect(again.stdout).toBe(applied.stdout)
  expect(after).toMatch(/^Import,001,001,Dawn,shot,1001,1048,,,24000\/1001,+77,/m)
  expect(after).toContain('"Two\nlines"')
  expect(after.match(/^Import,/gm)).toHaveLength(2)
  expect(others.map(({ stage }) => stage)).toEqual([...stages])
  expect(tasks).toMatchObject([{ status: 'WIP', assignee: 'Priya Raman', estimatedHours: 7.5 }])
  expect(replanned.stderr).toContain('0 new, 0 changed, 2 unchanged')
  expect(listed[0]).toMatchObject({ id: operation, label: 'Import shots.csv into Episode 3' })
  expect(undone.code).toBe(0)
  expect(await exported('episode-3')).toBe(before)
  expect(onceMore).toMatchObject({ code: 2, stderr: expect.stringContaining('applied and undone') })
})

test('imported changes are guarded: what somebody else has changed since stays and is reported', async () => {
  const [shot, other] = await cli.list(['item', 'list', ...episode])
  const sheet = (first: string, second: string) =>
    `Slug,Name,Description\n${String(shot?.['slug'])},${String(shot?.['name'])},${first}\n${String(other?.['slug'])},${String(other?.['name'])},${second}\n`
  const before = await exported('episode-3')
  await plan(write('first.csv', sheet('mine', 'mine')))
  await plan(write('second.csv', sheet('theirs', '')))
  const second = await apply('second.csv')
  const refused = await apply('first.csv')
  const afterRefusal = await exported('episode-3')
  const skipped = await apply('first.csv', '--skip-conflicts')
  const afterSkip = await exported('episode-3')
  const undone = [await cli.run(['undo', 'last']), await cli.run(['undo', 'last'])]

  expect([second.code, refused.code]).toEqual([0, 1])
  expect(refused.stderr).toContain('changed by somebody else since the plan was made. Nothing was changed.')
  expect(afterRefusal).toContain('theirs')
  expect(afterRefusal).not.toContain('mine')
  expect(skipped.code).toBe(3)
  expect(afterSkip.match(/,mine,/g)).toHaveLength(1)
  expect(undone.map(({ code }) => code)).toEqual([3, 0])
  expect(await exported('episode-3')).toBe(before)
})

test('imported status changes are commented like any other, and a disabled task is a conflict', async () => {
  const [task] = await cli.list(['task', 'list', 'episode-3/*/*:layout', '--where', 'disabled=no', '--limit', '1'])
  const target = String(task?.['id'])
  const [collection, item] = String(task?.['path']).split(':')[0]?.split('/').slice(-2) ?? []
  const [row] = (await cli.list(['item', 'list', ...episode])).filter(({ slug }) => slug === item)
  const status = task?.['status'] === 'CLIENT' ? 'FEEDBACK' : 'CLIENT'
  const file = write(
    'status.csv',
    `Sequence,Name,Layout,Assignations\n${collection},${String(row?.['name'])},${status.toLowerCase()},Jonas Weber\n`,
  )
  const planned = await plan(file, '--format', 'kitsu')
  const applied = await apply(file)
  const [after] = await cli.list(['task', 'list', target])
  await cli.run(['undo', 'last'])
  const [back] = await cli.list(['task', 'list', target])
  const [told] = await cli.host.database.query<{ n: number }>(
    `select count(*)::int as n from public.comments where task_id = '${target}' and is_automatic and created_at > now() - interval '1 minute'`,
  )

  expect(rowsOf(planned)[0]).toMatchObject({ kind: 'changed' })
  expect(applied.code).toBe(0)
  expect(after).toMatchObject({ status, assignee: 'Jonas Weber' })
  expect(told?.n).toBe(2)
  expect(back).toMatchObject({ status: task?.['status'], assignee: task?.['assignee'] })
})

test('lines in conflict block the plan unless they are skipped', async () => {
  const file = write('mixed.csv', 'Collection,Name,Animation,Colour\nMixed,good,WIP,red\nMixed,bad,Nope,blue\n')
  const planned = await plan(file)
  const refused = await apply(file)
  const done = await apply(file, '--skip-conflicts')
  const rest = await exported('episode-3')
  await cli.run(['undo', 'last'])

  expect(planned.code).toBe(3)
  expect(planned.stderr).toContain(
    'Column "Colour" (2 rows) is not used: It could mean Grading, but its cells are not statuses.',
  )
  expect(planned.stderr).toContain('Column "Colour" could become a field: Text, 2 values, such as red, blue.')
  expect(rowsOf(planned)).toMatchObject([
    { kind: 'new', path: 'Mixed/good' },
    { line: 3, kind: 'conflict', problem: 'There is no status "Nope" (Animation).' },
  ])
  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('1 lines of the plan are in conflict') })
  expect(done.code).toBe(0)
  expect(rest).toContain('Mixed,good')
  expect(rest).not.toContain('bad')
})

test('unused columns are reported with reasons, even with --quiet, and an unreadable row affects no other', async () => {
  const file = write(
    'clumsy.csv',
    ' COLLECTION ;name;Frame_In;Time Spent;layout assignations;Anim\nClumsy;a;ten;1;;\nClumsy;;1;;;\nClumsy;b;;2;Nobody Here;sip\n',
  )
  const planned = await plan(file, '--quiet')
  const done = await apply(file, '--skip-conflicts')
  const made = await cli.list(['task', 'list', 'clumsy/b:{layout,anim}'])
  await cli.run(['undo', 'last'])

  expect(planned.code).toBe(3)
  expect(rowsOf(planned)).toMatchObject([
    { line: 2, kind: 'conflict', problem: 'Frame_In: "ten" is not a frame number: write a whole number.' },
    { line: 3, kind: 'conflict', problem: 'The row has no name.' },
    { line: 4, kind: 'new', path: 'Clumsy/b', left: ['Layout: "Nobody Here" is not a member of the studio.'] },
  ])
  expect(planned.stderr.split('\n').slice(1)).toEqual([
    '"sip" is read as WIP.',
    'Not a member: "Nobody Here" (1 task).',
    'Nobody was invited. Invite them, and plan again once they have joined.',
    'Column "Time Spent" is not used: Time is logged on revisions.',
    '1 new, 0 changed, 0 unchanged, 2 in conflict.',
    '',
  ])
  expect(done.code).toBe(0)
  expect(made.map(({ stage, status, assignee }) => [stage, status, assignee])).toEqual([
    ['Layout', 'TO DO', null],
    ['Animation', 'WIP', null],
  ])
})

test('a sheet’s lengths in time become frames at the rate given, and the plan says which have none', async () => {
  const file = write('times.csv', 'Shot,Duration\n0701,2.5 s\n0702,00:00:02:00\n')
  const odd = write('odd-times.csv', 'Shot,Duration,FPS\n0701,2.5 s,24\n0702,1:30,24\n')
  const more = ['--collection', 'Cut', '--first-frame', '1001']
  const rateless = await plan(file, ...more)
  const planned = await plan(file, ...more, '--rate', '24')
  await apply(file)
  const lines = await exported('episode-3')
  await cli.run(['undo', 'last'])
  const told = await plan(odd, ...more)

  expect(rateless.stderr).toContain('is not used: Its cells are times, and their frame rate is unknown: give it in a column FPS, or pass --rate.') // prettier-ignore
  expect(planned.stderr).toContain('Column "Duration" has times (2 rows), which become frames at 24 fps, to the nearest frame.') // prettier-ignore
  expect(lines).toContain('Cut,0701,0701,,shot,1001,1060,')
  expect(lines).toContain('Cut,0702,0702,,shot,1001,1048,')
  expect(rowsOf(told)).toMatchObject([
    { left: [] },
    { left: ['"1:30" may end in seconds or in frames: write 2.5 s or 00:00:02:12; the length is left out.'] },
  ])
})

test('a sheet’s positions in the cut give shots their length; a mapping says that they are frames', async () => {
  const cut = 'Shot,In,Out,FPS\n0801,01:00:00:00,01:00:02:00,24\n0802,01:00:02:00,01:00:03:00,24\n'
  const file = write('positions.csv', cut)
  const more = ['--collection', 'Cut', '--first-frame', '1001']
  const planned = await plan(file, ...more)
  await apply(file)
  const lines = await exported('episode-3')
  await cli.run(['undo', 'last'])
  const mapped = await plan(file, ...more, '--map', 'frame in=In', '--map', 'frame out=Out')
  await apply(file)
  const ofFrames = await exported('episode-3')
  await cli.run(['undo', 'last'])

  expect(planned.stderr).toContain('run on from 01:00:00:00, so they are read as positions in the cut')
  expect(lines).toContain('Cut,0801,0801,,shot,1001,1048,')
  expect(mapped.stderr).not.toContain('positions in the cut')
  expect(ofFrames).toContain('Cut,0801,0801,,shot,86400,86447,')
})

test('an edit decision list and a timeline become shots with frame ranges', async () => {
  const edl = write(
    'cut.edl',
    'TITLE: CUT\nFCM: DROP FRAME\n001 A001 V C 00:01:00;02 00:01:02;02 01:00:00;00 01:00:02;00\n* FROM CLIP NAME: 0007.mov\n',
  )
  const planned = await plan(edl, '--rate', '29.97', '--collection', 'Cut', '--handles', '8')
  await apply(edl)
  const time = (value: number) => ({ rate: 24, value })
  const clip = { OTIO_SCHEMA: 'Clip.1', name: '0007', source_range: { start_time: time(1001), duration: time(50) } }
  const timeline = { OTIO_SCHEMA: 'Timeline.1', tracks: { OTIO_SCHEMA: 'Stack.1', children: [clip] } }
  const otio = write('cut.otio', JSON.stringify(timeline))
  const first = await exported('episode-3')
  const changed = await plan(otio, '--collection', 'Cut')
  await apply(otio)
  const second = await exported('episode-3')
  await cli.run(['undo', 'last'])
  await cli.run(['undo', 'last'])

  expect(rowsOf(planned)).toMatchObject([{ line: 3, kind: 'new', path: 'Cut/0007' }])
  expect(first).toContain('Cut,0007,0007,,shot,1800,1859,8,8,30000/1001')
  expect(rowsOf(changed)).toMatchObject([
    { kind: 'changed', changes: ['frameIn: 1800 → 1001', 'frameOut: 1859 → 1050', 'frameRate: 30000/1001 → 24/1'] },
  ])
  expect(second).toContain('Cut,0007,0007,,shot,1001,1050,8,8,24/1')
})

test.each([
  {
    name: 'bad-quote.csv',
    content: 'Name,Note\n1,"open\n2,x\n',
    more: [],
    message: 'bad-quote.csv:2:3: A quote opens here and is never closed.',
  },
  { name: 'empty.csv', content: '\ufeff\r\n', more: [], message: 'empty.csv:1:1: The file is empty.' },
  { name: 'broken.xlsx', content: 'PK\u0003\u0004 and no more', more: [], message: 'broken.xlsx:1:1: ' },
  { name: 'broken.xml', content: '<xmeml>\n<a></b></xmeml>', more: [], message: 'broken.xml:2:4: This is not XML' },
  {
    name: 'no-list.json',
    content: '{"data": [1]}',
    more: [],
    message: 'no-list.json:1:1: There is no list of records',
  },
  {
    name: 'bad.edl',
    content: '001 A V C 00:00:99:00 00:00:01:00 00:00:00:00 00:00:01:00\n',
    more: ['--rate', '24'],
    message: 'bad.edl:1:11: 00:00:99:00',
  },
  { name: 'bad.otio', content: '{\n "a": \n}', more: [], message: 'bad.otio:3:1: This is not JSON' },
  { name: 'nameless.csv', content: 'Code\n1\n', more: [], message: 'nameless.csv:1:1: No column has the item names' },
])('$name is refused with the position, and no plan is written', async ({ name, content, more, message }) => {
  const ended = await plan(write(name, content), ...more)

  expect(ended).toMatchObject({ code: 1, stdout: '' })
  expect(ended.stderr).toContain(message)
  expect(statSync(path.join(cli.folder, `${name}.plan.json`), { throwIfNoEntry: false })).toBeUndefined()
})

test('a Latin-1 file is refused where it stops being UTF-8, and read with --encoding', async () => {
  const file = write('latin.csv', Buffer.from('Collection,Name,Description\nA,1,caf\u00e9\n', 'latin1'))
  const refused = await plan(file)
  const read = await plan(file, '--encoding', 'latin-1')

  expect(refused).toMatchObject({ code: 1, stderr: expect.stringContaining('latin.csv:2:8: This is not UTF-8.') })
  expect(refused.stderr).toContain('--encoding latin-1')
  expect(read.code).toBe(0)
  expect(readFileSync(path.join(cli.folder, 'latin.csv.plan.json'), 'utf8')).toContain('"café"')
})

test.each([
  [['import', 'plan', 'missing.csv', ...episode], 6, 'missing.csv does not exist'],
  [['import', 'plan', 'shots.xlsx', ...episode], 6, 'shots.xlsx does not exist'],
  [['import', 'plan', 'shots.csv'], 2, 'In which space?'],
  [['import', 'apply', 'shots.csv'], 2, 'shots.csv is not a plan'],
  [['import', 'plan', 'cut.edl', ...episode], 2, 'An EDL does not state its frame rate.'],
  [['import', 'plan', 'cut.edl', ...episode, '--rate', 'film'], 2, '"film" is not a frame rate.'],
  [['import', 'plan', 'cut.edl', ...episode, '--rate', '24.5'], 2, 'others as a fraction: 25/2'],
  [['import', 'plan', 'shots.csv', ...episode, '--map', 'nane=Name'], 2, '"nane" is not a field of an item.'],
])('%j ends with %i and says: %s', async (args, code, message) => {
  const ended = await cli.run(args)

  expect(ended.stderr).toContain(message)
  expect(ended.code).toBe(code)
})

test('a role that cannot change items cannot apply a plan', async () => {
  const file = write('viewer.csv', 'Collection,Name\nViewer,1\n')
  await plan(file)
  await cli.login('henrik.lund')
  const refused = await apply(file)
  await cli.login('mei.tanaka')

  expect(refused).toMatchObject({ code: 5, stderr: expect.stringContaining('Your role may not change items') })
})

test('a space exported, imported into an empty one and exported again is the same', async () => {
  const stages = 'storyboard,layout,anim,lgt,fx,comp,grading,final'
  await cli.run(['space', 'create', 'Copy', '--project', 'the-salt-road', '--stages', stages, '--quiet'])
  const into = ['--project', 'the-salt-road', '--space', 'copy']
  // The demo's fields are narrowed to the space they come from.
  for (const field of ['complexity', 'effort', 'focal_length', 'delivery', 'vendor', 'render_hours'])
    await cli.run(['field', 'set', field, '--add', ...into, '--quiet'])
  const nowhere = await cli.run(['field', 'set', 'effort', '--add'])
  const first = await cli.run(['export', 'items', '--space', 'sequences', '-o', 'sequences.csv'])
  const planned = await cli.run(['import', 'plan', 'sequences.csv', ...into, '--quiet'])
  const applied = await apply('sequences.csv')
  const copy = await cli.run(['export', 'items', ...into])

  expect([first.code, planned.code, applied.code]).toEqual([0, 0, 0])
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Which project or space?') })
  expect(copy.stdout).toBe(readFileSync(path.join(cli.folder, 'sequences.csv'), 'utf8'))
  expect(copy.stdout.split('\n').length).toBeGreaterThan(50)
})

test('a workbook is exported, read back the same, and changed like a sheet', async () => {
  const exportedFile = await cli.run(['export', 'items', ...episode, '-o', 'episode.xlsx'])
  const planned = await plan('episode.xlsx')
  const [item] = await cli.list(['item', 'list', ...episode])
  const retyped = write('type.csv', `Slug,Name,Item type\n${String(item?.['slug'])},${String(item?.['name'])},asset\n`)
  const changed = await plan(retyped)
  await apply(retyped)
  const after = await exported('episode-3')
  const undone = await cli.run(['undo', 'last'])

  expect([exportedFile.code, planned.code, planned.stdout]).toEqual([0, 0, '[]\n'])
  expect(planned.stderr).toMatch(/^0 new, 0 changed, \d+ unchanged, 0 in conflict\.$/m)
  expect(rowsOf(changed)).toMatchObject([{ kind: 'changed', changes: ['itemType: shot → asset'] }])
  expect(after.split('\n').filter((line) => line.includes(',asset,'))).toHaveLength(1)
  expect(undone.code).toBe(0)
  expect((await cli.run(['export', 'items', ...episode, '--format', 'xlsx'])).stderr).toContain(
    'A workbook goes into a file.',
  )
})

test('a whole studio with its files is exported to a folder, and a repeat downloads nothing again', async () => {
  const args = [
    'export',
    'studio',
    'backup',
    '--project',
    'kettle-crow',
    '--space',
    'episode-1',
    '--originals',
    '--json',
  ]
  const first = await cli.run(args)
  const repeated = await cli.run(args)
  const folder = path.join(cli.folder, 'backup')
  const read = (...names: readonly string[]): string => readFileSync(path.join(folder, ...names), 'utf8')
  const space = ['kettle-crow', 'episode-1'] as const
  const comments = read(...space, 'comments.ndjson')
    .trim()
    .split('\n')
    .map((line) => JSON.parse(line) as Row)
  const [, ...media] = read(...space, 'media.csv')
    .trim()
    .split('\n')
  const sizes = media.map((line) => {
    const cells = line.split(',')
    return [
      Number(cells[4]),
      statSync(path.join(folder, ...space, cells.at(-1) ?? ''), { throwIfNoEntry: false })?.size,
    ]
  })

  expect(first.code).toBe(0)
  expect(rowsOf(first).map(({ folder: place }) => place)).toContain('kettle-crow/episode-1')
  expect(read('studio.json')).toContain('"format": "xsheet-studio"')
  expect(read(...space, 'items.csv')).toBe(await exported('episode-1'))
  expect(comments.length).toBe(
    Number(rowsOf(first).find(({ folder: place }) => place === 'kettle-crow/episode-1')?.['comments']),
  )
  expect(comments[0]).toMatchObject({ item: expect.any(String), stage: expect.any(String), author: expect.any(String) })
  expect(rowsOf(first).some(({ fetched }) => Number(fetched) > 0)).toBe(true)
  for (const [said, found] of sizes) expect(found).toBe(said)
  expect(rowsOf(repeated).every(({ fetched }) => fetched === 0)).toBe(true)
})

test('two simultaneous exports into one folder leave it complete, without partial files', async () => {
  const where = ['--project', 'kettle-crow', '--space', 'episode-1']
  const args = ['export', 'studio', 'shared', '--originals', ...where]
  const alone = await cli.run(['export', 'studio', 'alone', '--originals', ...where])
  const both = await Promise.all([cli.spawn(args), cli.spawn(args)])
  const list = (folder: string) =>
    readdirSync(path.join(cli.folder, folder), { recursive: true, withFileTypes: true })
      .filter((entry) => entry.isFile())
      .map(({ parentPath, name }) => path.relative(path.join(cli.folder, folder), path.join(parentPath, name)))
      .toSorted()
  const bytes = (folder: string) =>
    list(folder)
      .filter((name) => name !== 'studio.json')
      .map((name) => readFileSync(path.join(cli.folder, folder, name)).toString('base64'))

  expect([alone, ...both].map(({ code, stderr }) => [code, /failed|ENOENT/i.test(stderr)])).toEqual([
    [0, false],
    [0, false],
    [0, false],
  ])
  expect(list('shared')).toEqual(list('alone'))
  expect(bytes('shared')).toEqual(bytes('alone'))
})

test('a studio is exported as one archive, to a file or a pipe, but not into the folder being packed', async () => {
  const where = ['--project', 'kettle-crow', '--space', 'episode-1']
  const args = ['export', 'studio', 'packed', ...where]
  const filed = await cli.run([...args, '--tar', 'packed.tar', '--json'])
  const names = execFileSync('tar', ['-tf', path.join(cli.folder, 'packed.tar')], { encoding: 'utf8' })
  const piped = await cli.spawn([...args, '--tar', '-'])
  const inside = await cli.run([...args, '--tar', 'packed/studio.tar'])

  expect(filed.code).toBe(0)
  expect(JSON.parse(filed.stdout)).toMatchObject([{ folder: 'kettle-crow/episode-1' }])
  expect(names.trim().split('\n')).toEqual([
    ...['comments.ndjson', 'items.csv', 'media.csv', 'revisions.ndjson'].map((name) => `kettle-crow/episode-1/${name}`),
    'studio.json',
  ])
  expect(piped.code).toBe(0)
  expect(piped.stdout.slice(0, 300)).toMatch(/^kettle-crow\/episode-1\/comments\.ndjson\0[^]*ustar/)
  expect(inside).toMatchObject({ code: 2, stderr: expect.stringContaining('inside the folder it packs') })
})
