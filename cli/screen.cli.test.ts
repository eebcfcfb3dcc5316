import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const target = 'sq030/sq030-sh0010:lighting'
const statusOf = async (): Promise<unknown> => (await cli.list(['task', 'list', target]))[0]?.['status']
const enter = '\r'
const controlC = '\u0003'

test('the screen picks a space, filters, selects, sets a status, undoes it and restores the terminal', async () => {
  const before = await statusOf()
  const ended = await cli.runInTerminal([], {
    keys: [
      { after: /which space\?/, type: 'sequences' },
      { after: /filter: sequences/, type: enter },
      { after: /(\d+) of \1 tasks · 0/, type: 'sq030_sh0010,lighting' },
      { after: /[^\d]1 of \d+ tasks/, type: ' ' },
      { after: /1 selected/, type: enter },
      { after: /Status of 1 task/, type: 'client' },
      { after: /filter: client/, type: enter },
      { after: /Changed 1 task\./, type: '\u001a' },
      { after: /Undone: Set status/, type: controlC },
    ],
  })
  const during = await statusOf()

  expect(ended.code).toBe(0)
  expect(during).toBe(before)
  // Switched to the alternate screen and back, with the cursor shown again.
  expect(ended.stdout).toContain('\u001b[?1049h')
  expect(ended.stdout.lastIndexOf('\u001b[?1049l')).toBeGreaterThan(ended.stdout.lastIndexOf('\u001b[?1049h'))
  expect(ended.stdout.lastIndexOf('\u001b[?25h')).toBeGreaterThan(ended.stdout.lastIndexOf('\u001b[?25l'))
})

test('changes on the screen reach the server, and changes on the server appear on the screen', async () => {
  const other = 'sq030/sq030-sh0020:lighting'
  const before = await statusOf()
  const next = before === 'DONE' ? 'WFA' : 'DONE'
  const [task] = await cli.list(['task', 'list', other])
  const seen = task?.['status'] === 'CLIENT' ? 'WIP' : 'CLIENT'
  const screen = cli.runInTerminal(['screen', '--space', 'sequences'], {
    keys: [
      { after: /(\d+) of \1 tasks · 0 selected · live/, type: 'sq030,lighting' },
      { after: /filter: sq030,lighting/, type: enter },
      { after: /Status of 1 task/, type: next.toLowerCase() },
      { after: new RegExp(`filter: ${next.toLowerCase()}`), type: enter },
      { after: new RegExp(`Changed 1 task[^]*sq030_sh0020 +Lighting[^\\n]*${seen}`), type: controlC },
    ],
  })
  await expect.poll(statusOf, { timeout: 60_000 }).toBe(next)
  const changed = await cli.run(['task', 'set-status', seen, other, '--quiet'])
  const ended = await screen

  expect([changed.code, ended.code]).toEqual([0, 0])
})

test('without a terminal plain studio-cli prints the help, and the screen command is refused', async () => {
  const alone = await cli.run([])
  const asked = await cli.run(['screen'])

  expect(alone.code).toBe(2)
  expect(alone.stderr).toContain('Usage: studio-cli')
  expect(alone.stdout + asked.stdout).toBe('')
  expect(asked).toMatchObject({
    code: 2,
    stderr: expect.stringContaining('The screen needs an interactive terminal.'),
  })
})

test('a terminal that cannot draw gets the help instead', async () => {
  const { code, stdout } = await cli.runInTerminal([], { env: { TERM: 'dumb' } })

  // As without a terminal: no command was given.
  expect(code).toBe(2)
  expect(stdout).toContain('Usage: studio-cli')
  expect(stdout).not.toContain('\u001b[')
})
