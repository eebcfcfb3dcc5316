import { createHash } from 'node:crypto'
import { existsSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { parseOtio } from '#core/exchange/otio.ts'
import type { Packet } from '#core/packet/packet.ts'
import { runShell } from '#tests/cli/run-shell.ts'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
})
afterAll(async () => await cli.close())

const inFolder = (...names: readonly string[]): string => path.join(cli.folder, ...names)
const readPacket = (folder: string): Packet =>
  JSON.parse(readFileSync(inFolder(folder, 'session.json'), 'utf8')).metadata.xsheet

test('a packet has every film with its hash, a timeline that reads back, and a self-contained page', async () => {
  const entries = await cli.list(['review', 'show', 'Dailies'])

  const taken = await cli.run(['review', 'take', 'Dailies', '--out', 'packet', '--json'])

  expect(taken).toMatchObject({
    code: 0,
    stderr: expect.stringMatching(new RegExp(`${entries.length} tasks, \\d+ files, [\\d.]+ [kM]B to `)),
  })
  const files: readonly { readonly file: string; readonly sha256: string; readonly bytes: number }[] = JSON.parse(
    taken.stdout,
  )
  expect(files.length).toBeGreaterThan(0)
  for (const { file, sha256, bytes } of files) {
    const content = readFileSync(inFolder('packet', file))
    expect(content.byteLength).toBe(bytes)
    expect(createHash('sha256').update(content).digest('hex')).toBe(sha256)
  }
  const packet = readPacket('packet')
  expect(packet.entries.map(({ taskId }) => taskId)).toEqual(entries.map(({ taskId }) => taskId))
  expect(packet.sha256).toEqual(Object.fromEntries(files.map(({ file, sha256 }) => [file, sha256])))
  const cut = parseOtio(readFileSync(inFolder('packet', 'session.json'), 'utf8'))
  expect(cut.ok && cut.value.map(({ name }) => name)).toEqual(packet.entries.map(({ shot }) => shot))
  expect(readFileSync(inFolder('packet', 'review.html'), 'utf8')).toContain(packet.id)
  expect(readdirSync(inFolder('packet')).toSorted()).toEqual(['films', 'review.html', 'session.json'])
})

test('an interrupted packet is resumed with the same id; a folder with other content is refused', async () => {
  await cli.run(['review', 'take', 'Dailies', '--out', 'again'])
  const whole = readPacket('again')
  const film = whole.entries.find(({ film: each }) => each?.path !== undefined)?.film?.path ?? ''
  // As left by a killed command: part of a film, and no page.
  writeFileSync(inFolder('again', `${film}.part`), readFileSync(inFolder('again', film)).subarray(0, 1000))
  for (const name of [film, 'session.json', 'review.html']) rmSync(inFolder('again', name))
  const begun = {
    format: 'xsheet-packet-part',
    id: whole.id,
    sessionId: whole.session.id,
    films: 'proxies',
    takenAt: 1,
  }
  writeFileSync(inFolder('again', 'packet.part.json'), JSON.stringify(begun))

  const other = await cli.run(['review', 'take', 'Dailies', '--out', 'again', '--films', 'none'])
  const resumed = await cli.run(['review', 'take', 'Dailies', '--out', 'again'])
  const third = await cli.run(['review', 'take', 'Dailies', '--out', 'again'])
  writeFileSync(inFolder('mine.txt'), 'mine')
  const foreign = await cli.run(['review', 'take', 'Dailies', '--out', '.'])
  const archive = await cli.run(['review', 'take', 'Dailies', '--zip', 'mine.txt'])

  expect(other).toMatchObject({ code: 2, stderr: expect.stringContaining('holds the beginning of another packet') })
  expect(resumed).toMatchObject({ code: 0, stderr: expect.stringContaining('Resuming the packet') })
  expect(readPacket('again')).toMatchObject({ id: whole.id, sha256: whole.sha256 })
  expect(third).toMatchObject({ code: 2, stderr: expect.stringContaining('holds a packet') })
  expect(foreign).toMatchObject({ code: 2, stderr: expect.stringContaining('is not empty') })
  expect(archive).toMatchObject({ code: 2, stderr: expect.stringContaining('already exists') })
  expect(readFileSync(inFolder('mine.txt'), 'utf8')).toBe('mine')
})

test('a ZIP contains one folder with the same files; without films it says so', async () => {
  const taken = await cli.run(['review', 'take', 'Dailies', '--zip', 'packet.zip', '--films', 'none', '--json'])

  expect(taken.code).toBe(0)
  const zip = readFileSync(inFolder('packet.zip')).toString('latin1')
  expect(zip).toMatch(/dailies-\d{4}-\d\d-\d\d\/session\.json/)
  expect(zip).toContain('/review.html')
  expect(zip).not.toContain('.mp4PK')
  expect(existsSync(inFolder('packet.zip.part'))).toBe(false)
  const both = await cli.run(['review', 'take', 'Dailies', '--zip', 'other.zip', '--out', 'other'])
  const unknown = await cli.run(['review', 'take', 'Dailies', '--films', 'all'])
  expect(both).toMatchObject({ code: 2, stderr: expect.stringContaining('cannot be combined') })
  expect(unknown).toMatchObject({ code: 2, stderr: expect.stringContaining('proxies, originals or none') })
})

test('sessions of a project one may not open cannot be taken along', async () => {
  const [task] = await cli.list(['task', 'list', '--project', 'night-library'])
  await cli.run(['review', 'create', 'Closed', String(task?.['path'])])
  const own = await cli.run(['review', 'take', 'Closed', '--films', 'none', '--out', 'own'])
  await cli.login('henrik.lund')

  const other = await cli.run(['review', 'take', 'Closed', '--out', 'other'])

  expect(own.code).toBe(0)
  expect(other).toMatchObject({ code: 6, stdout: '' })
  expect(existsSync(inFolder('other'))).toBe(false)
  await cli.login('ingrid.solberg')
})

test('a film missing from storage is named, and everything else is there', async () => {
  const whole = await cli.list(['review', 'take', 'Dailies', '--out', 'whole'])
  const film = whole.find(({ role }) => role === 'film')
  const entry = readPacket('whole').entries.find((each) => each.film?.path === film?.['file'])
  const { client } = cli.host.admin
  const { data } = await client.from('media').select('r2_key').eq('id', entry?.film?.mediaId).single()
  await client.storage.from('media').remove([String(data?.r2_key)])

  const taken = await cli.run(['review', 'take', 'Dailies', '--out', 'partly', '--json'])

  expect(taken).toMatchObject({ code: 3, stderr: expect.stringContaining(String(film?.['file'])) })
  const left = readPacket('partly').entries.find(({ id }) => id === entry?.id)?.film
  expect(left).not.toHaveProperty('path')
  const zip = await cli.run(['review', 'take', 'Dailies', '--zip', 'partly.zip'])
  expect(zip.code).toBe(3)
})

test('on a full disk a folder can be resumed, and nothing of a ZIP remains', async () => {
  const take = (where: string) => `( ulimit -f 100; studio-cli review take Dailies ${where}; echo "= $?" )`

  const folder = await runShell(cli, take('--out full'))
  const zip = await runShell(cli, take('--zip full.zip'))
  const later = await cli.run(['review', 'take', 'Dailies', '--out', 'full'])

  expect(folder).toMatch(/What was fetched so far is in .*full; run the same command to resume\./)
  expect(folder).toMatch(/file too large\.[\s\S]*= 1\n$/)
  expect(zip).toMatch(/file too large\.[\s\S]*= 1\n$/)
  expect(readdirSync(cli.folder).filter((name) => name.startsWith('full'))).toEqual(['full'])
  expect(later.stderr).toContain('Resuming the packet')
  expect(existsSync(inFolder('full', 'review.html'))).toBe(true)
})
