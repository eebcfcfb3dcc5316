import { randomUUID } from 'node:crypto'
import { mkdirSync, readFileSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { downloadZip } from 'client-zip'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startCli, type Cli } from '#tests/cli/start-cli.ts'

let cli: Cli
let place: { readonly studioId: string; readonly sessionId: string }
let shots: readonly { readonly id: string; readonly path: string; readonly statusId: string }[]
const statuses = new Map<string, string>()
beforeAll(async () => {
  cli = await startCli()
  await cli.login('ingrid.solberg')
  const [studio] = await cli.list(['studio', 'list'])
  const made = await cli.run([
    'review',
    'create',
    'Away',
    '--project',
    'the-salt-road',
    '--from',
    'stage=anim',
    '--json',
  ])
  place = { studioId: String(studio?.['id']), sessionId: String(JSON.parse(made.stdout).id) }
  for (const row of await cli.list(['status', 'list'])) statuses.set(String(row['name']), String(row['id']))
  shots = (await cli.list(['review', 'show', 'Away'])).map((row) => ({
    id: String(row['taskId']),
    path: String(row['path']),
    statusId: String(statuses.get(String(row['status']))),
  }))
})
afterAll(async () => await cli.close())

function decide(at: number, given: object) {
  const { id: taskId, statusId: seenStatusId } = shots[at] ?? {}
  const by = { name: 'Ada Okafor' }
  return { id: randomUUID(), entryId: randomUUID(), taskId, seenStatusId, by, at: Date.UTC(2026, 10, 24, 9), ...given }
}

function toText(decisions: readonly object[], given: object = {}): string {
  return JSON.stringify({
    format: 'xsheet-decisions',
    version: 1,
    ...place,
    packetId: randomUUID(),
    decisions,
    ...given,
  })
}

const note = (content: string) => ({ note: { content, metadata: {} } })
const bring = async (...args: readonly string[]) => await cli.run(['review', 'bring', ...args])
const look = async () => {
  const notes = await cli.list(['review', 'notes', 'Away'])
  const shown = await cli.list(['review', 'show', 'Away'])
  return {
    notes: notes.map((row) => String(row['text'])),
    judged: shown.map((row) => row['judged']),
    statuses: shown.map((row) => row['status']),
  }
}

test('decisions are planned, brought once, and undone as one change', async () => {
  const decisions = [
    decide(0, { statusId: statuses.get('FEEDBACK'), ...note('Softer landing') }),
    decide(1, note('Hold')),
  ]
  writeFileSync(path.join(cli.folder, 'decisions.json'), toText(decisions))
  const before = await look()

  const dry = await bring('decisions.json', '--dry-run', '--json')
  const untouched = await look()
  const first = await bring('decisions.json', '--yes')
  const brought = await look()
  const second = await bring('decisions.json', '--yes')
  const undone = await cli.run(['undo', 'last'])
  const after = await look()
  const again = await bring('decisions.json', '--yes', '--json')

  expect(JSON.parse(dry.stdout)).toMatchObject([
    { change: expect.stringMatching(/ → FEEDBACK$/), who: 'Ada Okafor', note: 'Softer landing', state: 'new' },
    { change: '–', note: 'Hold', state: 'new' },
  ])
  expect(untouched).toEqual(before)
  expect(first).toMatchObject({ code: 0, stderr: expect.stringContaining('Away: 2 to bring.') })
  expect(brought.notes).toEqual([
    'Decided by Ada Okafor, 24 Nov 2026, 09:00 UTC.\nSofter landing',
    'Decided by Ada Okafor, 24 Nov 2026, 09:00 UTC.\nHold',
  ])
  expect([brought.judged[0], brought.statuses[0]]).toEqual(['FEEDBACK', 'FEEDBACK'])
  expect(second).toMatchObject({ code: 0, stderr: expect.stringContaining('2 there already') })
  expect(undone).toMatchObject({ code: 0, stderr: expect.stringContaining('Undid "Bring decisions to Away".') })
  expect(after).toEqual(before)
  expect(JSON.parse(again.stdout)).toMatchObject([{ state: 'applied' }, { state: 'applied' }])
})

test('decisions in conflict with a newer status wait for --take, from a folder and a ZIP at once', async () => {
  mkdirSync(path.join(cli.folder, 'jonas'))
  const at = shots.length - 1
  const wanted = { statusId: statuses.get('DONE'), seenStatusId: statuses.get('WFA') }
  const [theirs, kept] = [decide(at, wanted), decide(at - 1, wanted)]
  writeFileSync(path.join(cli.folder, 'jonas', 'decisions.json'), toText([theirs]))
  const zip = await downloadZip([
    { name: 'away/decisions.json', input: toText([{ ...kept, ...note('No') }]) },
  ]).arrayBuffer()
  writeFileSync(path.join(cli.folder, 'anna.zip'), new Uint8Array(zip))
  for (const shot of shots.slice(-2)) await cli.run(['task', 'set-status', 'WIP', shot.path, '--yes'])

  const asked = await bring('jonas', 'anna.zip', '--yes')
  const after = await look()
  const keep = await bring('anna.zip', '--take', 'keep', '--yes')
  const take = await bring('jonas/', '--take', 'theirs', '--yes')
  const last = await look()

  expect(asked).toMatchObject({ code: 3, stderr: expect.stringContaining('became WIP after the packet was taken') })
  expect(after.notes).not.toContain('Decided by Ada Okafor, 24 Nov 2026, 09:00 UTC.\nNo')
  expect([keep.code, take.code]).toEqual([0, 0])
  expect(last.statuses.slice(-2)).toEqual(['WIP', 'DONE'])
  expect(last.judged.slice(-2)).toEqual([null, 'DONE'])
  expect(last.notes).toContain('Decided by Ada Okafor, 24 Nov 2026, 09:00 UTC.\nNo')
})

test('a decisions file that does not belong here is refused with one sentence', async () => {
  const write = (name: string, text: string) => writeFileSync(path.join(cli.folder, name), text)
  write('studio.json', toText([], { studioId: randomUUID() }))
  write('review.json', toText([], { sessionId: randomUUID() }))
  write('later.json', toText([], { version: 2 }))
  write('cut.json', '{"tracks": []}')
  mkdirSync(path.join(cli.folder, 'empty'))

  const said = []
  for (const name of ['studio.json', 'review.json', 'later.json', 'cut.json', 'empty', 'nowhere.json']) {
    const { code, stderr } = await bring(name)
    said.push([code, stderr.split('\n')[0]])
  }

  expect(said).toEqual([
    [2, 'studio-cli: studio.json belongs to another studio.'],
    [2, 'studio-cli: The review of review.json was deleted, or you may not open it.'],
    [1, 'studio-cli: later.json was written by a newer Xsheet. Update this one.'],
    [1, 'studio-cli: cut.json is not a decisions file: a packet’s is called decisions.json.'],
    [6, 'studio-cli: There is no decisions.json in empty.'],
    [2, expect.stringMatching(/^studio-cli: nowhere\.json: .*no such file or directory\.$/)],
  ])
})

test('the built command line prints notes with drawings to a PDF', async () => {
  const shapes = [{ kind: 'pen', color: '#ff0000', points: [{ x: 0.1, y: 0.1 }] }]
  const metadata = { drawings: [{ mediaId: randomUUID(), frame: 16, shapes }] }
  writeFileSync(path.join(cli.folder, 'decisions.json'), toText([decide(2, { note: { content: 'Ä 中', metadata } })]))
  await bring('decisions.json', '--yes')

  const { code, stderr } = await cli.spawn(['review', 'notes', 'Away', '--pdf', 'notes.pdf', '--by', 'artist'])
  const wrong = await cli.run(['review', 'notes', 'Away', '--pdf', 'notes.pdf', '--by', 'day'])

  expect([code, stderr]).toEqual([0, ''])
  expect(readFileSync(path.join(cli.folder, 'notes.pdf')).subarray(0, 5).toString()).toBe('%PDF-')
  expect(wrong).toMatchObject({ code: 2, stderr: expect.stringContaining('--by is shot or artist.') })
})

test('a locked review takes no decisions and says how to unlock it', async () => {
  writeFileSync(path.join(cli.folder, 'decisions.json'), toText([decide(3, note('Late'))]))
  await cli.run(['review', 'lock', 'Away'])

  const locked = await bring('decisions.json', '--yes')
  await cli.run(['review', 'unlock', 'Away'])
  const unlocked = await bring('decisions.json', '--yes')

  expect(locked).toMatchObject({ code: 2, stderr: expect.stringContaining('“Away” is locked. Unlock it to bring') })
  expect(unlocked.code).toBe(0)
})
