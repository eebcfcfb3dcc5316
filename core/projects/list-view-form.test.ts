import { expect, test } from 'vitest'
import {
  plainAssetsView,
  plainListView,
  readListViewForm,
  toListViewForm,
  type ListViewState,
} from './list-view-form.ts'

test('what is written reads back to the same, and survives JSON', () => {
  const view: ListViewState = {
    filter: [
      { field: 'stage', test: 'in', values: ['a'] },
      { field: 'artist', test: 'mine', values: ['yes'] },
      { field: 'field:vendor', test: 'contains', values: ['North'] },
      { field: 'expression', test: 'holds', values: ['effort > 2'] },
    ],
    sort: { columnId: 'due', isDown: true },
    group: 'artist',
    hidden: ['estimate', 'x'],
    columns: { order: ['status', 'place'], widths: { due: 140 }, pinned: [], shown: [] },
  }

  const kept: unknown = JSON.parse(JSON.stringify(toListViewForm(view)))

  expect(new Set(readListViewForm(kept as never).filter)).toEqual(new Set(view.filter))
  expect({ ...readListViewForm(kept as never), filter: [] }).toEqual({ ...view, filter: [] })
})

test.each([
  {},
  { filter: 'x', sort: 'due', group: 4, hidden: 'all', columns: [] },
  { filter: { conditions: [3] }, sort: {}, hidden: null },
])('a form of another shape is as the page begins: %j', (form) => {
  expect(readListViewForm(form)).toEqual(plainListView)
})

test('a filter that a later version wrote is kept as it is', () => {
  const filter = { conditions: [{ field: 'weather', test: 'in', values: ['rain'] }] }

  expect(toListViewForm(readListViewForm({ filter }))).toMatchObject({ filter })
})

test('assets begin by their kinds, and a view of them without groups stays without', () => {
  const view = { ...plainAssetsView, group: undefined, hidden: ['stages'] }

  expect(readListViewForm(toListViewForm(plainAssetsView), plainAssetsView)).toEqual(plainAssetsView)
  expect(readListViewForm(toListViewForm(view), plainAssetsView)).toEqual(view)
})
