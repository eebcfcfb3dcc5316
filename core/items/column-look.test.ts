import { expect, test } from 'vitest'
import {
  arrangeColumns,
  moveColumn,
  plainColumns,
  readColumnLook,
  resizeColumn,
  togglePinned,
  toggleShown,
  type ColumnLook,
} from './column-look.ts'

const columns = ['layout', 'anim', 'comp', 'frames', 'mood'].map((id) => ({ id }))
const idsOf = (look: ColumnLook) => arrangeColumns(columns, look).map(({ id }) => id)

test('columns keep their given order until one is moved, and later ones follow', () => {
  expect(idsOf(plainColumns)).toEqual(['layout', 'anim', 'comp', 'frames', 'mood'])

  const moved = moveColumn(plainColumns, columns, { id: 'frames', to: 'anim' })

  expect(idsOf(moved)).toEqual(['layout', 'frames', 'anim', 'comp', 'mood'])
  expect(idsOf(moveColumn(moved, arrangeColumns(columns, moved), { id: 'layout', to: 'comp' }))).toEqual([
    'frames',
    'anim',
    'comp',
    'layout',
    'mood',
  ])
  expect(arrangeColumns([{ id: 'new' }, ...columns], moved).at(-1)?.id).toBe('new')
  expect(moveColumn(moved, columns, { id: 'gone', to: 'anim' })).toBe(moved)
})

test("a task field's column stands beside its stage, wherever that is, until it is moved itself", () => {
  const shown = toggleShown(plainColumns, ['anim.vendor', 'comp.vendor'])
  const withFields = ['layout', 'anim', 'anim.vendor', 'comp', 'comp.vendor', 'frames'].map((id) => ({ id }))
  const read = (look: ColumnLook) => arrangeColumns(withFields, look).map(({ id }) => id)
  const moved = { ...shown, order: ['comp', 'layout', 'anim', 'frames'] }

  expect(read(shown)).toEqual(withFields.map(({ id }) => id))
  expect(read(moved)).toEqual(['comp', 'comp.vendor', 'layout', 'anim', 'anim.vendor', 'frames'])
  expect(read({ ...moved, order: [...moved.order, 'comp.vendor'] }).at(-1)).toBe('comp.vendor')
  expect(readColumnLook(JSON.parse(JSON.stringify(shown))).shown).toEqual(['anim.vendor', 'comp.vendor'])
  // Toggled together: shown where one of them is hidden, hidden where all are shown.
  expect(toggleShown(shown, ['anim.vendor', 'frames.vendor']).shown).toHaveLength(3)
  expect(toggleShown(shown, ['anim.vendor', 'comp.vendor']).shown).toEqual([])
})

test('pinned columns come first, side by side, as long as they leave room to scroll', () => {
  const wide = resizeColumn(togglePinned(togglePinned(plainColumns, 'mood'), 'comp'), 'comp', 300)
  const most = resizeColumn(togglePinned(wide, 'anim'), 'anim', 200)

  expect(arrangeColumns(columns, wide).slice(0, 3)).toEqual([
    { id: 'comp', width: 300, isPinned: true, stuckAt: 0 },
    { id: 'mood', width: 132, isPinned: true, stuckAt: 300 },
    { id: 'layout', isPinned: false },
  ])
  expect(arrangeColumns(columns, most).map(({ id, stuckAt }) => [id, stuckAt])).toEqual([
    ['anim', 0],
    ['comp', undefined],
    ['mood', undefined],
    ['layout', undefined],
    ['frames', undefined],
  ])
  expect(idsOf(togglePinned(togglePinned(wide, 'mood'), 'comp'))).toEqual(idsOf(plainColumns))
})

test('a column width stays within its limits and can be reset', () => {
  expect(resizeColumn(plainColumns, 'anim', 3).widths).toEqual({ anim: 64 })
  expect(resizeColumn(plainColumns, 'anim', 9000.4).widths).toEqual({ anim: 640 })
  expect(resizeColumn(resizeColumn(plainColumns, 'anim', 120), 'anim', undefined)).toEqual(plainColumns)
})

test('a malformed column look is read as the default', () => {
  const look = togglePinned(resizeColumn(plainColumns, 'anim', 120), 'mood')

  expect(readColumnLook(JSON.parse(JSON.stringify(look)))).toEqual(look)
  for (const odd of [
    undefined,
    'x',
    [],
    { order: 'x', widths: [1], pinned: {} },
    { widths: { anim: 'wide', b: -1 } },
  ]) {
    expect(readColumnLook(odd)).toEqual(plainColumns)
  }
})
