import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  makeUndoHistory,
  pushFuture,
  pushPast,
  recordUndo,
  popFuture,
  popPast,
  type UndoHistory,
} from './undo-history.ts'

/** Sets one of four cells: the smallest document worth undoing. */
type Edit = { readonly cell: number; readonly value: number }
type Sheet = readonly number[]

const anEdit = fc.record({ cell: fc.nat({ max: 3 }), value: fc.nat({ max: 9 }) })
const blank: Sheet = [0, 0, 0, 0]

/** Makes an edit and returns its inverse. */
function edit(sheet: Sheet, { cell, value }: Edit): { readonly sheet: Sheet; readonly back: Edit } {
  return { sheet: sheet.with(cell, value), back: { cell, value: sheet[cell] ?? 0 } }
}

test('undoing everything restores the start, redoing everything the end', () => {
  fc.assert(
    fc.property(fc.array(anEdit, { maxLength: 20 }), (edits) => {
      let history: UndoHistory<Edit> = makeUndoHistory(50)
      let sheet = blank
      for (const wanted of edits) {
        const made = edit(sheet, wanted)
        sheet = made.sheet
        history = recordUndo(history, made.back)
      }
      const end = sheet

      for (let taken = popPast(history); taken; taken = popPast(history)) {
        const made = edit(sheet, taken.entry)
        sheet = made.sheet
        history = pushFuture(taken.history, made.back)
      }
      expect(sheet).toEqual(blank)

      for (let taken = popFuture(history); taken; taken = popFuture(history)) {
        const made = edit(sheet, taken.entry)
        sheet = made.sheet
        history = pushPast(taken.history, made.back)
      }
      expect(sheet).toEqual(end)
      expect(history.past).toHaveLength(edits.length)
    }),
  )
})

test('a new action clears what could be redone', () => {
  const taken = popPast(recordUndo(makeUndoHistory<string>(50), 'first'))
  const undone = pushFuture(taken?.history ?? makeUndoHistory(50), 'first again')

  expect(undone.future).toEqual(['first again'])
  expect(recordUndo(undone, 'next')).toMatchObject({ past: ['next'], future: [] })
})

test('a redo keeps the remaining redo entries', () => {
  let history = recordUndo(recordUndo(makeUndoHistory<string>(50), 'a'), 'b')
  for (const again of ['b again', 'a again']) history = pushFuture(popPast(history)?.history ?? history, again)

  const redone = popFuture(history)

  expect(redone?.entry).toBe('a again')
  expect(pushPast(redone?.history ?? history, 'a')).toMatchObject({ past: ['a'], future: ['b again'] })
})

test('keeps the newest entries up to the limit', () => {
  fc.assert(
    fc.property(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 50 }), (count, limit) => {
      let history: UndoHistory<number> = makeUndoHistory(limit)
      for (let index = 0; index < count; index += 1) history = recordUndo(history, index)

      expect(history.past).toHaveLength(Math.min(count, limit))
      if (count > 0) expect(history.past.at(-1)).toBe(count - 1)
    }),
  )
})

test('an empty history has nothing to undo or redo', () => {
  expect([popPast(makeUndoHistory(50)), popFuture(makeUndoHistory(50))]).toEqual([undefined, undefined])
})
