import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

test('a report is created, listed, sent at once and deleted', async () => {
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

test('a webhook’s expression is listed, and refused if it is invalid', async () => {
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

test('a report of a saved view is created and changed, and signed if it goes to a program', async () => {
  const place = ['--project', 'the-salt-road', '--space', 'Sequences']
  await cli.run(['view', 'create', 'Unfinished', ...place, '--where', 'frames > 0'])
  const made = await cli.run(['report', 'create', 'Morning', '--view', 'unfinished', '--url', 'mail', ...place])
  const to = ['--url', 'https://farm.example/rows', '--on', 'weekdays', '--json']
  const posted = await cli.run(['report', 'create', 'Morning', '--view', 'Unfinished', ...place, ...to])
  const changed = await cli.run([
    'report',
    'set',
    'morning',
    '--of',
    'day',
    '--at',
    '17:30',
    '--name',
    'Evening',
    '--json',
  ])
  const back = await cli.run(['report', 'set', 'Evening', '--view', 'Unfinished', '--state', 'off', '--json'])
  const shown = await cli.run(['report', 'secret', 'evening'])
  const renewed = await cli.run(['report', 'secret', 'evening', '--renew', '--json'])
  const wrong = await cli.run(['report', 'set', 'Evening', '--view', 'Finished', '--of', 'day'])

  expect(made.stderr).toContain('This installation sends no mail')
  expect(JSON.parse(posted.stdout)).toMatchObject({
    of: 'view',
    on: 'weekdays',
    secret: expect.stringMatching(/^whsec_/),
  })
  expect(JSON.parse(changed.stdout)).toMatchObject({
    name: 'Evening',
    of: 'day',
    at: '17:30',
    on: 'weekdays',
    secret: null,
  })
  expect(JSON.parse(back.stdout)).toMatchObject({ of: 'view', state: 'off' })
  expect(shown.stderr).toContain('A secret cannot be read again. Make another one with --renew.'.slice(0, 30))
  expect(JSON.parse(renewed.stdout)).toMatchObject({
    secret: expect.stringMatching(/^whsec_/),
    oldUntil: expect.any(String),
  })
  expect(wrong.stderr).toContain('Pass --of or --view, not both.')
  await cli.run(['report', 'delete', 'Evening', '--yes'])
})

test('a report whose saved view was deleted is listed as broken and sends only the reason', async () => {
  const place = ['--project', 'the-salt-road', '--space', 'Sequences']
  await cli.run(['view', 'create', 'Soon gone', ...place, '--where', 'frames > 0'])
  await cli.run(['report', 'create', 'Dailies', '--view', 'Soon gone', '--url', 'https://farm.example/rows', ...place])
  await cli.run(['view', 'delete', 'Soon gone', ...place, '--yes'])

  const listed = await cli.list(['report', 'list'])
  const sent = await cli.run(['report', 'send', 'Dailies'])

  expect(listed).toMatchObject([{ name: 'Dailies', state: 'broken: its saved view was deleted', last: null }])
  expect(sent.code).toBe(1)
  expect(sent.stderr).toContain(
    'The report was not sent: its saved view was deleted. Choose another view for it, or delete it',
  )
  expect(sent.stdout).toBe('')
  await cli.run(['report', 'delete', 'Dailies', '--yes'])
})

test('a webhook is changed and its secret renewed', async () => {
  await cli.run(['webhook', 'create', 'https://farm.example/done', '--name', 'done', '--kind', 'task'])
  const to = ['--url', 'https://farm.example/next', '--kind', 'comment', '--where', 'by != "Bot"', '--name', 'next']
  const changed = await cli.run(['webhook', 'set', 'done', ...to, '--json'])
  const all = await cli.run(['webhook', 'set', 'next', '--kind', 'all', '--where', '', '--state', 'off', '--json'])
  const wrong = await cli.run(['webhook', 'set', 'next', '--where', 'stats == "DONE"'])
  const renewed = await cli.run(['webhook', 'secret', 'next', '--renew', '--at-once', '--json'])

  expect(JSON.parse(changed.stdout)).toMatchObject({
    name: 'next',
    url: 'https://farm.example/next',
    kinds: ['comment'],
    where: 'by != "Bot"',
    state: 'on',
  })
  expect(JSON.parse(all.stdout)).toMatchObject({ kinds: [], where: '', state: 'off', url: 'https://farm.example/next' })
  expect(wrong).toMatchObject({ code: 1, stderr: expect.stringContaining('There is no stats') })
  expect(JSON.parse(renewed.stdout)).toMatchObject({ secret: expect.stringMatching(/^whsec_/), oldUntil: null })
  await cli.run(['webhook', 'delete', 'next', '--yes'])
})

test('exports appear in the audit log', async () => {
  const [space] = await cli.list(['space', 'list', '--project', 'the-salt-road'])
  const place = ['--project', 'the-salt-road', '--space', String(space?.['slug'])]

  const exported = await cli.run(['export', 'items', ...place])
  const timesheet = await cli.run(['timesheet', 'export', '--from', '2026-01-01', '--to', '2026-01-31'])

  const log = await cli.run(['events', 'list', '--kind', 'export', '--json'])
  expect([exported.code, timesheet.code]).toEqual([0, 0])
  expect(log.stdout).toContain(`Items of ${String(space?.['name'])}`)
  expect(log.stdout).toContain('Timesheet 2026-01-01 to 2026-01-31')
})
