import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const optionsOf = async (key: string) =>
  (await cli.list(['field', 'list'])).flatMap((field) =>
    field['key'] === key ? [[field['options'], field['colors']]] : [],
  )

test('options get the given colours or generated ones, and keep them until changed', async () => {
  const options = ['--option', 'Easy=#22C55E', '--option', 'Hard = #e11', '--option', 'A=B']
  const made = await cli.run(['field', 'create', 'Difficulty', '--kind', 'choice', ...options, '--default', 'Hard'])
  const [first] = await optionsOf('difficulty')
  const set = await cli.run(['field', 'set', 'difficulty', '--option', 'Hard', '--option', 'Easy=#0ea5e9'])

  expect([made.code, set.code]).toEqual([0, 0])
  expect(first).toEqual([
    ['Easy', 'Hard', 'A=B'],
    ['#22c55e', '#ee1111', expect.stringMatching(/^#[0-9a-f]{6}$/)],
  ])
  expect(await optionsOf('difficulty')).toEqual([
    [
      ['Hard', 'Easy'],
      ['#ee1111', '#0ea5e9'],
    ],
  ])
})

test.each([
  ['Easy=#12345', '"#12345" is not a colour.'],
  ['Easy=#greenish', '"#greenish" is not a colour.'],
  ['=#22c55e', '"=#22c55e" names no option.'],
])('field create refuses option %s and creates nothing', async (option, message) => {
  const refused = await cli.run(['field', 'create', 'Wrong', '--kind', 'choices', '--option', option])

  expect([refused.code, refused.stderr]).toEqual([2, expect.stringContaining(message)])
  expect(await optionsOf('wrong')).toEqual([])
})
