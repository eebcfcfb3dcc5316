import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(async () => await cli.close())

const shot = ['--project', 'the-salt-road', '--space', 'sequences', '--json']
const read = async () => {
  const fields = (await cli.list(['field', 'list'])).filter(({ key }) => key === 'rate')
  const items = await cli.list(['item', 'list', ...shot])
  const one = items.find(({ name }) => name === 'sq010_sh0010')
  return [fields.map(({ name, readBy }) => [name, readBy]), one?.['fields.rate']]
}

test('a field only leads may read is hidden from members until reading is opened to all', async () => {
  await cli.login('mei.tanaka')
  const made = await cli.run(['field', 'create', 'Rate', '--kind', 'number', '--read-by', 'lead'])
  const set = await cli.run(['item', 'set', 'the-salt-road/sequences/sq010/sq010-sh0010', '--field', 'rate=420'])
  const ofOwner = await read()
  await cli.login('jonas.weber')
  const ofMember = await read()
  const asked = await cli.run(['item', 'list', ...shot, '--where', 'rate > 1'])
  await cli.login('mei.tanaka')
  const opened = await cli.run(['field', 'set', 'rate', '--read-by', 'all'])
  await cli.login('jonas.weber')

  expect([made.code, set.code, opened.code]).toEqual([0, 0, 0])
  expect(ofOwner).toEqual([[['Rate', 'lead']], 420])
  expect(ofMember).toEqual([[], undefined])
  expect(asked.code).not.toBe(0)
  expect(await read()).toEqual([[['Rate', '']], 420])
})
