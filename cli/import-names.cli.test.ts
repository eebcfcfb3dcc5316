import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli, type Ended } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  for (const name of ['Film', 'Cut'])
    await cli.run(['space', 'create', name, '--project', 'kettle-crow', '--stages', 'layout', '--quiet'])
})
afterAll(async () => await cli.close())

const into = (space: string) => ['--project', 'kettle-crow', '--space', space]

// As Kitsu exports a production's tasks.
const title = 'Project,Task Type,Episode,Sequence,Entity Type,Entity,Task Status,Assignees'
const kitsu = [
  'Kettle & Crow,Layout,,SQ01,Shot,SH010,Parked,',
  'Kettle & Crow,Matchmove,,SQ01,Shot,SH010,wip,',
  'Kettle & Crow,Dustbusting,,SQ01,Shot,SH020,Ready for comp,',
  'Kettle & Crow,Modeling,,,Vehicle,Van,Awaiting render,',
  'Kettle & Crow,Layout,,SQ01,Shot,SH020,rtk,',
]

async function plan(name: string, lines: readonly string[], ...more: readonly string[]): Promise<Ended> {
  writeFileSync(path.join(cli.folder, name), `${title}\n${lines.join('\n')}\n`)
  return await cli.run(['import', 'plan', name, ...into('film'), '--json', ...more])
}

const apply = async (file: string): Promise<Ended> =>
  await cli.run(['import', 'apply', `${file}.plan.json`, '--yes', '--json'])

async function namesOf(noun: 'status' | 'stage' | 'kind'): Promise<readonly unknown[]> {
  return (await cli.list([noun, 'list'])).map(({ name }) => name)
}

test('a Kitsu sheet with new statuses, stages and a kind is imported on one yes, once, and undone', async () => {
  const before = { statuses: await namesOf('status'), stages: await namesOf('stage'), kinds: await namesOf('kind') }
  const proposed = await plan('tasks.csv', kitsu)
  const planned = await plan('tasks.csv', kitsu, '--missing', 'all')
  const applied = await apply('tasks.csv')
  const repeated = await apply('tasks.csv')
  const after = { statuses: await namesOf('status'), stages: await namesOf('stage'), kinds: await namesOf('kind') }
  const again = await plan('again.csv', kitsu, '--all')
  const tasks = await cli.list(['task', 'list', ...into('film')])
  const items = await cli.list(['item', 'list', ...into('film')])
  const undone = await cli.run(['undo', 'last', '--yes'])

  expect(proposed.stderr).toContain(
    'The studio could get 3 new statuses: Parked (1 row), Ready for comp (1 row), Awaiting render (1 row).',
  )
  expect(proposed.stderr).toContain('The studio could get 2 new stages: Matchmove (1 row), Dustbusting (1 row).')
  expect(proposed.stderr).toContain('The studio could get 1 new kind of item: Vehicle (1 row).')
  expect(proposed.stderr).toContain("Plan again with --missing all, or one by one: --status 'Parked'")
  expect([planned.code, applied.code, repeated.stdout]).toEqual([0, 0, applied.stdout])
  expect(after.statuses).toEqual([...before.statuses, 'Parked', 'Ready for comp', 'Awaiting render'])
  expect(after.stages).toEqual([...before.stages, 'Matchmove', 'Dustbusting'])
  expect(after.kinds).toEqual([...before.kinds, 'Vehicle'])
  expect(tasks.map(({ item, stage, status }) => [item, stage, status])).toHaveLength(5)
  expect(items.map(({ name, kind }) => [name, kind])).toContainEqual(['Van', 'Vehicle'])
  expect(again.stderr).toContain('0 new, 0 changed, 3 unchanged, 0 in conflict.')
  expect(again.stderr).not.toMatch(/could get|does not have/)
  expect(undone.code).toBe(0)
  expect(await namesOf('status')).toEqual(before.statuses)
  expect(await namesOf('stage')).toEqual(before.stages)
  expect(await namesOf('kind')).toEqual(before.kinds)
})

test('a misspelt status is reported and read as the one that is named', async () => {
  const lines = ['Kettle & Crow,Layout,,SQ02,Shot,SH110,Aproved,', 'Kettle & Crow,Layout,,SQ02,Shot,SH120,Parked,']
  const asked = await plan('typo.csv', lines, '--missing', 'all')
  const meant = await plan('typo.csv', lines, '--status', 'Aproved=done', '--status', 'parked=no')
  const { names } = JSON.parse(readFileSync(path.join(cli.folder, 'typo.csv.plan.json'), 'utf8')) as {
    readonly names: unknown
  }

  expect(asked.stderr).toContain('There is no status Aproved (1 row). Did you mean DONE?')
  expect(asked.stderr).toContain(
    "Plan again with --status 'Aproved=DONE' if that is meant, or --status 'Aproved' to add it.",
  )
  expect(asked.stderr).toContain('The studio gets 1 new status: Parked (1 row).')
  expect(meant.stderr).toContain('The status Aproved (1 row) is read as DONE.')
  expect(names).toEqual([
    { of: 'status', name: 'Aproved', rows: 1, like: 'DONE', sameAs: 'DONE', state: 'same' },
    { of: 'status', name: 'Parked', rows: 1, state: 'refused' },
  ])
})

test('names used by somebody else by then survive the import’s undo and are listed', async () => {
  const lines = ['Kettle & Crow,Rotoscoping,,SQ03,Shot,SH210,Parked,']
  await plan('kept.csv', lines, '--missing', 'all')
  const applied = await apply('kept.csv')
  const { operation } = JSON.parse(applied.stdout) as { readonly operation: string }
  await cli.run(['collection', 'create', 'SQ03', ...into('cut'), '--quiet'])
  await cli.run(['item', 'create', 'SH210', ...into('cut'), '--collection', 'SQ03', '--quiet'])
  const set = await cli.run(['task', 'set-status', 'Parked', 'cut/sq03/*:layout', '--project', 'kettle-crow', '--yes'])
  const undone = await cli.run(['undo', operation, '--yes'])

  expect([applied.code, set.code, undone.code]).toEqual([0, 0, 0])
  expect(undone.stderr).toContain('The status Parked is in use and stays.')
  expect(await namesOf('status')).toContain('Parked')
  expect(await namesOf('stage')).not.toContain('Rotoscoping')
})

test('two plans that add the same status create it once', async () => {
  const line = (item: string) => [`Kettle & Crow,Layout,,SQ04,Shot,${item},Halted,`]
  await plan('one.csv', line('SH310'), '--missing', 'all')
  await plan('two.csv', line('SH320'), '--missing', 'all')
  const codes = [(await apply('one.csv')).code, (await apply('two.csv')).code]

  expect(codes).toEqual([0, 0])
  expect((await namesOf('status')).filter((name) => name === 'Halted')).toHaveLength(1)
  await cli.run(['undo', 'last', '--yes'])
  expect(await namesOf('status')).toContain('Halted')
  await cli.run(['undo', 'last', '--yes'])
  expect(await namesOf('status')).not.toContain('Halted')
})

test.each([
  [['--missing', 'some'], '--missing is one of propose, none, all.'],
  [['--status', '=DONE'], '--status =DONE names no status.'],
  [['--status', 'Mars'], '--status Mars: the file has no such status, or the studio has it.'],
  [['--status', 'Idle=Mars'], '--status Idle: there is no status "Mars".'],
])('%j is refused: %s', async (flags, message) => {
  const ended = await plan('wrong.csv', ['Kettle & Crow,Layout,,SQ02,Shot,SH110,Idle,'], ...flags)

  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})

test('a role that cannot add names is told, and the rest of the sheet is planned', async () => {
  await cli.login('henrik.lund')
  const planned = await plan('viewer.csv', kitsu, '--missing', 'all')
  await cli.login('mei.tanaka')

  expect(planned.stderr).toContain('The studio could get 2 new stages: Matchmove (1 row), Dustbusting (1 row).')
  expect(planned.stderr).toContain('Your role may not add statuses, stages or kinds: what needs them is left out')
})
