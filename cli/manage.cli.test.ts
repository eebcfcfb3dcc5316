import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

type Row = Record<string, unknown>

/** Returns the one record that a successful command printed. */
async function record(...args: string[]): Promise<Row> {
  const ended = await cli.run([...args, '--json', '--quiet'])
  if (ended.code !== 0) throw new Error(ended.stderr)
  return JSON.parse(ended.stdout) as Row
}

const names = async (...args: string[]): Promise<unknown[]> => (await cli.list(args)).map(({ name }) => name)

test('a project is created, renamed, archived and deleted, each with undo', async () => {
  const created = await record('project', 'create', 'Harbour Lights', '--description', 'A short')
  await record('project', 'rename', 'harbour-lights', 'Harbour Nights')
  await record('project', 'archive', 'Harbour Nights')
  const [archived] = await cli.list(['project', 'list', '--project', 'harbour-lights'])
  await cli.run(['undo', 'last'])
  await cli.run(['undo', 'last'])
  const [restored] = await cli.list(['project', 'list', '--project', 'harbour-lights'])
  const asked = await cli.run(['project', 'delete', 'harbour-lights'])
  const deleted = await record('project', 'delete', 'harbour-lights', '--yes')
  const gone = await names('project', 'list')
  await cli.run(['undo', String(deleted['operation'])])
  const back = await names('project', 'list')
  await cli.run(['undo', String(created['operation'])])

  expect(created).toMatchObject({ name: 'Harbour Lights', slug: 'harbour-lights' })
  expect(archived).toMatchObject({ name: 'Harbour Nights', active: false })
  expect(restored).toMatchObject({ name: 'Harbour Lights', active: true, description: 'A short' })
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining('Pass --yes to continue.') })
  expect(gone).not.toContain('Harbour Lights')
  expect(back).toContain('Harbour Lights')
  expect(await names('project', 'list')).not.toContain('Harbour Lights')
})

test('a single-value flag given twice is refused', async () => {
  const create = ['space', 'create', 'Twice', '--project', 'the-salt-road']
  const ended = await cli.run([...create, '--stages', 'layout', '--stages', 'anim'])

  expect(ended.code).toBe(2)
  expect(ended.stderr).toContain('--stages was given twice.')
  expect(ended.stderr).toContain('separate them by commas')
  expect(await names('space', 'list', '--project', 'the-salt-road')).not.toContain('Twice')
  // A repeatable flag may be.
  const listed = await cli.run([
    'task',
    'list',
    '--project',
    'the-salt-road',
    '--where',
    'status=WIP',
    '--where',
    'stage=anim',
  ])
  expect(listed.code).toBe(0)
})

test('the only space need not be named; with several, one must be', async () => {
  await record('project', 'create', 'One Room')
  const project = ['--project', 'one-room']
  const none = await cli.run(['collection', 'create', 'SQ1', ...project])
  await record('space', 'create', 'Shots', ...project, '--stages', 'anim')
  await record('collection', 'create', 'SQ1', ...project)
  const made = await cli.run(['item', 'create', ...project, '--collection', 'SQ1', 'sh010'])
  await record('space', 'create', 'Props', ...project, '--stages', 'anim')
  const refused = await cli.run(['item', 'create', ...project, '--collection', 'SQ1', 'sh020'])
  const anywhere = await cli.run(['collection', 'create', 'SQ1'])

  expect(none).toMatchObject({ code: 6, stderr: expect.stringContaining('There is no space') })
  expect(made.code).toBe(0)
  expect(refused).toMatchObject({
    code: 2,
    stderr: expect.stringMatching(/In which space\?\nPass --space, one of shots, props\./),
  })
  expect(anywhere.stderr).toMatch(/Pass --space, one of [a-z-]+\/[a-z-]+, /)
})

test('a space with stages and a collection is created, and undoing a deletion restores its content', async () => {
  const project = ['--project', 'the-salt-road']
  await record('space', 'create', 'Pickups', ...project, '--stages', 'layout,anim', '--statuses', 'WIP,DONE')
  const inSpace = [...project, '--space', 'pickups']
  const collection = await record('collection', 'create', 'PU010', ...inSpace)
  await record('collection', 'rename', 'PU010', 'PU020', ...inSpace)
  await cli.run(['item', 'create', 'sh0010', ...inSpace, '--collection', 'PU020'])
  const tasks = await cli.list(['task', 'list', ...inSpace])
  await record('collection', 'delete', 'PU020', ...inSpace, '--yes')
  const without = await cli.list(['collection', 'list', ...inSpace])
  await cli.run(['undo', 'last'])
  const [back] = await cli.list(['collection', 'list', ...inSpace])
  const twice = await cli.run(['collection', 'create', 'pu020', ...inSpace])
  await record('space', 'rename', 'the-salt-road/pickups', 'Retakes')
  const [space] = await cli.list(['space', 'list', ...inSpace])
  await record('space', 'delete', 'pickups', ...project, '--yes')

  expect(space).toMatchObject({ name: 'Retakes', slug: 'pickups', stages: ['Layout', 'Animation'] })
  expect(tasks.map(({ stage }) => stage)).toEqual(['Layout', 'Animation'])
  expect(without).toEqual([])
  expect(back).toMatchObject({ id: collection['id'], name: 'PU020', items: 1 })
  expect(twice).toMatchObject({ code: 2, stderr: expect.stringContaining('The collection "pu020" already exists.') })
  expect(await names('space', 'list', ...project)).not.toContain('Retakes')
})

test('tasks are planned on the timeline, blocks moved and removed, each with undo', async () => {
  const target = 'the-salt-road/sequences/sq010/sq010-sh0010:fx'
  const plan = await cli.run([
    'timeline',
    'plan',
    target,
    '--artist',
    'me',
    '--start',
    '2027-05-03',
    '--days',
    '2.5',
    '--json',
  ])
  const [planned] = JSON.parse(plan.stdout) as Row[]
  const id = String(planned?.['id'])
  const range = ['--artist', 'me', '--from', '2027-05-01', '--to', '2027-05-31']
  const listed = await cli.list(['timeline', 'list', ...range])
  await cli.run(['timeline', 'move', id, '--start', '2027-05-10', '--artist', 'Priya Raman'])
  const [moved] = await cli.list([
    'timeline',
    'list',
    '--from',
    '2027-05-10',
    '--to',
    '2027-05-10',
    '--artist',
    'Priya Raman',
  ])
  await cli.run(['undo', 'last'])
  const [back] = await cli.list(['timeline', 'list', ...range])
  await cli.run(['timeline', 'delete', id])
  const without = await cli.run(['timeline', 'list', ...range])

  expect(listed).toMatchObject([
    { path: target, artist: 'Mei Tanaka', start: '2027-05-03', end: '2027-05-05', days: 2.5 },
  ])
  expect(moved).toMatchObject({ id, start: '2027-05-10', artist: 'Priya Raman' })
  expect(back).toMatchObject({ id, start: '2027-05-03', artist: 'Mei Tanaka' })
  expect(without).toMatchObject({ code: 0, stdout: '' })
})

test('a lead invites people and assigns roles within the studio’s rules', async () => {
  const invited = await cli.run(['member', 'invite', '--days', '3', '--json'])
  const [invite] = await cli.list(['member', 'invites'])
  await cli.run(['member', 'revoke-invite', String(invite?.['id'])])
  const role = await cli.run(['member', 'role', 'Priya Raman', 'admin'])
  const archived = await cli.run(['member', 'archive', 'Priya Raman'])
  const [last] = (await cli.list(['member', 'list'])).toReversed()
  await cli.run(['member', 'restore', 'Priya Raman'])

  expect(JSON.parse(invited.stdout)).toMatchObject({ link: expect.stringMatching(/\/invite\/[0-9a-f]{24}$/) })
  expect((await cli.list(['member', 'invites']))[0]).toMatchObject({ id: invite?.['id'], valid: false })
  expect(role.code).not.toBe(0)
  expect(archived.code).toBe(0)
  expect(last).toMatchObject({ name: 'Priya Raman', archived: true })
})

test('two kinds cannot share a name, and an invalid formula is not saved', async () => {
  const before = await names('kind', 'list')
  const refused = await Promise.all([
    cli.run(['kind', 'create', ' pROP']),
    cli.run(['kind', 'set', 'set', '--name', 'prop']),
    cli.run(['field', 'create', 'Twice', '--kind', 'formula', '--formula', '1 +']),
  ])

  expect(refused.map(({ code, stderr }) => [code === 0, stderr])).toEqual([
    [false, expect.stringContaining('There is already a kind "Prop"')],
    [false, expect.stringContaining('There is already a kind "Prop"')],
    [false, expect.stringContaining('Twice: Something is missing at the end')],
  ])
  expect(await names('kind', 'list')).toEqual(before)
})
