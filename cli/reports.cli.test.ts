import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

test('makes a report, lists it, sends it at once and deletes it', async () => {
  const to = ['--url', 'https://farm.example/hours']
  const made = await cli.run(['report', 'create', 'Hours', '--on', 'weekdays', '--at', '8:30', ...to, '--json'])
  const sent = await cli.run(['report', 'send', 'hours'])
  const listed = await cli.list(['report', 'list'])
  const deleted = await cli.run(['report', 'delete', 'Hours', '--yes'])

  expect(JSON.parse(made.stdout)).toMatchObject({ name: 'Hours', of: 'week', on: 'weekdays', at: '08:30', state: 'on' })
  expect([sent.code, deleted.code]).toEqual([0, 0])
  expect(listed).toMatchObject([{ to: 'https://farm.example/hours', last: expect.stringMatching(/^(waiting|sent)/) }])
  expect(await cli.list(['report', 'list'])).toEqual([])
})

test('a webhook takes an expression, which is refused where it cannot be read, and lists it', async () => {
  const create = ['webhook', 'create', 'https://farm.example/done', '--name', 'done', '--where']
  const wrong = await cli.run([...create, 'done && stats == "DONE"'])
  const made = await cli.run([...create, 'done && stage == "Animation"', '--json'])

  expect(wrong).toMatchObject({
    code: 1,
    stderr: expect.stringContaining('cannot be read at character 9: There is no stats'),
  })
  expect(JSON.parse(made.stdout)).toMatchObject({ where: 'done && stage == "Animation"' })
  expect(await cli.list(['webhook', 'list'])).toMatchObject([{ where: 'done && stage == "Animation"' }])
  await cli.run(['webhook', 'delete', 'done', '--yes'])
})

test('exports are in the audit log', async () => {
  const [space] = await cli.list(['space', 'list', '--project', 'the-salt-road'])
  const place = ['--project', 'the-salt-road', '--space', String(space?.['slug'])]

  const exported = await cli.run(['export', 'items', ...place])
  const timesheet = await cli.run(['timesheet', 'export', '--from', '2026-01-01', '--to', '2026-01-31'])

  const log = await cli.run(['events', 'list', '--kind', 'export', '--json'])
  expect([exported.code, timesheet.code]).toEqual([0, 0])
  expect(log.stdout).toContain(`Items of ${String(space?.['name'])}`)
  expect(log.stdout).toContain('Timesheet 2026-01-01 to 2026-01-31')
})
