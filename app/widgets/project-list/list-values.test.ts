import { expect, test } from 'vitest'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { listColumns } from './list-columns.ts'
import { gatherRows, groupByValue, keyOfValue, sortRows } from './list-values.ts'

const size = newRow('field_definitions', {
  id: newId<FieldId>(),
  key: 'size',
  name: 'Size',
  kind: 'choice',
  options: [
    { id: 'small', name: 'Small', color: '#111111' },
    { id: 'large', name: 'Large', color: '#222222' },
  ],
})
const isHero = newRow('field_definitions', { id: newId<FieldId>(), key: 'hero', name: 'Hero', kind: 'checkbox' })
const rows = [
  { name: 'Ana', size: 'large', hero: true },
  { name: 'Ben', size: undefined, hero: undefined },
  { name: 'Oak', size: 'small', hero: false },
]

function namesOf(of: readonly { readonly name: string }[]): string {
  return of.map(({ name }) => name).join(' ')
}

test('rows follow the order of the options in both directions, those without a value last', () => {
  const keyOf = (row: (typeof rows)[number]) => keyOfValue(size, row.size, [])

  expect(namesOf(sortRows(rows, keyOf, false))).toBe('Oak Ana Ben')
  expect(namesOf(sortRows(rows, keyOf, true))).toBe('Ana Oak Ben')
})

test("groups follow the order of the options; a checkbox group's heading names the field", () => {
  const bySize = gatherRows(rows, (row) => groupByValue(size, row.size, []))
  const byHero = gatherRows(rows, (row) => groupByValue(isHero, row.hero, []))

  expect(bySize.map(({ name, rows: of }) => `${name}: ${namesOf(of)}`)).toEqual([
    'Small: Oak',
    'Large: Ana',
    'No size: Ben',
  ])
  expect(byHero.map(({ name }) => name)).toEqual(['Hero', 'Not Hero', 'No hero'])
})

test('field columns follow the built-in ones until moved, with their set width', () => {
  const own = [
    { id: 'uses', name: 'Used', width: 96 },
    { id: 'stages', name: 'Stages', width: 380 },
  ]
  const look = { order: [size.id, 'uses', 'stages'], widths: { [size.id]: 200 }, pinned: [], shown: [] }

  expect(listColumns(own, [size, isHero], look).map(({ name, width }) => `${name} ${width}`)).toEqual([
    'Size 200',
    'Used 96',
    'Stages 380',
    'Hero 110',
  ])
})
