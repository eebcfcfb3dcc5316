import { expect, test } from 'vitest'
import { formatListing, formatRecord, toFormat } from './output.ts'
import { testIo } from './testing/test-io.ts'

const listing = {
  rows: [
    { id: '1', name: 'Wave, "big"', tags: ['a', 'b'], due: null, done: true },
    { id: '2', name: 'Line\nbreak\u001b[31m', tags: [], due: '2026-12-01', done: false },
  ],
  fields: ['id', 'name', 'tags', 'due', 'done'],
  columns: ['name', 'due', 'tags'],
} as const

test('JSON has every field, or the requested ones in the order requested', () => {
  const all = formatListing(listing, { json: '' }, testIo())
  const some = formatListing(listing, { json: 'due, id' }, testIo())

  expect(JSON.parse(all)).toEqual(listing.rows)
  expect(JSON.parse(some)).toEqual([
    { due: null, id: '1' },
    { due: '2026-12-01', id: '2' },
  ])
  expect(() => formatListing(listing, { json: 'id,colour' }, testIo())).toThrow('There is no field "colour".')
})

test('NDJSON has every field, or the requested ones', () => {
  const all = formatListing(listing, { ndjson: true }, testIo())
  const some = formatListing(listing, { ndjson: true, json: 'due,id' }, testIo())

  expect(
    all
      .trim()
      .split('\n')
      .map((line) => JSON.parse(line) as unknown),
  ).toEqual(listing.rows)
  expect(some).toBe('{"due":null,"id":"1"}\n{"due":"2026-12-01","id":"2"}\n')
  expect(formatRecord({ row: listing.rows[0] }, { ndjson: true, json: 'id' }, testIo())).toBe('{"id":"1"}\n')
})

test('CSV quotes what a reader would split, and keeps every value unchanged', () => {
  expect(formatListing(listing, { csv: true }, testIo())).toBe(
    'name,due,tags\n"Wave, ""big""",,"a, b"\n"Line\nbreak\u001b[31m",2026-12-01,\n',
  )
})

test('text for people contains no control characters, so that a name cannot control a terminal', () => {
  expect(formatListing(listing, { plain: true }, testIo())).toBe('Wave, "big"\t\ta, b\nLine break [31m\t2026-12-01\t\n')
  expect(formatListing(listing, {}, testIo({ isOutputTty: true, columns: 80 }))).not.toContain('\u001b[31m')
})

test('a table is aligned, fits the terminal, and is bold only with colours', () => {
  const io = testIo({ isOutputTty: true, columns: 24 })
  const table = formatListing(listing, { color: false }, io)
  const colored = formatListing(listing, {}, io)
  const refused = formatListing(listing, {}, testIo({ isOutputTty: true, columns: 24, env: { NO_COLOR: '1' } }))

  expect(table.split('\n')).toEqual(['NAME      DUE       TAGS', 'Wave, "…            a, b', 'Line br…  2026-12…', ''])
  expect(colored).toContain('\u001b[1mNAME')
  expect(refused).toBe(table)
})

test('a path that does not fit keeps its end; wide characters count twice', () => {
  const rows = [{ path: 'film/ep01/sq010/sh0010:anim' }, { path: '日本語/日本語:anim' }]
  const table = formatListing(
    { rows, fields: ['path'] },
    {},
    testIo({ isOutputTty: true, columns: 14, env: { NO_COLOR: '1' } }),
  )

  expect(table).toBe('PATH\n…0/sh0010:anim\n…/日本語:anim\n')
})

test('the format is a table at a terminal and plain text elsewhere, unless exactly one is requested', () => {
  expect(toFormat({}, { isOutputTty: true })).toBe('table')
  expect(toFormat({}, { isOutputTty: false })).toBe('plain')
  expect(toFormat({ ndjson: true }, { isOutputTty: true })).toBe('ndjson')
  expect(() => toFormat({ json: '', csv: true }, { isOutputTty: true })).toThrow('--json and --csv cannot be combined.')
})

test('one record is an object in JSON and one field per line in text', () => {
  const row = { id: '1', mentions: ['x', 'y'], due: null }

  expect(JSON.parse(formatRecord({ row }, { json: '' }, testIo()))).toEqual(row)
  expect(formatRecord({ row }, {}, testIo())).toBe('id\t1\nmentions\tx, y\ndue\t\n')
  expect(formatRecord({ row, columns: ['id'] }, {}, testIo())).toBe('id\t1\n')
  expect(JSON.parse(formatRecord({ row, columns: ['id'] }, { json: '' }, testIo()))).toEqual(row)
  expect(formatRecord({ row }, {}, testIo({ isOutputTty: true }))).toBe('id        1\nmentions  x, y\ndue       \n')
})
