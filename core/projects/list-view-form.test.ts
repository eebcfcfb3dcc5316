import { expect, test } from 'vitest'
import { plainTaskView, readTaskViewForm, toTaskViewForm, type TaskViewState } from './task-view-form.ts'

test('what is written reads back to the same, and survives JSON', () => {
  const view: TaskViewState = {
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

  const kept: unknown = JSON.parse(JSON.stringify(toTaskViewForm(view)))

  expect(new Set(readTaskViewForm(kept as never).filter)).toEqual(new Set(view.filter))
  expect({ ...readTaskViewForm(kept as never), filter: [] }).toEqual({ ...view, filter: [] })
})

test.each([
  {},
  { filter: 'x', sort: 'due', group: 4, hidden: 'all', columns: [] },
  { filter: { conditions: [3] }, sort: {}, hidden: null },
])('a form of another shape is as the page begins: %j', (form) => {
  expect(readTaskViewForm(form)).toEqual(plainTaskView)
})

test('a filter that a later version wrote is kept as it is', () => {
  const filter = { conditions: [{ field: 'weather', test: 'in', values: ['rain'] }] }

  expect(toTaskViewForm(readTaskViewForm({ filter }))).toMatchObject({ filter })
})
