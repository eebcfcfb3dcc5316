import { randomBytes } from 'node:crypto'
import { mkdirSync, readFileSync, readdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(() => cli?.close())

const json = async (args: readonly string[]): Promise<Record<string, unknown>> =>
  JSON.parse((await cli.run([...args, '--json'])).stdout)

test('a space can be given as its printed path, and a task has the same shape wherever it is printed', async () => {
  const byPath = await cli.list(['task', 'list', '--space', 'the-salt-road/sequences', '--collection', 'sq010'])
  const byNames = await cli.list([
    'task', 'list', '--project', 'the-salt-road', '--space', 'sequences', '--collection', 'sq010',
  ]) // prettier-ignore
  const [first] = byPath

  expect(byPath).toEqual(byNames)
  expect(await json(['task', 'show', String(first?.['path'])])).toEqual(first)
  expect(await cli.run(['task', 'show', 'sq010/sq010-sh0010'])).toMatchObject({ code: 2, stdout: '' })
  expect(await cli.run(['task', 'show', 'nowhere:anim'])).toMatchObject({ code: 6, stdout: '' })
})

test('stages and statuses are listed by the names that other verbs accept', async () => {
  const statuses = await cli.list(['status', 'list'])
  const stages = await cli.list(['stage', 'list'])

  expect(statuses.map(({ name }) => name)).toEqual(['TO DO', 'WIP', 'WFA', 'FEEDBACK', 'CLIENT', 'DONE'])
  expect(stages.map(({ name }) => name)).toEqual(expect.arrayContaining(['Layout', 'Animation', 'Compositing']))
})

test('an item is renamed, moved and deleted by script, each with undo', async () => {
  const item = 'the-salt-road/sequences/sq010/sq010-sh0020'
  const before = await json(['item', 'show', item])

  await cli.run(['item', 'rename', item, 'sq010_sh0021'])
  // Also by its new name, wherever it is: its slug stays.
  for (const place of ['sq010_sh0021', 'sq010/sq010_sh0021', 'the-salt-road/sequences/sq010/sq010-sh0021'])
    expect([place, (await cli.run(['item', 'show', place])).code]).toEqual([place, 0])
  await cli.run(['item', 'move', item, 'SQ020'])
  const moved = await json(['item', 'show', String(before['id'])])
  const deleted = await cli.run(['item', 'delete', String(before['id']), '--yes'])
  const gone = await cli.run(['item', 'show', String(before['id'])])
  for (const { id } of (await cli.list(['operation', 'list'])).slice(0, 3))
    expect(await cli.run(['undo', String(id)])).toMatchObject({ code: 0 })

  expect(moved).toMatchObject({ name: 'sq010_sh0021', collection: 'SQ020' })
  expect(deleted.code).toBe(0)
  expect(gone.code).toBe(6)
  expect(await json(['item', 'show', item])).toEqual(before)
})

test('a deleted item is restored by name on any machine; an unknown name is refused', async () => {
  const item = 'the-salt-road/sequences/sq010/sq010-sh0030'
  const before = await json(['item', 'show', item])
  await cli.run(['item', 'delete', item, '--yes'])
  const elsewhere = { env: { XDG_STATE_HOME: path.join(cli.folder, 'another machine') } }

  const restored = await cli.run(['item', 'restore', String(before['name']), '--json'], elsewhere)
  const again = await cli.run(['item', 'restore', String(before['id'])], elsewhere)
  const unknown = await cli.run(['item', 'restore', 'nowhere'], elsewhere)

  expect([restored.code, JSON.parse(restored.stdout)]).toEqual([0, expect.objectContaining({ id: before['id'] })])
  expect(await json(['item', 'show', item])).toEqual(before)
  expect([again.code, again.stderr, unknown.code]).toEqual([0, expect.stringContaining('No change needed.'), 6])
})

test('a deleted item is found by path and by id, even behind two hundred later deletions', async () => {
  const item = 'the-salt-road/sequences/sq020/sq020-sh0010'
  const before = await json(['item', 'show', item])
  const studio = (await cli.list(['studio', 'list']))[0]?.['id']
  await cli.run(['item', 'delete', item, '--yes'])
  await cli.host.database.query(
    `insert into public.events (studio_id, seq, at, kind, actor_kind, item_id, thing_id, names)
     select $1, 900000 + n, now(), 'item.deleted', 'person', gen_random_uuid(), gen_random_uuid(),
       jsonb_build_object('item', 'old' || n, 'collection', 'sq020') from generate_series(1, 450) as n`,
    [studio],
  )

  const elsewhere = await cli.run(['item', 'restore', 'sq030/sq020_sh0010'])
  const asked = vi.spyOn(globalThis, 'fetch')
  const restored = await cli.run(['item', 'restore', 'sequences/sq020/sq020_sh0010'])
  const questions = asked.mock.calls.filter(([address]) =>
    /rpc\/list_activity/.test(address instanceof Request ? address.url : address.toString()),
  ).length
  asked.mockRestore()
  const shown = await json(['item', 'show', item])
  await cli.run(['item', 'delete', item, '--yes'])
  const byId = await cli.run(['item', 'restore', String(before['id']), '--json'])

  expect(elsewhere.code).toBe(6)
  expect(questions).toBe(1)
  expect([restored.code, restored.stderr]).toEqual([0, expect.stringContaining('Everything')])
  expect(shown).toEqual(before)
  expect(JSON.parse(byId.stdout)).toMatchObject({ id: before['id'] })
})

test('commands that create print the same as a list, and how to undo', async () => {
  const made = async (args: readonly string[]) => await json([...args])
  const listed = async (noun: string, id: unknown, more: readonly string[] = []) =>
    (await cli.list([noun, 'list', ...more])).find((row) => row['id'] === id)
  const operation = expect.stringMatching(/^[0-9a-f-]{36}$/)

  const project = await made(['project', 'create', 'Shapes'])
  const space = await made(['space', 'create', 'Ep 1', '--project', 'shapes'])
  const collection = await made(['collection', 'create', 'sq1', '--project', 'shapes', '--space', 'ep-1'])
  const kind = await made(['kind', 'create', 'Boat'])
  const field = await made(['field', 'create', 'Tide', '--unit', 'm', '--kind', 'number'])
  const inSpace = ['--project', 'shapes', '--space', 'ep-1']
  const items = await cli.list(['item', 'create', 'a', 'b', '--collection', 'sq1', ...inSpace])

  // Until the server’s row arrives, its moment is this machine’s.
  const createdAt = expect.stringMatching(/^\d{4}-/)
  expect(project).toEqual({ ...(await listed('project', project['id'])), spaces: 0, createdAt, operation })
  expect(space).toEqual({ ...(await listed('space', space['id'])), operation })
  expect(collection).toEqual({ ...(await listed('collection', collection['id'], inSpace)), items: 0, operation })
  expect(kind).toEqual({ ...(await listed('kind', kind['id'])), operation })
  expect(field).toEqual({ ...(await listed('field', field['id'])), operation })
  expect(items).toEqual(await cli.list(['item', 'list', ...inSpace]))
  const view = await made(['view', 'create', 'Open', '--where', '!task("anim").done', '--sort=-tide', ...inSpace])
  const task = 'shapes/ep-1/sq1/a:anim'
  const comment = await made(['comment', 'add', task, 'Softer, @Mei Tanaka'])
  const review = await made(['review', 'create', 'Shapes', task])
  const webhook = await made(['webhook', 'create', 'https://shapes.example/x', '--kind', 'comment'])
  const block = (await cli.list(['timeline', 'plan', task, '--artist', 'me', '--start', '2027-03-01']))[0]
  expect(view).toEqual({ ...(await listed('view', view['id'], inSpace)), operation })
  expect(comment).toEqual({ ...(await listed('comment', comment['id'], [task])), at: expect.any(String) })
  expect(review).toEqual({ ...(await listed('review', review['id'])), operation })
  expect(webhook).toEqual({ ...(await listed('webhook', webhook['id'])), secret: expect.stringMatching(/^whsec_/) })
  expect(block).toEqual({ ...(await listed('timeline', block?.['id'])), operation })
  const tried = (await cli.list(['item', 'create', 'c', '--collection', 'sq1', '--dry-run', ...inSpace]))[0]
  const fieldsOf = (row: object): string[] => Object.keys(row).filter((name) => !name.startsWith('fields.'))
  expect(fieldsOf(tried ?? {})).toEqual(fieldsOf(items[0] ?? {}))
  // Existing things have the same shape.
  expect(await json(['project', 'create', 'Shapes', '--if-missing'])).toEqual({
    ...(await listed('project', project['id'])),
    operation: null,
  })
})

test('commands that change print the same as a list', async () => {
  const operation = expect.stringMatching(/^[0-9a-f-]{36}$/)
  const inSpace = ['--space', 'whole/ep-1']
  await json(['project', 'create', 'Whole'])
  await json(['space', 'create', 'Ep 1', '--project', 'whole'])
  await json(['collection', 'create', 'sq1', ...inSpace])
  await json(['collection', 'create', 'sq2', ...inSpace])
  await cli.list(['item', 'create', 'a', 'b', '--collection', 'whole/ep-1/sq1'])
  const item = async () => (await cli.list(['item', 'list', ...inSpace])).find(({ slug }) => slug === 'a')
  const one = async (noun: string, slug: string) =>
    (await cli.list([noun, 'list'])).find((row) => row['slug'] === slug || row['path'] === slug)

  for (const line of ['rename whole Whole2', 'set whole --first-frame 1001', 'archive whole', 'restore whole'])
    expect([line, await json(['project', ...line.split(' ')])]).toEqual([
      line,
      { ...(await one('project', 'whole')), operation },
    ])
  for (const line of ['rename whole/ep-1 Ep1', 'archive whole/ep-1', 'restore whole/ep-1'])
    expect([line, await json(['space', ...line.split(' ')])]).toEqual([
      line,
      { ...(await one('space', 'whole/ep-1')), operation },
    ])
  expect(await json(['collection', 'rename', 'whole/ep-1/sq1', 'sq3'])).toEqual({
    ...(await one('collection', 'whole/ep-1/sq3')),
    operation,
  })
  const untried = await item()
  expect(await json(['item', 'set', 'a', '--first-frame', '993', '--dry-run', ...inSpace])).toEqual({
    ...untried,
    operation: null,
  })
  expect(await item()).toEqual(untried)
  for (const line of [
    'rename a z',
    'move a whole/ep-1/sq2',
    'set a --first-frame 993',
    'set-kind a prop',
    'omit a',
    'restore a',
  ])
    expect([line, await json(['item', ...line.split(' '), ...inSpace])]).toEqual([
      line,
      { ...(await item()), operation },
    ])
  const before = await item()
  expect(await json(['item', 'delete', 'a', '--yes', ...inSpace])).toEqual({ ...before, operation })
  expect(await json(['item', 'restore', 'z', ...inSpace])).toEqual({ ...before, restored: 1 })
  const changed = await json(['project', 'rename', 'whole', 'Whole2'])
  expect(changed).toEqual({ ...(await one('project', 'whole')), operation: null })
  expect(await json(['project', 'delete', 'whole', '--yes'])).toEqual({ ...changed, operation })
})

test('a path that names no task is answered with a suggestion', async () => {
  const said = async (target: string) => (await cli.run(['task', 'show', target, '--space', 'sequences'])).stderr

  expect(await said('sq010/sq010-sh0010:compositin')).toContain('Did you mean sq010/sq010-sh0010:compositing?')
  expect(await said('sq010-sh0010:nothing')).toContain('Its stages are ')
  expect(await said('sq010/sq010-sh001O:anim')).toContain('sq010/sq010-sh0010:anim')
})

test('help fits a narrow terminal, and an empty list prints no header', async () => {
  const shown = await cli.runInTerminal(['task', 'list', '--help'], { columns: 60 })
  const whole = await cli.runInTerminal(['--help'], { columns: 60 })
  const empty = await cli.run(['task', 'list', '--status', 'WIP', '--assignee', 'nobody'], { columns: 60 })
  // An example is one command, to be copied.
  const lines = `${shown.stdout}${whole.stdout}`.split(/\r?\n/).filter((line) => !line.startsWith('  studio-cli '))

  expect(lines.filter((line) => line.length > 60)).toEqual([])
  expect(lines.length).toBeGreaterThan(100)
  expect(empty).toMatchObject({ code: 0, stdout: 'Nothing matched.\nThere is no member "nobody".\n' })
})

test('filtering by an unknown name says so, with the nearest one', async () => {
  const said = async (...flags: readonly string[]) => await cli.run(['task', 'list', '--json', ...flags])

  expect(await said('--status', 'WI')).toEqual({
    code: 0,
    stdout: '[]\n',
    stderr: 'Nothing matched.\nThere is no status "WI". Did you mean WIP?\n',
  })
  expect((await said('--stage', 'animaton')).stderr).toContain('Did you mean Animation?')
  expect((await said('--stage', 'anim', '--assignee', 'none', '--status', 'C*')).stderr).not.toContain('There is no')
})

test('an empty list is no failure, and a space can be given as a path everywhere', async () => {
  const place = 'the-salt-road/sequences'
  const empty = await cli.run([
    'task',
    'list',
    '--space',
    place,
    '--status',
    'FEEDBACK',
    '--assignee',
    'nobody',
    '--json',
  ])
  const time = await cli.list([
    'timesheet',
    'report',
    '--from',
    '2020-01-01',
    '--space',
    place,
    '--by',
    'project,space',
  ])
  const blocks = await cli.list(['timeline', 'list', '--space', place])

  expect(empty).toMatchObject({ code: 0, stdout: '[]\n', stderr: 'Nothing matched.\nThere is no member "nobody".\n' })
  expect(time.map(({ project, space }) => [project, space])).toEqual([['The Salt Road', 'Sequences']])
  expect(new Set(blocks.map((row) => String(row['path']).split('/').slice(0, 2).join('/')))).toEqual(new Set([place]))
})

test('with --if-missing a repeat creates nothing and succeeds', async () => {
  const place = ['--space', 'the-salt-road/sequences', '--if-missing']
  const run = async (args: readonly string[]) => (await cli.run([...args, '--json'])).code

  for (const _ of [1, 2]) {
    expect(await run(['project', 'create', 'Harbour Lights', '--if-missing'])).toBe(0)
    expect(await run(['collection', 'create', 'SQ900', ...place])).toBe(0)
    expect(await run(['item', 'create', 'a', 'b', '--collection', 'SQ900', ...place])).toBe(0)
    for (const line of [
      'space create Pier --project harbour-lights',
      'field create Lens --kind number',
      'review create Tuesday the-salt-road/sequences/sq010/sq010-sh0010:layout',
      'studio service-account create Crane',
      'auth token create crane --service-account crane',
      'webhook create https://farm.example/pier --name pier',
      'view create Pier --space the-salt-road/sequences',
      'rule create Pier --template start-next-stage',
      'report create Pier --of week --url https://farm.example/hours',
    ])
      expect([line, await run([...line.split(' '), '--if-missing'])]).toEqual([line, 0])
  }
  for (const noun of ['field', 'review', 'studio service-account', 'auth token', 'webhook', 'view', 'rule', 'report']) {
    const line = `${noun} list`
    const found = (await cli.list(line.split(' '))).filter(({ name }) =>
      /^(Lens|Tuesday|Crane|crane|pier|Pier)$/.test(String(name)),
    )
    expect([line, found.length]).toEqual([line, 1])
  }
  expect(await cli.list(['space', 'list', '--project', 'harbour-lights'])).toHaveLength(1)

  const items = await cli.list(['item', 'list', '--collection', 'SQ900'])
  expect(items).toHaveLength(2)
  expect(await cli.list(['item', 'create', 'a', 'b', '--collection', 'SQ900', ...place])).toEqual(items)
  // Every command that creates accepts it.
  const { commands } = await import('./commands/index.generated.ts')
  const creating = commands.filter(({ path }) => path.endsWith(' create'))
  expect(creating.length).toBeGreaterThan(12)
  expect(creating.filter(({ options = [] }) => !options.some(({ flags }) => flags === '--if-missing'))).toEqual([])
  expect((await cli.list(['project', 'list'])).filter(({ name }) => name === 'Harbour Lights')).toHaveLength(1)
})

test('the newest files are downloaded by pattern; partial ones are resumed, corrupt ones replaced', async () => {
  const task = 'sq010/sq010-sh0010:compositing'
  const [one, other] = [randomBytes(300_000), randomBytes(200_000)]
  writeFileSync(path.join(cli.folder, 'plate.exr'), one)
  writeFileSync(path.join(cli.folder, 'matte.exr'), other)
  const sent = await cli.run(['revision', 'upload', task, 'plate.exr', 'matte.exr', '--time', '10m'])
  const folder = path.join(cli.folder, 'plates/sq010_sh0010')
  mkdirSync(folder, { recursive: true })
  writeFileSync(path.join(folder, 'plate_v004.exr.part'), one.subarray(0, 100_000))
  writeFileSync(path.join(folder, 'matte_v004.exr'), randomBytes(200_000))
  const args = ['revision', 'download', task, '--to', 'plates', '--name', '{item}/{name}_v{version}{ext}']

  const rows = await cli.list(args)

  expect(sent.code).toBe(0)
  expect(
    new Set(rows.map(({ file, version, state }) => `${String(file)} ${String(version)} ${String(state)}`)),
  ).toEqual(new Set(['plates/sq010_sh0010/matte_v004.exr 4 checked', 'plates/sq010_sh0010/plate_v004.exr 4 checked']))
  expect(readdirSync(folder).toSorted()).toEqual(['matte_v004.exr', 'plate_v004.exr'])
  expect(readFileSync(path.join(folder, 'plate_v004.exr')).equals(one)).toBe(true)
  expect(readFileSync(path.join(folder, 'matte_v004.exr')).equals(other)).toBe(true)
})
