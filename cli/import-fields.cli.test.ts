import { readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli, type Ended } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
  for (const name of ['Kitsu', 'Copy'])
    await cli.run(['space', 'create', name, '--project', 'kettle-crow', '--stages', 'layout,anim', '--quiet'])
})
afterAll(async () => await cli.close())

const kitsu = readFileSync(new URL('../core/exchange/fixtures/kitsu-descriptors.csv', import.meta.url), 'utf8')

function write(name: string, content: string): string {
  writeFileSync(path.join(cli.folder, name), content)
  return name
}

const into = (space: string) => ['--project', 'kettle-crow', '--space', space]
const plan = async (file: string, space: string, ...more: readonly string[]): Promise<Ended> =>
  await cli.run(['import', 'plan', file, ...into(space), '--json', ...more])
const apply = async (file: string): Promise<Ended> =>
  await cli.run(['import', 'apply', `${file}.plan.json`, '--yes', '--json'])
const exported = async (space: string): Promise<string> => (await cli.run(['export', 'items', ...into(space)])).stdout
const listFields = async () => (await cli.list(['field', 'list'])).map(({ key, name, kind }) => [key, name, kind])

test('a column known by its title is left out, or becomes a field if asked for', async () => {
  const rows = ['sq900,sh9010,a kettle,maybe,soon', 'sq900,sh9020,a crow,,late']
  const file = write('known.csv', `Collection,Name,Description,Omitted,Frames\n${rows.join('\n')}\n`)
  const refused = await plan(file, 'kitsu')
  const maps = ['--map', '-=Omitted', '--map', '-=Frames']
  const planned = await plan(file, 'kitsu', ...maps, '--field', 'Description=text')
  const both = write('map.json', JSON.stringify({ '-': ['Omitted', 'Frames'] }))
  const ofFile = await plan(file, 'kitsu', '--map', both)

  expect(refused.stdout).toContain('is neither yes nor no')
  expect(planned.code).toBe(0)
  expect(planned.stderr).toContain('Column "Omitted" is not used: The mapping leaves it out.')
  expect(planned.stderr).toContain('Column "Frames" is not used: The mapping leaves it out.')
  expect(planned.stderr).toContain('Column "Description" becomes the new field Description (description): Text')
  expect([ofFile.code, ofFile.stderr.match(/The mapping leaves it out/g)?.length]).toEqual([0, 2])
})

test('columns become fields with values, an export reads back unchanged, and undo removes them all', async () => {
  const before = await listFields()
  const file = write('kitsu.csv', kitsu)
  const proposed = await plan(file, 'kitsu')
  const planned = await plan(file, 'kitsu', '--fields', 'all', '--field', 'Cost=text', '--field', 'Hero=no')
  const applied = await apply(file)
  const again = await apply(file)
  const fields = await listFields()
  const first = await exported('kitsu')
  const second = await plan(write('back.csv', first), 'copy')
  const copied = await apply('back.csv')
  const copy = await exported('copy')
  const [lookAlike] = await cli.list(['item', 'list', ...into('kitsu'), '--where', 'mood == "blue" && lens == 50'])
  // Somebody has set a value of an imported field, so it stays.
  const undone = [await cli.run(['undo', 'last'])]
  const kept = await listFields()
  undone.push(await cli.run(['undo', 'last']))

  expect(proposed.stderr).toContain('Column "Mood" could become a field: One of a list, 4 values: blue, red.')
  expect(proposed.stderr).toContain("Plan again with --fields all, or one by one: --field 'Mood', --field 'Mood=text'")
  expect(planned.stderr).toContain('Column "Hero" (3 rows) is not used')
  expect(planned.stderr).toContain('Column "Cost" becomes the new field Cost (cost): Text, 3 values')
  expect([applied.code, again.stdout]).toEqual([0, applied.stdout])
  expect(fields.slice(before.length)).toEqual([
    ['mood', 'Mood', 'choice'],
    ['camera_notes', 'Camera Notes', 'long_text'],
    ['cost', 'Cost', 'text'],
    ['client_day', 'Client Day', 'date'],
    ['brief', 'Brief', 'url'],
    ['tags', 'Tags', 'choices'],
    ['lens', 'Lens', 'number'],
    ['supervisor', 'Supervisor', 'person'],
    ['bid', 'Bid', 'number'],
  ])
  expect(first).toContain('blue,Slow push,12.5,2026-11-02,https://wiki.example/sh0010,"rain, night",50,Mei Tanaka')
  expect([second.code, copied.code]).toEqual([0, 0])
  expect(copy).toBe(first)
  expect(lookAlike).toMatchObject({ name: 'SH0010' })
  expect(undone.map(({ code }) => code)).toEqual([0, 0])
  expect(kept).toHaveLength(fields.length)
  expect(await listFields()).toEqual(before)
})

test('a re-created field reports the key the server gave it', async () => {
  await cli.run(['field', 'create', 'Ambience', '--quiet'])
  await cli.run(['field', 'delete', 'ambience', '--yes', '--quiet'])
  const made = await cli.run(['field', 'create', 'Ambience', '--json=key'])
  await cli.run(['field', 'delete', 'ambience_2', '--yes', '--quiet'])

  expect(JSON.parse(made.stdout)).toEqual({ key: 'ambience_2' })
})

test('a field whose key was deleted lately gets a new key, and undo finds its values', async () => {
  await cli.run(['field', 'create', 'Weather', '--quiet'])
  await cli.run(['field', 'delete', 'weather', '--yes', '--quiet'])
  const [item] = await cli.list(['item', 'list', '--project', 'kettle-crow', '--space', 'episode-3'])
  const before = await exported('episode-3')
  const file = write('weather.csv', `Slug,Name,Weather\n${String(item?.['slug'])},${String(item?.['name'])},rain\n`)
  await plan(file, 'episode-3', '--field', 'weather')
  const applied = await apply(file)
  const after = await exported('episode-3')
  const fields = await listFields()
  const undone = await cli.run(['undo', 'last'])

  expect(applied.code).toBe(0)
  expect(after).toContain(',rain,')
  expect(fields.at(-1)).toEqual(['weather_2', 'Weather', 'text'])
  expect(undone).toMatchObject({ code: 0, stderr: expect.stringContaining('1 changed, 0 left alone') })
  expect(await exported('episode-3')).toBe(before)
})

test.each([
  [['--fields', 'some'], '--fields is one of propose, none, all.'],
  [['--field', 'Mood=colour'], '"colour" is not a kind of field.'],
  [['--field', 'Moo'], '--field moo: no column of that name can become a field.'],
])('%j is refused: %s', async (flags, message) => {
  const ended = await plan(write('wrong.csv', kitsu), 'kitsu', ...flags)

  expect(ended).toMatchObject({ code: 2, stderr: expect.stringContaining(message) })
})

test('a role that cannot create fields is told, and no value is dropped silently', async () => {
  await cli.login('henrik.lund')
  const planned = await plan(write('viewer.csv', kitsu), 'kitsu', '--fields', 'all')
  await cli.login('mei.tanaka')

  expect(planned.stderr).toContain('Column "Mood" (4 rows) is not used')
  expect(planned.stderr).toContain('Your role may not create fields: these values are left out')
})
