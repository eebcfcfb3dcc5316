import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const where = ['--where', 'stage=anim done=no', '--where', 'like(item, "sq060*")']
const listTasks = async () => new Set((await cli.list(['task', 'list', ...where])).map(({ id }) => id))
const listBlocks = async (...more: readonly string[]) => await cli.list(['timeline', 'list', ...more])

test.each([['timeline', 'list'], ['timesheet', 'report', '--by', 'stage'], ['timesheet', 'export'], ['feed']])(
  'a condition filters %s %s by task, and an invalid one is reported',
  async (...command) => {
    const from = command[0] === 'timesheet' ? ['--from', '2020-01-01'] : []
    const all = await cli.list([...command, ...from])
    const some = await cli.list([...command, ...from, '--where', 'stage=anim'])
    const none = await cli.run([...command, ...from, '--where', 'stage=nothing'])
    const wrong = await cli.run([...command, ...from, '--where', 'stag == "Animation"'])

    expect(some.length).toBeGreaterThan(0)
    expect(
      some.every((row) => ('stage' in row ? row['stage'] === 'Animation' : String(row['path']).endsWith(':animation'))),
    ).toBe(true)
    expect(all.length).toBeGreaterThanOrEqual(some.length)
    expect([none.code, wrong.code]).toEqual([0, 2])
    expect(wrong.stderr).toContain('--where')
  },
)

test('blocks are planned, moved and removed by task conditions, but only after confirmation', async () => {
  const tasks = await listTasks()
  const plan = ['timeline', 'plan', ...where, '--artist', 'me', '--start', '2031-01-06']
  const unsaid = await cli.run(plan)
  const planned = await cli.list([...plan, '--yes'])
  const moved = await cli.list(['timeline', 'move', ...where, '--start', '2031-02-03', '--days', '2', '--yes'])
  const nothing = await cli.run(['timeline', 'delete', '--where', 'stage=nothing', '--yes'])
  const both = await cli.run(['timeline', 'delete', 'abc', '--where', 'stage=anim', '--yes'])
  const neither = await cli.run(['timeline', 'plan', '--artist', 'me', '--start', '2031-01-06'])
  const rows = await listBlocks(...where)
  const deleted = await cli.list(['timeline', 'delete', ...where, '--yes'])
  const left = await listBlocks(...where, '--from', '2031-01-01')

  expect(tasks.size).toBeGreaterThan(1)
  expect(unsaid.code).not.toBe(0)
  expect(new Set(planned.map(({ taskId }) => taskId))).toEqual(tasks)
  expect(rows.map(({ start, days }) => [start, days])).toEqual(moved.map(() => ['2031-02-03', 2]))
  expect([nothing.code, both.code, neither.code]).toEqual([6, 2, 2])
  expect(deleted.length).toBe(rows.length)
  expect(left).toEqual([])
})

test('a watched feed continues with matching tasks only', async () => {
  const command = ['feed', '--watch', '--interval', '1', '--limit', '1', '--ndjson', '--where', 'stage=fx']
  const watching = cli.spawn(command, { killAt: /"stage":"FX"[^]*"stage":"FX"/ })
  let isOver = false
  void watching.then(() => (isOver = true))
  // The first line may be an older entry; the second is not.
  while (!isOver)
    for (const stage of ['anim', 'fx'])
      await cli.run(['comment', 'add', `the-salt-road/sequences/sq020/sq020-sh0060:${stage}`, 'Heard'])

  const lines = (await watching).stdout.trim().split('\n')
  expect(lines.length).toBeGreaterThan(1)
  expect(lines.filter((line) => !line.includes('"stage":"FX"'))).toEqual([])
})

test('items are deleted, moved and exported by condition, but only after confirmation', async () => {
  const space = ['--space', 'sequences']
  const some = [...space, '--where', 'like(name, "sq020*")']
  const found = await cli.list(['item', 'list', ...some])
  const ids = new Set(found.map(({ id }) => id))
  const idsIn = async (collection: string) =>
    new Set((await cli.list(['item', 'list', ...space, '--collection', collection])).map(({ id }) => id))
  const where = found[0]?.['collection']

  const sheet = await cli.run(['export', 'items', ...some])
  const dry = await cli.run(['item', 'delete', ...some, '--dry-run'])
  const unsaid = await cli.run(['item', 'move', ...some, 'sq010'])
  const before = await idsIn('sq010')
  const moved = await cli.run(['item', 'move', ...some, 'sq010', '--yes'])
  const there = await idsIn('sq010')
  const movedBack = await cli.run(['undo', String(/studio-cli undo (\S+)/.exec(moved.stderr)?.[1])])
  const deleted = await cli.run(['item', 'delete', ...some, '--yes'])
  const left = await cli.list(['item', 'list', ...some])
  const broughtBack = await cli.run(['undo', String(/studio-cli undo (\S+)/.exec(deleted.stderr)?.[1])])
  const both = await cli.run(['item', 'delete', 'sq020/sq020_sh0010', ...some, '--yes'])
  const nowhere = await cli.run(['item', 'move', 'sq020/sq020_sh0010'])
  // If one of two spaces has no such collection, no item is moved.
  const apart = await cli.run(['item', 'move', '--where', 'true', 'sq010', '--yes'])
  const nothing = await cli.run(['item', 'delete', ...space, '--where', 'name == "nobody"', '--yes'])

  expect(ids.size).toBeGreaterThan(1)
  expect(sheet.stdout.trimEnd().split('\n')).toHaveLength(ids.size + 1)
  expect([dry.code, dry.stderr.includes('Nothing was changed.')]).toEqual([0, true])
  expect(unsaid.code).not.toBe(0)
  expect(there).toEqual(new Set([...before, ...ids]))
  expect(left).toEqual([])
  expect([movedBack.code, broughtBack.code]).toEqual([0, 0])
  expect((await cli.list(['item', 'list', ...some])).map(({ id, collection }) => [id, collection])).toEqual(
    found.map(({ id }) => [id, where]),
  )
  expect([both.code, nowhere.code, nothing.code]).toEqual([2, 2, 6])
  expect(apart.code).not.toBe(0)
  expect(await idsIn('sq010')).toEqual(before)
})

test.each([
  [
    'space list',
    'layout == "grid" && size(stages) > 0',
    ({ layout, stages }) => layout === 'grid' && String(stages) !== '',
  ],
  [
    'collection list',
    'items > 4 && like(name, "sq*")',
    ({ items, name }) => Number(items) > 4 && /^sq/i.test(String(name)),
  ],
  ['view list', 'space != ""', ({ space }) => space !== ''],
  ['kind list', 'type == "asset"', ({ type }) => type === 'asset'],
  [
    'field list',
    'of == "item" && kind in ["number", "choice"]',
    ({ of, kind }) => of === 'item' && ['number', 'choice'].includes(String(kind)),
  ],
  ['stage list', 'size(waitsFor) > 0', ({ waitsFor }) => String(waitsFor) !== ''],
  ['status list', 'done', ({ done }) => done === true],
  ['member list', 'role == "lead" && !archived', ({ role, archived }) => role === 'lead' && archived !== true],
  ['member invites', 'valid && created >= "2020-01-01"', ({ valid }) => valid === true],
  ['review list', 'day > "2020-01-01" && !locked', ({ locked }) => locked !== true],
  ['studio list', 'slug == "northlight"', ({ slug }) => slug === 'northlight'],
  ['auth token list', 'expires > "2020-01-01"', ({ expires }) => expires !== null],
  ['studio service-account list', 'tokens == 0', ({ tokens }) => tokens === 0],
  ['rule list', 'fired > 3', ({ fired }) => Number(fired) > 3],
  ['webhook list', 'url == ""', ({ url }) => url === ''],
  ['report list', 'at == ""', ({ at }) => at === ''],
  ['operation list', 'undone', ({ undone }) => undone === true],
  ['upload list', 'missing > 0', ({ missing }) => Number(missing) > 0],
] satisfies readonly (readonly [string, string, (row: Record<string, unknown>) => boolean])[])(
  '`%s` is filtered by its own rows: %s',
  async (command, condition, isWanted) => {
    await cli.login('ingrid.solberg')
    const words = command.split(' ')
    const all = await cli.list(words)
    const some = await cli.list([...words, '--where', condition])
    const wrong = await cli.run([...words, '--where', 'nothingLikeThis == 1'])

    expect(some).toEqual(all.filter(isWanted))
    expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('There is no nothingLikeThis here') })
  },
)

test('events are filtered across pages of the log, and the cursor is that of the last page', async () => {
  await cli.login('mei.tanaka')
  await cli.run(['task', 'set-status', 'WFA', '--where', 'stage=anim done=no', '--yes'])
  const list = async (...more: readonly string[]) => {
    const { stdout, stderr } = await cli.run(['events', 'list', '--json', ...more])
    const lines = stdout.split('\n').filter((line) => line !== '')
    return { events: lines.map((line): Record<string, unknown> => JSON.parse(line)), stderr }
  }
  const wanted = ['--where', 'by == "Mei Tanaka" && status == "WFA"', '--where', 'stage == "Animation"']
  const all = await list('--limit', '5000', ...wanted)
  const two = await list('--limit', '2', ...wanted)
  const next = await list('--limit', '1', '--after', String(two.events[1]?.['seq']), ...wanted)
  const wrong = await cli.run(['events', 'watch', '--where', 'stag == "Animation"'])

  expect(all.events.length).toBeGreaterThan(2)
  expect(all.events.every(({ kind }) => kind === 'task.status_changed')).toBe(true)
  expect([...two.events, ...next.events]).toEqual(all.events.slice(0, 3))
  expect(two.stderr).toContain(`--after ${String(two.events[1]?.['seq'])}`)
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('did you mean stage') })
})
