import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

// Sheets of other programs in a new studio, which has no fields and one person.

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  const { email, password, client } = await cli.host.admin.createUser(undefined, 'North')
  await client.rpc('create_studio', { p_name: 'North' })
  await cli.run(['login', '--email', email, '--password-stdin'], { input: `${password}\n` })
  await cli.run(['project', 'create', 'Film', '--quiet'])
  for (const space of ['French', 'Copy', 'Tree', 'Cells'])
    await cli.run(['space', 'create', space, '--project', 'film', '--quiet'])
})
afterAll(async () => await cli.close())

const into = (space: string) => ['--project', 'film', '--space', space]

/** Plans a file; returns what the plan says, and its rows as `new SQ010/SH010`. */
async function plan(name: string, space: string, lines?: readonly string[]) {
  if (lines !== undefined) writeFileSync(path.join(cli.folder, name), lines.join('\n'))
  const { stderr, stdout } = await cli.run(['import', 'plan', name, ...into(space), '--fields', 'all', '--json'])
  const rows = JSON.parse(stdout) as readonly {
    readonly kind: string
    readonly path: string
    left: readonly string[]
  }[]
  return {
    said: stderr,
    rows: rows.map(({ kind, path: at }) => `${kind} ${at}`),
    left: rows.flatMap(({ left }) => left),
  }
}
const apply = async (name: string): Promise<number | null> =>
  (await cli.run(['import', 'apply', `${name}.plan.json`, '--yes', '--quiet'])).code
async function exported(name: string, space: string): Promise<string> {
  await cli.run(['export', 'items', ...into(space), '--out', name])
  return readFileSync(path.join(cli.folder, name), 'utf8')
}

const french = [
  'Séquence;Plan;Image début;Image fin;Assigné à;Échéance;Remarque',
  'SQ010;P010;1001;1086;Mei Tanaka;2026-10-12;plus sombre',
  'SQ010;P020;1001;1040;;2026-10-31;',
]

test('a French sheet’s columns become fields that a second import and an export find again', async () => {
  await plan('plans.csv', 'french', french)
  const code = await apply('plans.csv')
  const again = await plan('plans.csv', 'french')
  const text = await exported('out.csv', 'french')
  await plan('out.csv', 'copy')
  await apply('out.csv')
  const fields = await cli.list(['field', 'list'])

  expect(code).toBe(0)
  expect(again.rows).toEqual([])
  expect(again.said).toContain('Nothing to do.')
  expect(text).toContain('Mei Tanaka,2026-10-12,plus sombre')
  expect(await exported('copy.csv', 'copy')).toBe(text)
  expect(fields.map(({ name }) => name)).toEqual(['Assigné à', 'Échéance', 'Remarque'])
})

test('ftrack’s tree brings shots with their tasks', async () => {
  const { rows } = await plan('tree.csv', 'tree', [
    'Name;Type;Link;Status',
    'sq010;Sequence;Film / sq010;',
    'sh010;Shot;Film / sq010 / sh010;',
    'Animation;Animation;Film / sq010 / sh010 / Animation;In progress',
  ])
  const code = await apply('tree.csv')
  const tasks = await cli.list(['task', 'list', ...into('tree')])

  expect([code, rows]).toEqual([0, ['new sq010/sh010']])
  expect(tasks).toMatchObject([{ stage: 'Animation', status: 'WIP' }])
})

test('a cell that does not fit its field stays out, and the rest of its row is imported', async () => {
  const { rows, left } = await plan('cells.csv', 'cells', [
    'Sequence,Shot,Échéance,Remarque',
    'SQ010,SH010,soon,ok',
    'SQ010,SH020,2026-11-01,late',
  ])
  const code = await apply('cells.csv')

  expect([code, rows]).toEqual([0, ['new SQ010/SH010', 'new SQ010/SH020']])
  expect(left).toEqual(['Échéance: “soon” is not a day such as 2026-12-24.'])
  expect(await exported('cells-out.csv', 'cells')).toMatch(/SH010,.*,,ok,[\s\S]*SH020,.*,2026-11-01,late,/)
})
