import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli, type Ended } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  for (const name of ['Library', 'Shots', 'Copy'])
    await cli.run(['space', 'create', name, '--project', 'kettle-crow', '--stages', 'layout,anim', '--quiet'])
})
afterAll(async () => await cli.close())

const into = (space: string) => ['--project', 'kettle-crow', '--space', space]

async function bring(name: string, space: string, content: string): Promise<readonly Ended[]> {
  writeFileSync(path.join(cli.folder, name), content)
  const planned = await cli.run(['import', 'plan', name, ...into(space), '--json'])
  return [planned, await cli.run(['import', 'apply', `${name}.plan.json`, '--yes', '--json', '--skip-conflicts'])]
}

const exported = async (space: string): Promise<string> => (await cli.run(['export', 'items', ...into(space)])).stdout

test('assets, shots and Kitsu’s casting are imported and exported unchanged, and undo removes the links', async () => {
  await bring('assets.csv', 'library', 'Type,Name\nCharacters,Ibis\nProps,Zeppelin\nProps,Ibis\n')
  const [, shots] = await bring('shots.csv', 'shots', 'Sequence,Name,Cast\nSQ010,SH0010,Zeppelin:2\nSQ010,SH0020,\n')
  const casting =
    'Project,Episode,Parent,Name,Asset Type,Asset,Occurences,Label\n' +
    'Kettle,,SQ010,SH0010,Characters,Ibis,3,left\nKettle,,SQ010,SH0020,Props,Ibis,,\n'
  const before = await exported('shots')
  const [planned, applied] = await bring('casting.csv', 'shots', casting)
  const after = await exported('shots')
  const links = await cli.list(['link', 'list', ...into('shots')])
  const again = await bring('casting.csv', 'shots', casting)
  const [copied] = await bring('copy.csv', 'copy', after)
  const copy = await exported('copy')
  await cli.run(['undo', 'last'])
  const undone = await cli.run(['undo', 'last'])

  expect(shots?.stderr).toContain('Imported into Shots')
  expect(shots?.code).toBe(0)
  expect(before).toContain(',Zeppelin:2,')
  expect(planned?.stderr).toContain('Casts: 2 links created, 0 changed.')
  expect(applied?.code).toBe(0)
  expect(after).toContain('"Characters/Ibis:3 ""left"", Zeppelin:2"')
  expect(links.map(({ count, label }) => [count, label])).toEqual(
    expect.arrayContaining([
      [2, ''],
      [3, 'left'],
      [1, ''],
    ]),
  )
  expect(again[0]?.stderr).toContain('0 new, 0 changed, 2 unchanged, 0 in conflict.')
  expect(copied?.code).toBe(0)
  expect(copy).toBe(after)
  expect(undone.code).toBe(0)
  expect(await exported('shots')).toBe(before)
})

test('conditions and formulas find linked items in any space', async () => {
  await cli.run(['link', 'set', 'shots/sq010/sh0020', 'Zeppelin:3'])
  await cli.run(['field', 'create', 'Pieces', '--kind', 'formula', '--formula', 'sum(cast, x, x.count)'])
  const named = async (noun: string, condition: string): Promise<readonly unknown[]> => {
    const rows = await cli.list([
      noun,
      'list',
      ...(noun === 'item' ? into('shots') : into('library')),
      '--where',
      condition,
    ])
    return rows.map(({ name, item }) => name ?? item)
  }

  expect(await named('item', 'exists(cast, x, x.name == "Zeppelin" && x.count > 2)')).toEqual(['SH0020'])
  expect(await named('item', 'pieces == 2 && !all(cast, x, x.task("layout").done)')).toEqual(['SH0010'])
  expect(new Set(await named('task', 'size(used_in) == 2 && sum(used_in, x, x.pieces) == 5'))).toEqual(
    new Set(['Zeppelin']),
  )
  const wrong = await cli.run(['item', 'list', ...into('shots'), '--where', 'cast.frames > 2'])
  expect(wrong.stderr).toContain('--where: a list has no frames.')
})
