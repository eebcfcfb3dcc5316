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

test('a view reads back to the same, as JSON too', () => {
  expect(readViewForm(toViewForm(state))).toEqual(state)
  expect(readViewForm(JSON.parse(JSON.stringify(toViewForm(state))))).toEqual(state)
})

test('a view is the same in whatever order a database keeps its keys', () => {
  const kept = Object.fromEntries(Object.entries(toViewForm(state)).toReversed())

  expect(isSame(readViewForm(kept), state)).toBe(true)
  expect(isSame(readViewForm({ ...kept, group: 'h' }), state)).toBe(false)
})

test('what is missing, or of another shape, is as a space begins', () => {
  const plain = readViewForm({})

  expect(plain).toMatchObject({ layout: 'grid', hidden: [], collections: 'name', sort: undefined, filter: [] })
  const odd = { layout: 7, hidden: 'x', sort: { fieldId: 3 }, group: '', totals: { f: 'median' }, filter: 'none' }
  expect(readViewForm(odd)).toEqual(plain)
})

test('a condition of a later version stays, and hides nothing', () => {
  const later = { filter: { conditions: [{ field: 'moon', test: 'in', values: ['full'] }] } }

  expect(readViewForm(later).filter).toEqual([{ field: 'moon', test: 'in', values: ['full'] }])
})
