import { mkdirSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('mei.tanaka')
})
afterAll(async () => await cli.close())

const count = 50
const names = Array.from({ length: count }, (_, at) => `farm_${String(at + 1).padStart(3, '0')}`)

function writeFilm(name: string, content: string): string {
  const file = path.join(cli.folder, 'farm', name)
  mkdirSync(path.dirname(file), { recursive: true })
  writeFileSync(file, Buffer.concat([Buffer.from([0, 0, 0, 24]), Buffer.from(`ftypmp42${content.repeat(2000)}`)]))
  return file
}

type Row = { readonly state: string; readonly version: number | null; readonly revisionId: string }
const parse = (text: string): readonly Row[] => JSON.parse(text) as Row[]

test('fifty files are posted exactly once each, however often the upload is killed', async () => {
  const where = ['--space', 'sequences', '--collection', 'SQ040']
  await cli.spawn(['item', 'create', ...where, '-', '--quiet'], { input: names.join('\n') })
  const files = names.map((name) => writeFilm(`${name}_comp_v001.mp4`, name))
  const args = ['revision', 'upload', '--map', '{item}:comp', '--match', '{item}_comp_v{version}.mp4', '--time', '5m']
  const input = files.join('\n')
  const at = (from: number, to: number): number => from + Math.floor(Math.random() * (to - from))
  // Between two files, right before a batch is posted, and while output is printed.
  const points = [`sent ${at(1, 24)}/50`, 'sent 25/50', `\\[${at(1, 25)}/50\\]`, `sent ${at(1, 24)}/50`, 'sent 25/50']
  const killed: (number | null)[] = []
  for (const point of points)
    killed.push((await cli.spawn([...args, '--json', '-'], { input, killAt: new RegExp(point) })).code)
  const finished = await cli.spawn([...args, '--json', '-'], { input })
  const repeated = await cli.spawn([...args, '--json', '-'], { input })
  const revisions = await cli.list(['revision', 'list', 'farm_*:comp'])

  expect(killed.slice(0, 3)).toEqual([null, null, null])
  expect(finished.code).toBe(0)
  expect(parse(repeated.stdout).map(({ state }) => state)).toEqual(Array<string>(count).fill('already there'))
  expect(revisions).toHaveLength(count)
  for (const name of names)
    expect(revisions.filter(({ files: own }) => String(own) === `${name}_comp_v001.mp4`)).toHaveLength(1)
  const [media] = await cli.host.database.query<{ n: number }>(
    `select count(*)::int as n from public.media where filename like 'farm_%'`,
  )
  expect(media?.n).toBe(count)
})

test('content already posted by somebody else, under any name, is reported and not sent again', async () => {
  const file = writeFilm('other_name.mp4', 'farm_001')
  const [present] = await cli.list(['revision', 'list', 'farm_001:comp'])
  await cli.login('jonas.weber')
  const answered = await cli.run(['revision', 'upload', 'farm_001:comp', file, '--time', '1h', '--json'])
  const elsewhere = await cli.run(['revision', 'upload', 'farm_002:comp', file, '--time', '1h', '--json'])
  await cli.login('mei.tanaka')

  expect(parse(answered.stdout)).toMatchObject([{ state: 'already there', revisionId: present?.['id'], version: 1 }])
  expect(answered.stderr).not.toContain('sent')
  expect(parse(elsewhere.stdout)).toMatchObject([{ state: 'posted', version: 2 }])
})

test('an undone revision can be posted again', async () => {
  const file = writeFilm('again.mp4', 'again')
  const args = ['revision', 'upload', 'farm_003:comp', file, '--time', '1h', '--json']
  const first = await cli.run(args)
  const undone = await cli.run(['undo', 'last'])
  const second = await cli.run(args)

  expect([first.code, undone.code, second.code]).toEqual([0, 0, 0])
  expect(parse(second.stdout)).toMatchObject([{ state: 'posted' }])
  expect(await cli.list(['revision', 'list', 'farm_003:comp'])).toHaveLength(2)
})
