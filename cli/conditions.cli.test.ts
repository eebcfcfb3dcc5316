import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const place = ['--project', 'the-salt-road', '--space', 'sequences']
const paths = (rows: readonly Record<string, unknown>[]) => rows.map(({ path }) => path)

test('`me` means the signed-in person: in fields, as assignee and in conditions', async () => {
  await cli.run(['field', 'create', 'Director', '--kind', 'person'])
  await cli.run(['item', 'set', 'sq010_sh0010', ...place, '--field', 'director=me'])

  const own = await cli.list(['item', 'list', ...place, '--where', 'director == me', '--json'])
  expect(own.map((item) => [item['name'], item['fields.director']])).toEqual([['sq010_sh0010', 'Mei Tanaka']])
  const named = await cli.list(['task', 'list', ...place, '--assignee', 'mei.tanaka@northlight.example', '--json'])
  expect(named.length).toBeGreaterThan(0)
  for (const asked of [
    ['--assignee', 'me'],
    ['--where', 'assignee=me'],
    ['--where', 'me in assignees'],
  ])
    expect(paths(await cli.list(['task', 'list', ...place, ...asked, '--json']))).toEqual(paths(named))
})

test('waits_for finds items and tasks with unfinished cast, and follows its status', async () => {
  const waiting = ['item', 'list', ...place, '--where', '"chr_ines" in waits_for', '--json']
  const shots = ['task', 'list', ...place, '--where', 'stage == "Lighting" && "chr_ines" in waits_for', '--json']
  await cli.run(['item', 'create', 'sq010_sh9990', ...place, '--collection', 'sq010'])
  await cli.run(['link', 'set', 'sq010_sh9990', ...place, 'chr_ines'])
  const asset = 'the-salt-road/assets/characters/chr-ines'
  const stages = ['--where', `item == "chr_ines"`]

  await cli.run(['task', 'set-status', 'TODO', ...stages, '--yes'])
  expect((await cli.list(waiting)).map(({ name }) => name)).toContain('sq010_sh9990')
  expect(paths(await cli.list(shots))).toContain('the-salt-road/sequences/sq010/sq010-sh9990:lighting')
  await cli.run(['task', 'set-status', 'DONE', ...stages, '--yes'])
  expect((await cli.list(waiting)).map(({ name }) => name)).not.toContain('sq010_sh9990')
  expect((await cli.list(['task', 'list', '--item', 'chr_ines', '--json'])).map(({ path }) => String(path))).toContain(
    `${asset}:rigging`,
  )
})

test('an invalid number and a link to itself are refused with the reason', async () => {
  const decimals = await cli.run(['field', 'create', 'Score', '--kind', 'number', '--decimals', 'two'])
  const self = await cli.run(['link', 'set', 'sq010_sh0010', ...place, 'sq010_sh0010'])
  const single = await cli.run(['item', 'list', ...place, '--where', 'effort = 5'])

  expect(decimals.stderr).toContain('--decimals must be a whole number from 0 to 6.')
  expect(self.stderr).toContain('sq010_sh0010 cannot be linked to itself.')
  expect(single.stderr).toContain('Use == to compare two values')
})

test('export items accepts a space by path', async () => {
  const whole = await cli.run(['export', 'items', '--space', 'the-salt-road/sequences'])
  expect([whole.stderr, whole.stdout]).toEqual(['', (await cli.run(['export', 'items', ...place])).stdout])
})

test('a saved view with a deleted field reports it under the view’s name', async () => {
  await cli.run(['field', 'create', 'Passing', '--kind', 'number'])
  await cli.run(['view', 'create', 'Soon', ...place, '--where', 'passing > 1'])
  await cli.run(['field', 'delete', 'passing', '--yes'])

  const listed = await cli.run(['item', 'list', ...place, '--view', 'Soon'])

  expect(listed.stderr).toContain('View "Soon": There is no passing here.')
})
