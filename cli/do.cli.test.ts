import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const shots = 'the-salt-road/sequences/sq010/*:anim'
const place = ['--project', 'the-salt-road', '--space', 'sequences']
const list = async () => await cli.list(['task', 'list', shots])
const changes = (rows: readonly Readonly<Record<string, unknown>>[]) => rows.map(({ path, change }) => [path, change])

test('`do` changes exactly what its plan listed and is undone in one step', async () => {
  const sentence = "sq010 anim → done assign me due 2027-06-12 est 3d high 'nice'"
  const before = await list()

  const plan = await cli.list(['do', sentence, ...place, '--dry-run'])
  expect(await list()).toEqual(before)
  const done = await cli.list(['do', sentence, ...place, '--yes'])
  const after = await list()
  const undone = await cli.run(['undo', 'last'])

  expect(changes(done)).toEqual(changes(plan))
  const planned = plan.filter(({ result }) => result === 'planned')
  expect(planned.length).toBeGreaterThan(0)
  expect(done.filter(({ result }) => result === 'changed')).toHaveLength(planned.length)
  for (const { path } of planned)
    expect(after.find((task) => task['path'] === path)).toMatchObject({
      status: 'DONE',
      due: '2027-06-12',
      estimatedHours: 24,
    })
  expect(undone.code).toBe(0)
  expect(await list()).toEqual(before)
})

test('`do` excludes one stage of one sequence and says so', async () => {
  const pathsOf = async (sentence: string): Promise<readonly string[]> =>
    (await cli.list(['do', sentence, ...place, '--dry-run'])).map(({ path }) => String(path))
  const all = await pathsOf('anim comp → due 2027-06-12')
  const comp = await pathsOf('sq010 comp → due 2027-06-12')

  const left = await pathsOf('anim comp → due 2027-06-12 except sq010 comp')
  const told = await cli.run(['do', 'anim comp → due 2027-06-12 except sq010 comp', ...place, '--dry-run'])
  const asked = await cli.run(['do', 'all except sq010 comp → due 2027-06-12', ...place, '--dry-run'])

  expect(comp.length).toBeGreaterThan(0)
  expect(left).toEqual(all.filter((path) => !comp.includes(path)))
  expect(told.stderr).toContain(` of ${left.length} tasks, except Compositing of SQ010. Nothing was changed.`)
  expect(asked).toMatchObject({ code: 2 })
  expect(asked.stderr).toContain('comp except sq010 | except comp of sq010')
})

test.each([
  ['2 days', '2027-06-14', '2028-01-02'],
  ['2 working days', '2027-06-15', '2028-01-04'],
])('`do` pushes each due date %s from its own, reports tasks without one, and undo restores all', async (by, ...to) => {
  await cli.run(['do', 'sq010 sh0010 anim → due none', ...place, '--yes'])
  await cli.run(['do', 'sq010 sh0020 anim → due 2027-06-12', ...place, '--yes'])
  await cli.run(['do', 'sq010 sh0030 anim → due 2027-12-31', ...place, '--yes'])
  const before = await list()
  const sentence = `sq010 sh0010-sh0030 anim → push due ${by}`

  const plan = await cli.list(['do', sentence, ...place, '--dry-run'])
  const done = await cli.list(['do', sentence, ...place, '--yes'])
  const after = await list()
  const undone = await cli.run(['undo', 'last'])

  expect(plan.map(({ change, result }) => [change, result])).toEqual([
    [null, 'no-date'],
    [`due 2027-06-12 → ${to[0]}`, 'planned'],
    [`due 2027-12-31 → ${to[1]}`, 'planned'],
  ])
  expect(changes(done)).toEqual(changes(plan))
  expect(after.slice(0, 3).map(({ due }) => due)).toEqual([null, ...to])
  expect(undone.code).toBe(0)
  expect(await list()).toEqual(before)
})

test('`do` compares due dates and fields, and says that a day is counted from today', async () => {
  const pathsOf = async (sentence: string): Promise<readonly unknown[]> =>
    (await cli.list(['do', sentence, ...place, '--dry-run'])).map(({ path }) => path)
  await cli.run(['do', 'sq010 sh0020 anim → due 2027-06-12', ...place, '--yes'])

  const until = await pathsOf('sq010 sh0020 anim due on or before 2027-06-12 → high')
  const before = await cli.run(['do', 'sq010 sh0020 anim due<2027-06-12 → high', ...place, '--dry-run'])
  const unsure = await cli.run(['do', 'sq010 anim due > 2027-06-12', ...place, '--yes'])
  const [counted] = await cli.list(['do', 'sq010 sh0020 anim → due +3d', ...place, '--dry-run'])

  expect(until).toHaveLength(1)
  expect(before).toMatchObject({ code: 6 })
  expect(unsure).toMatchObject({ code: 2 })
  expect(unsure.stderr).toContain('could be: set due to 2027-06-12, only due after 2027-06-12.')
  expect(counted?.['change']).toMatch(/^due 2027-06-12 → \S+ \(3 days from today\)$/)
})

test.each([
  ['sq010 anmi → done', 'Did you mean anim?'],
  ['sq010 anim done', 'only DONE, set to DONE'],
  ['sq010 anim → assign nobdoy', '"nobdoy" is not understood'],
  ['→ done', 'Which tasks?'],
  ['sq010 anim', 'What should change?'],
])('`do` changes nothing for "%s" and says why', async (sentence, words) => {
  const before = await list()

  const answer = await cli.run(['do', sentence, ...place, '--yes'])

  expect(answer.code).toBe(2)
  expect(answer.stderr).toContain(words)
  expect(await list()).toEqual(before)
})

test('`do` sets item fields by name, an item once however many tasks it has, and undo restores them', async () => {
  const listItems = async () => await cli.list(['item', 'list', ...place, '--collection', 'sq010'])
  const sentence = 'sq010 → complexity hard'
  const before = await listItems()

  const plan = await cli.list(['do', sentence, ...place, '--dry-run'])
  const done = await cli.list(['do', sentence, ...place, '--yes'])
  const after = await listItems()
  const hard = await cli.list(['do', 'sq010 complexity hard layout → est 3d', ...place, '--dry-run'])
  const told = await cli.run(['do', sentence, ...place, '--yes'])
  const undone = await cli.run(['undo', 'last'])

  expect(plan).toHaveLength(before.length)
  expect(changes(done)).toEqual(changes(plan))
  expect(plan.map(({ path }) => path)).toEqual(before.map(({ path }) => path))
  expect(after.map((item) => item['fields.complexity'])).toEqual(before.map(() => 'Hard'))
  expect(hard).toHaveLength(before.length)
  expect(told.stderr).toContain(`Changed none of ${before.length} items.`)
  expect(undone.code).toBe(0)
  expect(await listItems()).toEqual(before)
})

test('`do` sets fields of items without tasks or with only disabled ones, and undo restores them', async () => {
  await cli.run(['collection', 'create', 'sq900', ...place])
  await cli.run(['item', 'create', ...place, '--collection', 'sq900', 'bare', 'off', 'full'])
  const tasksOf = `(select id from public.items where title = $1)`
  await cli.host.database.query(`delete from public.item_tasks where item_id in ${tasksOf}`, ['bare'])
  await cli.host.database.query(`update public.item_tasks set is_disabled = true where item_id in ${tasksOf}`, ['off'])
  const listItems = async () => await cli.list(['item', 'list', ...place, '--collection', 'sq900'])
  const before = await listItems()

  const plan = await cli.list(['do', 'sq900 → complexity hard', ...place, '--dry-run'])
  const done = await cli.list(['do', 'sq900 → complexity hard', ...place, '--yes'])
  const after = await listItems()
  const ofTasks = await cli.list(['do', 'sq900 anim → complexity simple', ...place, '--dry-run'])
  const none = await cli.run(['do', 'sq900 due before 2001-01-01 → complexity simple', ...place])
  const undone = await cli.run(['undo', 'last'])

  expect(plan.map(({ id, result }) => [id, result])).toEqual(before.map(({ id }) => [id, 'planned']))
  expect(done.map(({ result }) => result)).toEqual(['changed', 'changed', 'changed'])
  expect(after.map((item) => item['fields.complexity'])).toEqual(['Hard', 'Hard', 'Hard'])
  expect(ofTasks.map(({ path }) => path)).toEqual(['the-salt-road/sequences/sq900/full'])
  expect(none).toMatchObject({ code: 6 })
  expect(none.stderr).toContain('No items match.')
  expect(undone.code).toBe(0)
  expect(await listItems()).toEqual(before)
})

test('`do` sets a task field together with a status, and not where the status is not set', async () => {
  const ofTasks = await cli.list(['do', 'sq010 fx → vendor "Halden FX" est 3d', ...place, '--dry-run'])
  const assets = ['--project', 'the-salt-road', '--space', 'assets']
  const elsewhere = await cli.list(['do', 'all modeling → vendor "Halden FX"', ...assets, '--dry-run'])
  const wrong = await cli.run(['do', 'sq010 fx → vendor Haldn', ...place, '--dry-run'])
  const formula = await cli.run(['do', 'sq010 → open stages 3', ...place, '--dry-run'])

  expect(ofTasks.map(({ change }) => String(change)).join()).toContain('→ Halden FX · estimate')
  expect(new Set(elsewhere.map(({ result }) => result))).toEqual(new Set(['no-field', 'disabled']))
  expect(wrong).toMatchObject({ code: 2 })
  expect(wrong.stderr).toContain('Vendor: “Haldn” is not one of its options (Halden FX, Two Rivers).')
  expect(formula.stderr).toContain('Open stages is calculated from other fields.')
})

test('`do` runs a macro by name and lists the macros there are', async () => {
  const before = await list()
  await cli.host.database.query(
    `insert into public.user_preferences (user_id, key, value) select id, 'macros', $1 from auth.users where email = $2`,
    [
      JSON.stringify([
        { name: 'Nicé one', sentence: 'sq010 anim → high' },
        // It names things of another studio.
        { name: 'Other', sentence: 'sq010 anim → high', studioId: '00000000-0000-4000-8000-000000000001' },
      ]),
      'mei.tanaka@northlight.example',
    ],
  )

  const plan = await cli.list(['do', '--macro', 'nice ONE', ...place, '--dry-run'])
  const unknown = await cli.run(['do', '--macro', 'other', ...place, '--dry-run'])
  const both = await cli.run(['do', 'sq010 anim → high', '--macro', 'nice one', ...place])
  const neither = await cli.run(['do', ...place])

  expect(plan.map(({ change }) => change).filter(Boolean)).toContain('priority No priority → High')
  expect(unknown).toMatchObject({ code: 6 })
  expect(unknown.stderr).toContain('There are: Nicé one.')
  expect([both.code, neither.code]).toEqual([2, 2])
  expect(await list()).toEqual(before)
})

test('`do` leaves archived things alone, as the app does, unless they are named', async () => {
  const sentence = 'all anim → high'
  const pathsOf = async (...flags: readonly string[]): Promise<readonly string[]> =>
    (await cli.list(['do', sentence, ...flags, '--dry-run'])).map(({ path }) => String(path))
  const before = await pathsOf()
  expect(before.some((path) => path.startsWith('the-salt-road/'))).toBe(true)
  await cli.run(['project', 'archive', 'the-salt-road'])

  const after = await pathsOf()
  const named = await pathsOf(...place)
  await cli.run(['project', 'restore', 'the-salt-road'])

  expect(after).toEqual(before.filter((path) => !path.startsWith('the-salt-road/')))
  expect(named.length).toBeGreaterThan(0)
})
