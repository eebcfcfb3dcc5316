import { expect, test } from 'vitest'
import { withExpressions, withValues } from '#core/timeline/filter-kinds.ts'
import { isSame } from '#core/lib/is-same.ts'
import { readViewForm, toViewForm, type ViewState } from './view-form.ts'

const state: ViewState = {
  layout: 'kanban',
  hidden: ['a', 'b'],
  columns: { order: ['b', 'c'], widths: { c: 120 }, pinned: ['c'], shown: ['s.f'] },
  collections: 'rank',
  sort: { fieldId: 'f', isDown: true },
  group: 'g',
  totals: { f: 'mean' },
  lanes: 'person',
  filter: withExpressions(withValues([], 'status', ['wip']), ['frames > 100']),
  isOnlyMatching: true,
}

test('a view is read back unchanged, as JSON too', () => {
  expect(readViewForm(toViewForm(state))).toEqual(state)
  expect(readViewForm(JSON.parse(JSON.stringify(toViewForm(state))))).toEqual(state)
})

test('a view is equal whatever the order of its stored keys', () => {
  const kept = Object.fromEntries(Object.entries(toViewForm(state)).toReversed())

  expect(isSame(readViewForm(kept), state)).toBe(true)
  expect(isSame(readViewForm({ ...kept, group: 'h' }), state)).toBe(false)
})

test('missing and malformed parts of a view are read as the defaults', () => {
  const plain = readViewForm({})

  expect(plain).toMatchObject({ layout: 'grid', hidden: [], collections: 'name', sort: undefined, filter: [] })
  const odd = { layout: 7, hidden: 'x', sort: { fieldId: 3 }, group: '', totals: { f: 'median' }, filter: 'none' }
  expect(readViewForm(odd)).toEqual(plain)
})

test('a view keeps a condition of a later version, which hides nothing', () => {
  const later = { filter: { conditions: [{ field: 'moon', test: 'in', values: ['full'] }] } }

  expect(readViewForm(later).filter).toEqual([{ field: 'moon', test: 'in', values: ['full'] }])
})
