import fc from 'fast-check'
import { expect, test } from 'vitest'
import { packRows, unpackRows } from './packed-rows.ts'

/** Packs rows, has the browser copy them as storage does, and unpacks them. */
function keep(rows: readonly object[]): unknown {
  return unpackRows(structuredClone(packRows(rows)))
}

const aValue = fc.oneof(
  fc.constantFrom(undefined, null, true, '', 'WIP', 0, Number.NaN),
  fc.integer({ min: 0, max: 3 }),
  fc.string({ maxLength: 3 }),
  fc.constantFrom<readonly unknown[]>(['a'], []),
  fc.dictionary(fc.constantFrom('k', 'l'), fc.integer()),
)

test('rows come back as they were, whatever they hold', () => {
  fc.assert(
    fc.property(
      fc.uniqueArray(fc.constantFrom('id', 'statusId', 'dueDate', 'fields', '2'), { minLength: 1 }),
      fc.array(fc.array(aValue, { minLength: 5, maxLength: 5 }), { maxLength: 40 }),
      (fields, table) => {
        const rows = table.map((values) => Object.fromEntries(fields.map((field, index) => [field, values[index]])))
        expect(keep(rows)).toEqual(rows)
        expect((keep(rows) as readonly object[]).map((row) => Object.keys(row))).toEqual(
          rows.map((row) => Object.keys(row)),
        )
      },
    ),
  )
})

test('rows that differ in their fields are stored as they are', () => {
  const rows = [{ id: 'a', note: undefined }, { id: 'b' }, { note: 1, id: 'c' }]
  expect(packRows(rows)).toBe(rows)
  expect(keep(rows)).toEqual(rows)
})

test.each([
  ['few values', 3, Uint8Array],
  ['hundreds of values', 300, Uint16Array],
])('%s are stored once, with a position for each row', (_name, values, positions) => {
  const rows = Array.from({ length: 4000 }, (_, index) => ({
    id: `item ${index}`,
    statusId: `status ${index % values}`,
  }))
  const packed = packRows(rows)

  expect(packed).toMatchObject({ count: 4000, columns: [{ field: 'id' }, { field: 'statusId' }] })
  expect('columns' in packed && packed.columns[0]).not.toHaveProperty('at')
  expect('columns' in packed && packed.columns[1]?.values).toHaveLength(values)
  expect('columns' in packed && packed.columns[1]?.at).toBeInstanceOf(positions)
  expect(keep(rows)).toEqual(rows)
})

test('more values than positions can name are stored for each row', () => {
  const rows = Array.from({ length: 140_000 }, (_, index) => ({ statusId: `status ${index % 65_537}` }))

  expect(unpackRows(packRows(rows))).toEqual(rows)
})

test.each([
  ['nothing', undefined],
  ['a text', 'rows'],
  ['no columns', { count: 1 }],
  ['a column without values', { count: 1, columns: [{ field: 'id' }] }],
  ['too few values', { count: 2, columns: [{ field: 'id', values: ['a'] }] }],
  ['too few positions', { count: 2, columns: [{ field: 'id', values: ['a'], at: new Uint8Array(1) }] }],
  ['a column that is nothing', { count: 0, columns: [null] }],
])('a damaged record is recognised: %s', (_name, stored) => {
  expect(unpackRows(stored)).toBeUndefined()
})
