import { downloadZip } from 'client-zip'
import { expect, test } from 'vitest'
import { anId } from '#core/testing/studio-fixture.ts'
import { mostDecisions, readDecisionsFile } from './read-decisions.ts'

const place = { studioId: anId(1, 1), sessionId: anId(20, 1), packetId: anId(31, 1) }
const decision = {
  id: anId(30, 1),
  entryId: anId(21, 1),
  taskId: anId(8, 1),
  seenStatusId: null,
  statusId: anId(6, 1),
  by: { name: 'Anna' },
  at: 1,
}
const whole = { format: 'xsheet-decisions', version: 1, ...place, decisions: [decision] }

async function read(value: unknown) {
  const text = typeof value === 'string' ? value : JSON.stringify(value)
  const answer = await readDecisionsFile({ name: 'decisions.json', bytes: new TextEncoder().encode(text) })
  return answer.ok ? answer.value.flatMap(({ decisions }) => decisions.decisions) : answer.error
}

test('reads a decisions file, with or without byte order mark, and all of those in a ZIP', async () => {
  const text = JSON.stringify(whole)
  const files = [
    { name: 'Monday/decisions.json', input: text },
    { name: 'Monday/decisions (1).json', input: text },
    { name: 'Monday/session.json', input: '{}' },
  ]
  const bytes = new Uint8Array(await downloadZip(files).arrayBuffer())

  const zip = await readDecisionsFile({ name: 'monday.zip', bytes })

  expect(await read(whole)).toEqual([decision])
  expect(await read(`\uFEFF${text}`)).toEqual([decision])
  expect(zip.ok && zip.value.map(({ name }) => name)).toEqual([
    'monday.zip/Monday/decisions.json',
    'monday.zip/Monday/decisions (1).json',
  ])
})

test.each([
  [
    'what is no file of decisions',
    'PNG',
    'decisions.json is not a decisions file: a packet’s is called decisions.json.',
  ],
  [
    'another program’s JSON',
    { tracks: [] },
    'decisions.json is not a decisions file: a packet’s is called decisions.json.',
  ],
  ['null', 'null', 'decisions.json is not a decisions file: a packet’s is called decisions.json.'],
  ['a later version', { ...whole, version: 2 }, 'decisions.json was written by a newer Xsheet. Update this one.'],
  [
    'a damaged decision',
    { ...whole, decisions: [decision, { ...decision, taskId: 'x' }] },
    'decisions.json is damaged: decision 2, taskId cannot be read.',
  ],
  [
    'too many',
    { ...whole, decisions: Array.from({ length: 20_000 }, () => decision) },
    `decisions.json holds 20000 decisions, more than ${mostDecisions}.`,
  ],
])('explains in a sentence what is wrong with %s', async (_, value, sentence) => {
  expect(await read(value)).toBe(sentence)
})

test('a packet without decisions is reported', async () => {
  const bytes = new Uint8Array(await downloadZip([{ name: 'session.json', input: '{}' }]).arrayBuffer())

  const answer = await readDecisionsFile({ name: 'monday.zip', bytes })
  const damaged = await readDecisionsFile({ name: 'half.zip', bytes: bytes.slice(0, 40) })

  expect(answer).toEqual({
    ok: false,
    error: 'There is no decisions.json in monday.zip: nothing was decided in it yet.',
  })
  expect(damaged).toMatchObject({ ok: false, error: expect.stringMatching(/^half\.zip: /) })
})

test('a hostile file changes no prototypes, and characters the database refuses are removed', async () => {
  const text = JSON.stringify(whole)
    .replace('"by"', '"__proto__":{"isAdmin":true},"constructor":{"prototype":{"isAdmin":true}},"by"')
    .replace(
      '"at":1',
      '"at":1,"note":{"content":"a\\u0000b\\ud800","metadata":{"__proto__":{"isAdmin":true},"drawings":[]}}',
    )

  const decided = await read(text)
  const [hostile] = typeof decided === 'string' ? [] : decided

  expect(hostile?.note?.content).toBe('ab\uFFFD')
  expect(new Set(Object.keys(hostile ?? {}))).toEqual(new Set([...Object.keys(decision), 'note']))
  expect(Reflect.get({}, 'isAdmin')).toBeUndefined()
})
