import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
  await cli.run(['field', 'create', 'Mood', '--kind', 'choice', '--option', 'Calm', '--option', 'Storm'])
  await cli.run(['field', 'create', 'Lens'])
})
afterAll(async () => await cli.close())

const items = ['item', 'list', '--space', 'assets']
const tasks = ['task', 'list']

test.each([
  [items, 'kind == "Charcter"', 'There is no kind "Charcter": did you mean "Character"?'],
  [items, 'mood != "Clam"', 'There is no Mood "Clam": did you mean "Calm"?'],
  [items, 'mood in ["Calm", "Sturm"]', 'There is no Mood "Sturm": did you mean "Storm"?'],
  [items, 'exists(tasks, t, t.stage == "Rigg")', 'There is no stage "Rigg"'],
  [tasks, 'status == "Aproved"', 'There is no status "Aproved"'],
  [tasks, 'code == "DNE"', 'There is no status code "DNE": did you mean "DONE"?'],
  [tasks, '"Mei Tanka" in assignees', 'There is no person "Mei Tanka": did you mean "Mei Tanaka"?'],
])('%s --where %s is refused and names what does not exist', async (command, where, told) => {
  const { code, stdout, stderr } = await cli.run([...command, '--where', where])

  expect(stderr).toContain(told)
  expect([code, stdout]).toEqual([2, ''])
})

test.each([
  [items, 'lens == "Charcter"'],
  [items, 'kind == mood'],
  [items, 'kind == "Character" || mood == "Calm"'],
  [items, 'has(kind) && name == "nothing of the kind"'],
  [tasks, 'item == "typo" || "Mei Tanaka" in assignees'],
])('%s --where %s is accepted as it is', async (command, where) => {
  const { code, stderr } = await cli.run([...command, '--where', where])

  expect([code, stderr.includes('There is no')]).toEqual([0, false])
})

test('a formula with an unknown name is saved and evaluated', async () => {
  const made = await cli.run(['field', 'create', 'Is it', '--kind', 'formula', '--formula', 'mood == "Clam"'])
  const listed = await cli.run([...items, '--where', 'is_it'])

  expect([made.code, listed.code, listed.stderr.includes('There is no')]).toEqual([0, 0, false])
})

const rule = ['rule', 'create', 'Told', '--when', 'status changes', '--then', 'comment "x"', '--if']
const webhook = ['webhook', 'create', 'https://farm.example/names', '--where']

test.each([
  [rule, 'kind == "Charcter"', '--if: There is no kind "Charcter": did you mean "Character"?'],
  [rule, 'status == "Aproved"', '--if: There is no status "Aproved"'],
  [webhook, 'kind == "Charcter"', '--where: There is no kind "Charcter": did you mean "Character"?'],
  [webhook, 'mood == "Clam"', '--where: There is no Mood "Clam": did you mean "Calm"?'],
])('%s %s is refused and names what does not exist', async (command, text, told) => {
  const { code, stdout, stderr } = await cli.run([...command, text])

  expect(stderr).toContain(told)
  expect([code, stdout]).toEqual([2, ''])
})

test('rules and webhooks accept a known kind and refuse an unknown one; other changes need no valid condition', async () => {
  const made = await cli.run([...rule, 'kind == "Character"'])
  const told = await cli.run([...webhook, 'kind == "Character"'])
  const wrong = await cli.run(['rule', 'set', 'Told', '--if', 'kind == "Charcter"'])
  const elsewhere = await cli.run(['webhook', 'set', 'farm.example', '--where', 'kind == "Charcter"'])
  const renamed = await cli.run(['rule', 'set', 'Told', '--name', 'Told again'])

  expect([made.code, told.code, wrong.code, elsewhere.code, renamed.code]).toEqual([0, 0, 2, 2, 0])
})

test('events list accepts a name that no longer exists and mentions it', async () => {
  const list = (where: string) => cli.run(['events', 'list', '--limit', '1', '--where', where])
  const [strange, known] = [await list('status == "Donne"'), await list('stage == "Layout"')]

  expect([strange.code, strange.stderr]).toEqual([
    0,
    expect.stringContaining('--where: There is no status "Donne": did you mean "DONE"?'),
  ])
  expect([known.code, known.stderr.includes('There is no')]).toEqual([0, false])
})

test('a did-you-mean question ends with its own question mark', async () => {
  const { stderr } = await cli.run([...rule, 'stattus == "DONE"'])

  expect(stderr).toContain('did you mean status?\n')
})
