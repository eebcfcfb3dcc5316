import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const shot = 'the-salt-road/sequences/sq010/sq010-sh0010'

async function statusOf(target: string): Promise<unknown> {
  return (await cli.list(['task', 'list', target]))[0]?.['status']
}

test('task list prints the same tasks in every format, with only data on standard output', async () => {
  const target = `${shot}:{layout,anim}`
  const piped = await cli.run(['task', 'list', target])
  const csv = await cli.run(['task', 'list', target, '--csv'])
  const ndjson = await cli.run(['task', 'list', target, '--ndjson'])
  const json = await cli.run(['task', 'list', target, '--json=path,stage'])
  const inTerminal = await cli.runInTerminal(['task', 'list', target, '--json=path,stage'])
  const table = await cli.runInTerminal(['task', 'list', target], { env: { NO_COLOR: '1' } })

  expect(piped.stdout.split('\n').map((line) => line.split('\t')[0])).toEqual([
    `${shot}:layout`,
    `${shot}:animation`,
    '',
  ])
  expect(csv.stdout.split('\n')[0]).toBe('path,status,assignee,due,estimatedHours')
  expect(csv.stdout.split('\n')).toHaveLength(4)
  expect(
    ndjson.stdout
      .trim()
      .split('\n')
      .map((line) => (JSON.parse(line) as { path: string }).path),
  ).toEqual([`${shot}:layout`, `${shot}:animation`])
  expect(JSON.parse(json.stdout)).toEqual([
    { path: `${shot}:layout`, stage: 'Layout' },
    { path: `${shot}:animation`, stage: 'Animation' },
  ])
  expect(inTerminal.stdout.replaceAll('\r\n', '\n')).toBe(json.stdout)
  expect(table.stdout).toMatch(/^PATH +STATUS +ASSIGNEE +DUE +ESTIMATED HOURS\r\n/)
  expect(table.stdout).not.toContain('\u001b')
  for (const ended of [piped, csv, ndjson, json]) expect(ended).toMatchObject({ code: 0, stderr: '' })
})

test('task list filters by project, space, stage, status, assignee and conditions; no match is an empty list', async () => {
  const all = await cli.list(['task', 'list'])
  const some = await cli.list([
    'task',
    'list',
    '--project',
    'Kettle*',
    '--space',
    'episode-[12]',
    '--stage',
    'anim,lgt',
    '--status',
    'WFA',
  ])
  const late = await cli.list([
    'task',
    'list',
    '--where',
    'due<2099-01-01 done=no',
    '--assignee',
    'mei.tanaka@northlight.example',
  ])
  const none = await cli.run(['task', 'list', '--where', 'due<1999-01-01'])

  expect(all.length).toBeGreaterThan(900)
  expect(some.length).toBeGreaterThan(0)
  for (const task of some)
    expect(task).toMatchObject({
      project: 'Kettle & Crow',
      space: expect.stringMatching(/^Episode [12]$/),
      stage: expect.stringMatching(/^(Animation|Lighting)$/),
      status: 'WFA',
    })
  expect(late.length).toBeGreaterThan(0)
  for (const task of late)
    expect(task).toMatchObject({
      assignee: expect.stringContaining('Mei Tanaka'),
      done: false,
      due: expect.any(String),
    })
  expect(none).toEqual({ code: 0, stdout: '', stderr: 'Nothing matched.\n' })
})

test.each([
  [['task', 'list', '--space', 'episode-9'], 6, 'There is no space "episode-9".'],
  [['task', 'list', '--json=nope'], 2, 'There is no field "nope".'],
  [['task', 'list', '--json', '--csv'], 2, '--json and --csv cannot be combined.'],
  [['task', 'list', '--where', 'colour=red'], 2, '--where has no field "colour".'],
  [['task', 'list', '--where', 'due<soon'], 2, '"soon" is not a date.'],
  [['task', 'list', 'a/b/c/d/e'], 2, '"a/b/c/d/e" has too many parts.'],
  [['task', 'list', 'sq010/sh9999:anim'], 6, 'There is no task "sq010/sh9999:anim".'],
  [['task', 'set-status', 'WFAA', 'sq010/*:anim'], 6, 'Did you mean WFA?'],
  [['task', 'set-status', 'WFA'], 2, 'Which tasks?'],
  [['task', 'estimate', '1000', 'sq010/*:anim'], 2, 'Estimated hours must be between 0 and 999.9'],
  [['api', 'upsert_task_estimation', 'p_task_id=sh0040'], 1, 'Invalid task ID. Task must be referenced by UUID.'],
  [['api', 'get_task_estimations_for_items', 'p_item_ids=["sh0040","sh0050"]'], 1, 'Invalid item IDs: sh0040, sh0050'],
  [['api', 'fill_empty_tasks', 'p_status_id=WIP'], 1, 'Invalid status ID. Status must be referenced by UUID.'],
  [['api', 'get_studio_filter_data', 'p_studio_id=north'], 1, 'Invalid studio ID. Studio must be referenced by UUID.'],
  [['task', 'due', 'tomorrow', 'sq010/*:anim'], 2, '"tomorrow" is not a date.'],
  [['task', 'assign', 'Nobody', 'sq010/*:anim'], 6, 'There is no member "Nobody".'],
  [['undo', '00000000'], 6, 'There is no operation "00000000" on this machine.'],
])('%j ends with %i and says: %s', async (args, code, message) => {
  const ended = await cli.run(args)

  expect(ended.stdout).toBe('')
  expect(ended.stderr).toContain(message)
  expect(ended.code).toBe(code)
})

test('a dry run prints the difference and changes nothing', async () => {
  const before = await statusOf(`${shot}:final`)
  const ended = await cli.run(['task', 'set-status', 'WIP', `${shot}:final`, '--dry-run', '--json'])

  expect(ended.code).toBe(0)
  expect(JSON.parse(ended.stdout)).toEqual([
    { id: expect.any(String), path: `${shot}:final`, from: before, to: 'WIP', result: 'planned' },
  ])
  expect(ended.stderr).toBe('Would change 1 of 1 task. Nothing was changed.\n')
  expect(await statusOf(`${shot}:final`)).toBe(before)
})

test('set-status reports each task’s outcome, and undo reverts all but what somebody else has changed since', async () => {
  const target = 'kettle-crow/episode-1/kc101/*:final'
  const before = await cli.list(['task', 'list', target])
  const set = await cli.run(['task', 'set-status', 'client', target, '--json'])
  const operation = /undo (\S+)\n$/.exec(set.stderr)?.[1] ?? ''
  const again = await cli.run(['task', 'set-status', 'CLIENT', target, '--json'])
  const other = String(before[0]?.['path'])
  await cli.run(['task', 'set-status', 'WIP', other])
  const undone = await cli.run(['undo', operation, '--json'])
  const after = await cli.list(['task', 'list', target])

  expect(set.code).toBe(0)
  const results = JSON.parse(set.stdout) as { from: string; result: string }[]
  expect(results.map(({ from, result }) => [from, result])).toEqual(
    before.map(({ status }) => [status, status === 'CLIENT' ? 'unchanged' : 'changed']),
  )
  expect(again).toMatchObject({ code: 0, stderr: 'Changed none of 9 tasks.\n' })
  expect(undone.code).toBe(3)
  expect(
    (JSON.parse(undone.stdout) as { result: string }[]).filter(({ result }) => result === 'conflict'),
  ).toHaveLength(1)
  expect(after.map(({ path, status }) => [path, status])).toEqual(
    before.map(({ path, status }) => [path, path === other ? 'WIP' : status]),
  )
})

test('targets are read from standard input as ids, paths or lines of JSON', async () => {
  const listed = await cli.run(['task', 'list', 'sq020/*:grading', '--ndjson'])
  const byJson = await cli.spawn(['task', 'priority', '7', '-', '--json'], { input: listed.stdout })
  const byPath = await cli.spawn(['task', 'priority', '8', '-', '--json'], {
    input: `${shot}:final\n${shot}:grading\n`,
  })
  const empty = await cli.spawn(['task', 'priority', '8', '-'], { input: '\n' })

  expect((JSON.parse(byJson.stdout) as unknown[]).length).toBe(10)
  expect(byJson.code).toBe(0)
  expect((JSON.parse(byPath.stdout) as { path: string }[]).map(({ path }) => path)).toEqual([
    `${shot}:grading`,
    `${shot}:final`,
  ])
  expect(empty).toMatchObject({ code: 2, stderr: expect.stringContaining('Standard input names no task.') })
})

test('assignee, due date and estimate are set and cleared', async () => {
  const target = `${shot}:grading`
  const read = async () => (await cli.list(['task', 'list', target]))[0]
  await cli.run(['task', 'assign', 'Priya Raman', target])
  await cli.run(['task', 'due', '2027-02-03', target])
  await cli.run(['task', 'estimate', '7,5', target])
  const set = await read()
  await cli.run(['task', 'due', 'none', target])
  await cli.run(['task', 'estimate', 'none', target])
  const taken = await read()
  await cli.run(['undo', 'last'])
  await cli.run(['undo', 'last'])

  expect(set).toMatchObject({ assignee: 'Priya Raman', due: '2027-02-03', estimatedHours: 7.5 })
  expect(taken).toMatchObject({ due: null, estimatedHours: null })
  expect(await read()).toMatchObject({ due: '2027-02-03', estimatedHours: 7.5 })
})

test('large changes ask for confirmation, at a terminal only, and very large ones for the count', async () => {
  const many = ['task', 'priority', '5', 'sq030/*']
  const piped = await cli.run(many)
  const refused = await cli.runInTerminal(many, { keys: [{ after: /\[y\/N\] /, type: 'n\r' }] })
  const accepted = await cli.runInTerminal([...many, '--quiet'], { keys: [{ after: /\[y\/N\] /, type: 'y\r' }] })
  const veryMany = await cli.run(['task', 'priority', '6', '--where', 'disabled=no', '--yes'])

  expect(piped.code).toBe(2)
  expect(piped.stderr).toMatch(/This changes \d+ tasks\. No prompt is possible here\.\nPass --yes to continue\.\n$/)
  expect(refused.code).toBe(130)
  expect(refused.stdout).toContain('Nothing was changed.')
  expect(accepted.code).toBe(0)
  expect(await cli.list(['task', 'list', 'sq030/*', '--where', 'priority!=5 disabled=no'])).toEqual([])
  expect(veryMany.code).toBe(2)
  expect(veryMany.stderr).toMatch(/Pass --confirm \d{3,4} to continue\./)
})

test('a role that cannot change tasks is told, with exit code 5', async () => {
  await cli.login('henrik.lund')
  const ended = await cli.run(['task', 'set-status', 'WFA', 'kettle-crow/episode-2/*/*:storyboard', '--yes'])
  await cli.login('mei.tanaka')

  expect(ended.code).toBe(5)
  expect(ended.stderr).toContain('Your role may not change tasks')
})

test.each(['--json=nope', '--json --csv'])('%s is refused before a task is changed', async (wrong) => {
  const task = 'sequences/sq010/sq010-sh0020:layout'
  const [before] = await cli.list(['task', 'list', task])
  const priority = before?.['priority'] === 5 ? 6 : 5
  const { code } = await cli.run(['task', 'priority', String(priority), task, ...wrong.split(' ')])

  expect(code).toBe(2)
  expect(await cli.list(['task', 'list', task])).toEqual([before])
})
