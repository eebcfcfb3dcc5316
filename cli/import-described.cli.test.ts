import { writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
})
afterAll(async () => await cli.close())

const into = (space: string) => ['--project', 'north', '--space', space]
const shape = [
  'of',
  'key',
  'name',
  'kind',
  'unit',
  'decimals',
  'options',
  'formula',
  'description',
  'writtenBy',
  'readBy',
]
const listFields = async () =>
  (await cli.list(['field', 'list'])).map((field) => Object.fromEntries(shape.map((name) => [name, field[name]])))

/** Signs in as the owner of a new studio with a project and a space. */
async function startStudio(name: string): Promise<void> {
  const { email, password, client } = await cli.host.admin.createUser(undefined, name)
  await client.rpc('create_studio', { p_name: name })
  const { code, stderr } = await cli.run(['login', '--email', email, '--password-stdin'], { input: `${password}\n` })
  if (code !== 0) throw new Error(stderr)
  await cli.run(['project', 'create', 'North', '--quiet'])
  await cli.run(['space', 'create', 'Shots', '--project', 'north', '--quiet'])
}

async function run(...args: readonly string[]): Promise<string> {
  const { code, stderr } = await cli.run(args)
  if (code !== 0) throw new Error(`${args.join(' ')}: ${stderr}`)
  return stderr
}

test('an exported workbook brings its fields into an empty studio, and undo takes them away again', async () => {
  await startStudio('Old')
  await run('field', 'create', 'Look', '--kind', 'choice', '--option', 'Rain, heavy=#123456', '--option', 'Sun=#fedcba')
  await run('field', 'create', 'Cost', '--kind', 'number', '--unit', '€', '--decimals', '2', '--read-by', 'lead')
  await run('field', 'create', 'Length', '--kind', 'number', '--description', 'In metres.', '--written-by', 'admin')
  await run('field', 'create', 'Twice', '--kind', 'formula', '--formula', 'length * 2', '--unit', 'm')
  await run(
    'field',
    'create',
    'Farm',
    '--of',
    'task',
    '--kind',
    'choices',
    '--option',
    'A=#000001',
    '--option',
    'B=#000002',
  )
  const [stage] = (await cli.list(['stage', 'list'])).map(({ name }) => String(name))
  const rows = ['sq,sh010,"Rain, heavy",12.5,7,TO DO,"B, A"', 'sq,sh020,,,,,']
  const sheet = `Collection,Name,Look,Cost,Length,${stage},${stage} Farm\n${rows.join('\n')}\n`
  writeFileSync(path.join(cli.folder, 'first.csv'), sheet)
  await run('import', 'plan', 'first.csv', ...into('shots'))
  await run('import', 'apply', 'first.csv.plan.json', '--yes')
  await run('export', 'items', ...into('shots'), '-o', 'old.xlsx')
  const old = { fields: await listFields(), items: (await cli.run(['export', 'items', ...into('shots')])).stdout }

  await startStudio('New')
  const proposed = await run('import', 'plan', 'old.xlsx', ...into('shots'))
  const none = await listFields()
  // A field deleted lately keeps its key, so the one imported gets another, and the formula names it by that.
  await run('field', 'create', 'Length')
  await run('field', 'delete', 'length', '--yes')
  await run('import', 'plan', 'old.xlsx', ...into('shots'), '--fields', 'all')
  await run('import', 'apply', 'old.xlsx.plan.json', '--yes')
  const made = { fields: await listFields(), items: (await cli.run(['export', 'items', ...into('shots')])).stdout }
  await run('undo', 'last')
  const undone = await listFields()
  const alone = await run('import', 'plan', 'old.xlsx', ...into('shots'), '--field', 'Farm', '--field', 'Twice')

  expect(proposed).toContain(
    'The studio could get the field "Twice", as the file describes it: Formula in m, length * 2.',
  )
  expect(proposed).toContain('Plan again with --fields all, or one by one')
  expect([none, undone]).toEqual([[], []])
  const [look, cost, length, twice, farm] = old.fields
  expect(made.fields).toEqual([look, cost, { ...length, key: 'length_2' }, { ...twice, formula: 'length_2 * 2' }, farm])
  expect(made.items).toBe(old.items)
  expect(alone).toContain('Field "Twice" is not used: Its formula cannot be calculated here: There is no length here')
  expect(alone).toContain('The studio gets the field Farm (farm) of tasks, as the file describes it: Several of a list')
})
