import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

type Event = { readonly seq: number; readonly operation_id: string }

async function changesOfStatus(): Promise<readonly Event[]> {
  const { stdout } = await cli.run(['events', 'list', '--kind', 'task.status_changed', '--limit', '5000', '--json'])
  const lines = stdout.split('\n').filter((line) => line !== '')
  return lines.map((line) => JSON.parse(line) as Event) // as the server sends them
}

test('an event is undone with everything done in its step, which is announced first', async () => {
  const before = await changesOfStatus()
  const set = await cli.run(['task', 'set-status', 'WFA', '--where', 'stage=anim done=no', '--yes'])
  const all = (await changesOfStatus()).slice(before.length)
  const made = all.filter((event) => event.operation_id === all[0]?.operation_id)
  const seq = String(made[0]?.seq)
  const asked = await cli.run(['events', 'undo', seq])
  const undone = await cli.run(['events', 'undo', seq, '--yes', '--json'])
  const again = await cli.run(['events', 'undo', seq, '--yes'])

  expect(set.code).toBe(0)
  expect(made.length).toBeGreaterThan(1)
  expect(asked).toMatchObject({ code: 2, stderr: expect.stringContaining(`This undoes ${made.length} changes`) })
  expect(JSON.parse(undone.stdout)).toEqual({ seq: made[0]?.seq, changed: made.length, skipped: 0 })
  expect(again).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be undone, or already was') })
})
