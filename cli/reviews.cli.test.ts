import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

const inProject = ['--project', 'the-salt-road']

test('tasks enter and leave a live session as they change, until it is locked', async () => {
  const [first, second] = await cli.list([
    'task',
    'list',
    ...inProject,
    '--where',
    'stage=anim',
    '--where',
    'status=WIP',
  ])
  const paths = [String(first?.['path']), String(second?.['path'])]
  const made = await cli.run(['review', 'create', 'Live', ...inProject, '--live', 'WFA in Animation', '--json'])
  const show = async () => (await cli.list(['review', 'show', 'Live'])).map((row) => String(row['path']))
  const before = await show()
  await cli.run(['task', 'set-status', 'WFA', ...paths, '--yes'])
  const both = await show()
  await cli.run(['task', 'set-status', 'WIP', String(paths[1]), '--yes'])
  const one = await show()
  await cli.run(['review', 'lock', 'Live'])
  await cli.run(['task', 'set-status', 'WIP', String(paths[0]), '--yes'])

  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Live', tasks: before.length })
  expect(before.every((each) => !paths.includes(each))).toBe(true)
  expect(both.toSorted()).toEqual([...before, ...paths].toSorted())
  expect(one.toSorted()).toEqual([...before, String(paths[0])].toSorted())
  expect(await show()).toEqual(one)
  const listed = await cli.list(['review', 'list', ...inProject])
  expect(listed.find(({ name }) => name === 'Live')).toMatchObject({ live: 'WFA in Animation', locked: true })
})

test('an unsupported live condition is refused with what to write', async () => {
  const late = await cli.run(['review', 'create', 'Late', ...inProject, '--live', 'WFA late'])
  const nowhere = await cli.run(['review', 'create', 'Late', '--live', 'WFA'])

  expect(late).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('A live review cannot follow what is late'),
  })
  expect(nowhere).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --project.') })
})

test('a cut becomes a session in its order, and missing shots are reported', async () => {
  const shots = await cli.list(['item', 'list', ...inProject, '--space', 'sequences'])
  const [one, two] = shots.map(({ name }) => String(name))
  const event = (number: number, name: string) =>
    `00${number}  AX V C 00:00:01:00 00:00:02:00 01:00:00:00 01:00:01:00\n* FROM CLIP NAME: ${name}.mov\n`
  writeFileSync(
    path.join(cli.folder, 'cut.edl'),
    `TITLE: CUT\n${event(1, String(two))}${event(2, 'nothing')}${event(3, String(one))}`,
  )
  const from = ['--cut', 'cut.edl', '--stage', 'anim', ...inProject, '--space', 'sequences']

  const rateless = await cli.run(['review', 'create', 'Cut', ...from])
  const made = await cli.run([
    'review',
    'create',
    'Cut',
    ...from,
    '--rate',
    '24',
    '--first-frame',
    '1001',
    '--kind',
    'cut',
  ])
  const shown = await cli.list(['review', 'show', 'Cut'])
  const both = await cli.run(['review', 'create', 'Cut', ...from, '--live', 'WFA'])

  expect(rateless).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --rate') })
  expect(made).toMatchObject({
    code: 0,
    stderr: expect.stringContaining('1 of the cut left out: nothing (line 4): there is no such shot.'),
  })
  expect(shown.map(({ path: place }) => String(place).split(/[/:]/).at(-2))).toHaveLength(2)
  expect(shown.map(({ cutIn, cutOut }) => [cutIn, cutOut])).toEqual([
    [1001, 1024],
    [1001, 1024],
  ])
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('A cut names the tasks') })
})

test('a session shows its deleted tasks and says what to do', async () => {
  const [task, other] = await cli.list(['task', 'list', ...inProject, '--where', 'stage=comp', '--where', 'status=WFA'])
  await cli.run(['review', 'create', 'Gone', String(task?.['path']), String(other?.['path'])])
  const [first, second] = await cli.list(['review', 'show', 'Gone'])
  const [review] = (await cli.list(['review', 'list'])).filter(({ name }) => name === 'Gone')
  const [newest] = await cli.list(['revision', 'list', String(task?.['path'])])
  const pin = [{ id: first?.['id'], kind: 'set', fields: { version_id: newest?.['id'] } }]
  const changed = `p_changes=${JSON.stringify(pin)}`
  const removal = (table: string, id: unknown) => ['api', 'delete_rows', `p_table=${table}`, `p_keys=["${String(id)}"]`]
  const pinned = await cli.run(['api', 'change_review', `p_session_id=${String(review?.['id'])}`, changed])
  await cli.run(removal('task_versions', newest?.['id']))
  await cli.run(removal('item_tasks', second?.['taskId']))

  const shown = await cli.list(['review', 'show', 'Gone'])
  const said = await cli.run(['review', 'show', 'Gone'])

  expect(pinned.code).toBe(0)
  expect([first, second].map((row) => row?.['problem'])).toEqual([null, null])
  expect(shown.map(({ problem }) => problem)).toEqual(['revision deleted', 'task deleted'])
  expect(said.stderr).toBe(
    'Revision deleted (1): open the session and choose “Show the newest revision”.\n' +
      'Task deleted (2): it stays in the session until it is removed there, or the task is restored.\n',
  )
})
