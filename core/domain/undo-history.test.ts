import fc from 'fast-check'
import { expect, test } from 'vitest'
import { makeUndoHistory, recordUndo, redo, undo, type ReversibleStep, type UndoHistory } from './undo-history.ts'

/** Sets one of four cells; enough of a document to undo on. */
type Step = { readonly cell: number; readonly value: number }
type Sheet = readonly number[]

const edit = fc.array(fc.record({ cell: fc.nat({ max: 3 }), value: fc.nat({ max: 9 }) }), {
  minLength: 1,
  maxLength: 4,
})
const run = (sheet: Sheet, steps: readonly Step[]): Sheet =>
  steps.reduce((cells, step) => cells.with(step.cell, step.value), sheet)

function act(sheet: Sheet, edits: readonly Step[]): ReversibleStep<Step>[] {
  let current = sheet
  return edits.map((apply) => {
    const revert = { cell: apply.cell, value: current[apply.cell] ?? 0 }
    current = run(current, [apply])
    return { apply, revert }
  })
}

const always = () => true
const blank: Sheet = [0, 0, 0, 0]
const bulk = {
  label: 'Set status',
  steps: act(blank, [
    { cell: 0, value: 5 },
    { cell: 1, value: 5 },
    { cell: 2, value: 5 },
  ]),
}

test('undoing everything brings back the start, redoing everything the end', () => {
  fc.assert(
    fc.property(fc.array(edit, { maxLength: 10 }), (edits) => {
      let history: UndoHistory<Step> = makeUndoHistory(50)
      let sheet = blank
      for (const entry of edits) {
        const steps = act(sheet, entry)
        sheet = run(
          sheet,
          steps.map((step) => step.apply),
        )
        history = recordUndo(history, { label: 'edit', steps })
      }
      const end = sheet

      for (let outcome = undo(history, always); outcome; outcome = undo(history, always)) {
        sheet = run(sheet, outcome.steps)
        history = outcome.history
      }
      expect(sheet).toEqual(blank)

      for (let outcome = redo(history, always); outcome; outcome = redo(history, always)) {
        sheet = run(sheet, outcome.steps)
        history = outcome.history
      }
      expect(sheet).toEqual(end)
      expect(history.past).toHaveLength(edits.length)
    }),
  )
})

test('leaves alone what somebody else changed in between, and takes back the rest', () => {
  const history = recordUndo(makeUndoHistory<Step>(50), bulk)
  const sheet = [5, 8, 5, 0]

  const outcome = undo(history, (step) => sheet[step.cell] === step.value)

  expect(outcome).toMatchObject({ label: 'Set status', refusedCount: 1 })
  expect(run(sheet, outcome?.steps ?? [])).toEqual([0, 8, 0, 0])
  expect(outcome?.history.future[0]?.steps).toHaveLength(2)
})

test('an action that is refused whole is forgotten, so that older ones can be reached', () => {
  const history = recordUndo(makeUndoHistory<Step>(50), bulk)

  const outcome = undo(history, () => false)

  expect(outcome).toMatchObject({ steps: [], refusedCount: 3, history: { past: [], future: [] } })
})

test('a redo checks what the undo left behind', () => {
  const undone = undo(recordUndo(makeUndoHistory<Step>(50), bulk), always)
  const sheet = [0, 0, 7, 0]

  const outcome = redo(undone?.history ?? makeUndoHistory<Step>(50), (step) => sheet[step.cell] === step.value)

  expect(outcome?.steps.map((step) => step.cell)).toEqual([0, 1])
  expect(outcome?.refusedCount).toBe(1)
})

test('a new action forgets what could be redone; empty ones are not remembered', () => {
  const undone = undo(recordUndo(makeUndoHistory<Step>(50), bulk), always)
  const history = recordUndo(undone?.history ?? makeUndoHistory(50), { ...bulk, label: 'Next' })

  expect([history.past.map((entry) => entry.label), history.future]).toEqual([['Next'], []])
  expect(recordUndo(history, { label: 'Nothing', steps: [] })).toBe(history)
})

test('keeps the newest entries up to the limit', () => {
  fc.assert(
    fc.property(fc.nat({ max: 120 }), fc.integer({ min: 1, max: 50 }), (count, limit) => {
      let history: UndoHistory<Step> = makeUndoHistory(limit)
      for (let index = 0; index < count; index += 1) history = recordUndo(history, { ...bulk, label: `${index}` })
      expect(history.past).toHaveLength(Math.min(count, limit))
      if (count > 0) expect(history.past.at(-1)?.label).toBe(`${count - 1}`)
    }),
  )
})

test('an empty history has nothing to undo or redo', () => {
  expect([undo(makeUndoHistory(50), always), redo(makeUndoHistory(50), always)]).toEqual([undefined, undefined])
})
