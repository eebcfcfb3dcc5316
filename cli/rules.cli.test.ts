import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

test('a rule is created from a template, tried, changed in the syntax it is listed in, and deleted', async () => {
  const made = await cli.run(['rule', 'create', 'Next stage', '--template', 'start-next-stage', '--json'])
  const [listed] = await cli.list(['rule', 'list'])
  const tried = await cli.run(['rule', 'dry-run', 'next stage'])
  const actions = Array.isArray(listed?.['actions']) ? listed['actions'].map(String) : []
  const same = ['--when', String(listed?.['when']), ...actions.flatMap((action) => ['--then', action])]
  const condition = ['--if', 'next.status != "DONE"', '--state', 'on', '--json']
  const changed = await cli.run(['rule', 'set', 'Next stage', ...same, ...condition])
  const wrong = await cli.run(['rule', 'set', 'Next stage', '--if', 'nxt.status == "DONE"'])
  const unknown = await cli.run(['rule', 'create', 'x', '--when', 'status becomes GONE', '--then', 'comment "x"'])
  const log = await cli.run(['rule', 'log', 'Next stage'])
  const deleted = await cli.run(['rule', 'delete', 'Next stage', '--yes'])

  expect(made).toMatchObject({ code: 0, stderr: expect.stringContaining('It is off.') })
  expect(listed).toMatchObject({ name: 'Next stage', when: 'status becomes done', state: 'off', fired: 0 })
  expect(tried).toMatchObject({ code: 0, stderr: expect.stringMatching(/would have fired \d+ times in 30 days/) })
  expect(JSON.parse(changed.stdout)).toMatchObject({ state: 'on', if: 'next.status != "DONE"', actions })
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean next?') })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no status GONE.') })
  expect(log.code).toBe(0)
  expect(deleted.code).toBe(0)
  expect(await cli.list(['rule', 'list'])).toEqual([])
})
