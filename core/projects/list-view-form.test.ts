import { expect, test } from 'vitest'
import {
  assetColumnIds,
  plainAssetsView,
  plainListView,
  readListViewForm,
  taskColumnIds,
  toListViewForm,
  type ListViewState,
} from './list-view-form.ts'

test('a list view reads back the same, also through JSON', () => {
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
    later: plainListView.later,
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
])('a malformed list view gets the page’s initial settings: %j', (form) => {
  expect(readListViewForm(form)).toEqual(plainListView)
})

test('a filter written by a later version is kept unchanged', () => {
  const filter = { conditions: [{ field: 'weather', test: 'in', values: ['rain'] }] }

  expect(toListViewForm(readListViewForm({ filter }))).toMatchObject({ filter })
})

test('assets are grouped by kind at first, and a view without groups stays without', () => {
  const view = { ...plainAssetsView, group: undefined, hidden: ['stages'] }

  expect(readListViewForm(toListViewForm(plainAssetsView), plainAssetsView)).toEqual(plainAssetsView)
  expect(readListViewForm(toListViewForm(view), plainAssetsView)).toEqual(view)
})

// As the page of tasks saved views before it had a column of kinds.
const savedBeforeKinds = {
  hidden: ['estimate'],
  columns: { order: ['status', 'place'], widths: { due: 140 }, pinned: [], shown: [] },
  filter: { conditions: [] },
}

test('a view saved before the page had a column does not show it, until somebody asks for it', () => {
  const read = readListViewForm(savedBeforeKinds)
  const asked = { ...read, hidden: ['estimate'] }

  expect(read.hidden).toEqual(['estimate', 'kind'])
  expect(readListViewForm({ ...savedBeforeKinds, hidden: [] }).hidden).toEqual(['kind'])
  expect(readListViewForm(toListViewForm(read))).toEqual(read)
  expect(readListViewForm(toListViewForm(asked))).toEqual(asked)
})

test('columns that come later stay hidden in views of tasks and assets alike', () => {
  const later = (plain: ListViewState) => ({ ...plain, later: [...plain.later, 'weather'] })

  for (const plain of [plainListView, plainAssetsView]) {
    const view = { ...plain, hidden: [] }

    expect(readListViewForm(toListViewForm(view), later(plain)).hidden).toEqual(['weather'])
  }
})

test('a view of assets saved before views counted the columns they know shows the kinds it showed', () => {
  expect(readListViewForm({ hidden: ['stages'] }, plainAssetsView).hidden).toEqual(['stages'])
})

test('a saved form names no column that is neither hidden nor moved', () => {
  expect(JSON.stringify(toListViewForm({ ...plainListView, hidden: [] }))).not.toMatch(/\b(kind|stage|status)\b/)
})

test('every column added after views could be saved is listed as later', () => {
  const atFirst = (ids: readonly string[], { later }: ListViewState) => ids.filter((id) => !later.includes(id)).sort()

  expect(atFirst(taskColumnIds, plainListView)).toEqual(
    ['place', 'stage', 'status', 'artist', 'due', 'estimate', 'priority'].sort(),
  )
  expect(atFirst(assetColumnIds, plainAssetsView)).toEqual(['kind', 'place', 'stages', 'uses'])
})
