import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli, type Ended } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  for (const name of ['Bids', 'Copy'])
    await cli.run(['space', 'create', name, '--project', 'kettle-crow', '--stages', 'layout', '--quiet'])
  const make = ['field', 'create', 'Supplier', '--kind', 'choice', '--option', 'Inhouse', '--option', 'Acme']
  await cli.run([...make, '--quiet'])
})
afterAll(async () => await cli.close())

const into = (space: string) => ['--project', 'kettle-crow', '--space', space]

async function plan(name: string, cells: readonly string[], ...more: readonly string[]): Promise<Ended> {
  const rows = cells.map((cell, at) => `sq010,sh0${at + 1}0,Wide,${cell}`).join('\n')
  writeFileSync(path.join(cli.folder, name), `Collection,Name,Description,Supplier\n${rows}\n`)
  return await cli.run(['import', 'plan', name, ...into('bids'), '--json', ...more])
}

const apply = async (file: string): Promise<Ended> =>
  await cli.run(['import', 'apply', `${file}.plan.json`, '--yes', '--json'])

async function listOptions(): Promise<unknown> {
  return (await cli.list(['field', 'list'])).find(({ key }) => key === 'supplier')?.['options']
}

test('missing list options are proposed, added if accepted, and removed by undo', async () => {
  const proposed = await plan('bids.csv', ['Northwind', 'acme', 'Acmee'])
  const planned = await plan('bids.csv', ['Northwind', 'acme', 'Acmee'], '--options', 'all')
  const applied = await apply('bids.csv')
  const again = await apply('bids.csv')
  const items = await cli.list(['item', 'list', ...into('bids'), '--where', 'supplier == "Northwind"'])
  const options = await listOptions()
  const undone = await cli.run(['undo', 'last'])

  expect(proposed.code).toBe(0)
  expect(proposed.stderr).toContain('Supplier could get 1 new option: Northwind (1 value).')
  expect(proposed.stderr).toContain("Plan again with --options all, or one by one: --option 'Supplier=Northwind'")
  expect(planned.stderr).toContain('Supplier gets 1 new option: Northwind (1 value).')
  expect(planned.stderr).toContain('Supplier has no option Acmee (1 value). Did you mean Acme?')
  expect([applied.code, again.stdout]).toEqual([0, applied.stdout])
  expect(items).toMatchObject([{ name: 'sh010' }])
  expect(options).toEqual(['Inhouse', 'Acme', 'Northwind'])
  expect(undone.code).toBe(0)
  expect(await listOptions()).toEqual(['Inhouse', 'Acme'])
})

test('an imported option used since stays when the import is undone', async () => {
  await plan('kept.csv', ['Sol', 'Luz'], '--option', 'supplier=sol', '--option', 'Supplier=Luz')
  const applied = await apply('kept.csv')
  const { operation } = JSON.parse(applied.stdout) as { readonly operation: string }
  const place = ['--project', 'kettle-crow', '--space', 'copy']
  await cli.run(['collection', 'create', 'sq010', ...place, '--quiet'])
  const made = await cli.run([
    'item',
    'create',
    'other',
    ...place,
    '--collection',
    'sq010',
    '--field',
    'supplier=Sol',
    '--quiet',
  ])
  const undone = await cli.run(['undo', operation, '--yes'])

  expect([made.code, undone.code]).toEqual([0, 0])
  expect(await listOptions()).toEqual(['Inhouse', 'Acme', 'Sol'])
})

test('two plans that add the same option create it once, and only the plan that created it removes it', async () => {
  await plan('one.csv', ['Wave'], '--options', 'all')
  await plan('two.csv', ['', 'wave', 'Wave 2'], '--options', 'all')
  const first = await apply('one.csv')
  const second = await apply('two.csv')
  const options = await listOptions()
  const items = await cli.list(['item', 'list', ...into('bids'), '--where', 'supplier == "Wave"'])

  expect([first.code, second.code]).toEqual([0, 0])
  expect(options).toEqual(['Inhouse', 'Acme', 'Sol', 'Wave', 'Wave 2'])
  expect(items).toHaveLength(2)
  await cli.run(['undo', 'last'])
  expect(await listOptions()).toEqual(['Inhouse', 'Acme', 'Sol', 'Wave'])
  await cli.run(['undo', 'last'])
  expect(await listOptions()).toEqual(['Inhouse', 'Acme', 'Sol'])
})

test('a misspelt option is read as the one named, or refused on its own', async () => {
  const flags = ['--options', 'all', '--option', 'Supplier=Acmee=acme', '--option', 'Supplier=Nobody=no']
  const planned = await plan('misspelt.csv', ['Acmee', 'Nobody', 'Moon'], ...flags)
  const kept = JSON.parse(readFileSync(path.join(cli.folder, 'misspelt.csv.plan.json'), 'utf8')) as {
    readonly options: readonly { readonly option: string; readonly state: string }[]
    readonly entries: readonly { readonly left: readonly string[] }[]
  }
  const applied = await apply('misspelt.csv')
  const items = await cli.list(['item', 'list', ...into('bids'), '--where', 'supplier == "Acme" || supplier == "Moon"'])

  expect([planned.code, applied.code]).toEqual([0, 0])
  expect(planned.stderr).toContain('Supplier: Acmee (1 value) is read as Acme.')
  expect(kept.options.map(({ option, state }) => [option, state])).toEqual([
    ['Acmee', 'same'],
    ['Nobody', 'refused'],
    ['Moon', 'taken'],
  ])
  expect(kept.entries.map(({ left }) => left)).toEqual([
    [],
    [expect.stringContaining('“Nobody” is not one of its options')],
    [],
  ])
  expect(items).toHaveLength(2)
  await cli.run(['undo', 'last'])
})

test.each([
  [['--options', 'some'], '--options is one of propose, none, all.'],
  [['--option', 'Supplier'], '--option Supplier names no field and option.'],
  [['--option', 'Supplier=Mars'], '--option supplier=mars: no list of this file lacks that option.'],
  [['--option', 'Supplier=Moon=Mars'], '--option supplier=moon: Supplier has no option "Mars".'],
])('%j is refused: %s', async (flags, message) => {
  const ended = await plan('wrong.csv', ['Moon'], ...flags)

  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})

test('a role that cannot change fields is told, and the rest of the row is planned', async () => {
  await cli.login('henrik.lund')
  const planned = await plan('viewer.csv', ['Moon'], '--options', 'all')
  await cli.login('mei.tanaka')

  expect(planned.code).toBe(0)
  expect(planned.stderr).toContain('Supplier could get 1 new option: Moon (1 value).')
  expect(planned.stderr).toContain('Your role may not add options: these values are left out')
})
