import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const place = ['--project', 'the-salt-road', '--space', 'sequences']
const shot = 'the-salt-road/sequences/sq010/sq010-sh0010'
const listCast = async () => {
  const rows = await cli.list(['link', 'list', shot, '--json'])
  return rows.map(({ name, count, kind, label }) => [name, count, kind, label])
}

test('a link’s label is set, survives a change of count, and is removed by an empty text', async () => {
  await cli.run(['link', 'set', shot, 'prp_map:2', '--label', 'torn'])
  expect(await listCast()).toContainEqual(['prp_map', 2, 'cast', 'torn'])

  await cli.run(['link', 'set', shot, 'prp_map:5'])
  expect(await listCast()).toContainEqual(['prp_map', 5, 'cast', 'torn'])

  const emptied = await cli.run(['link', 'set', shot, 'prp_map:5', '--label', '', '--json=operation'])
  expect(await listCast()).toContainEqual(['prp_map', 5, 'cast', ''])
  await cli.run(['undo', String(JSON.parse(emptied.stdout).operation)])
  expect(await listCast()).toContainEqual(['prp_map', 5, 'cast', 'torn'])

  const long = await cli.run(['link', 'set', shot, 'prp_map', '--label', 'x'.repeat(201)])
  expect([long.code === 0, long.stderr]).toEqual([false, expect.stringContaining('at most 200 characters')])
  expect(await listCast()).toContainEqual(['prp_map', 5, 'cast', 'torn'])
})

test('casts are listed with names, whatever space the assets are in', async () => {
  const all = await cli.list(['link', 'list', ...place, '--json'])
  const some = await cli.list(['link', 'list', ...place, '--where', 'name == "sq010_sh0010"', '--json'])

  const byTitle = await cli.list(['link', 'list', 'Sequences/SQ010/sq010_sh0010', '--json'])

  expect(byTitle).toEqual(some)
  expect(all.filter(({ name }) => name === null)).toEqual([])
  expect(some.length).toBeGreaterThan(2)
  expect(all.length).toBeGreaterThan(some.length)
  expect(new Set(some.map(({ from }) => from))).toEqual(new Set([shot]))
})

test('comments and revisions are listed by task conditions, without naming tasks', async () => {
  const condition = ['--where', 'effort > 9', '--stage', 'animation']
  const comments = await cli.list(['comment', 'list', ...place, ...condition, '--json'])
  const revisions = await cli.list(['revision', 'list', ...place, ...condition, '--json'])
  const tasks = await cli.list(['task', 'list', ...place, ...condition, '--json'])

  const known = new Set(tasks.map(({ path }) => path))
  expect([comments, revisions].flat().filter(({ path }) => !known.has(path))).toEqual([])
  expect(tasks.length).toBeGreaterThan(1)
  expect((await cli.run(['comment', 'list', ...place])).stderr).toContain('Which tasks?')
})
