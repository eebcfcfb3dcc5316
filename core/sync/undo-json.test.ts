import { expect, test } from 'vitest'
import type { Undo } from '#core/change/context.ts'
import { setFields } from '#core/fields/mutators.ts'
import { newId, type ItemId, type StudioId } from '#core/lib/ids.ts'
import { ok } from '#core/lib/result.ts'
import { readUndo, toUndoText } from './undo-json.ts'

const mutation = {
  kind: 'update',
  table: 'projects',
  changes: [{ key: 'a', fields: { thumbnailMediaId: undefined, name: 'x' }, expected: { thumbnailMediaId: 'b' } }],
}
const step = { studioId: newId<StudioId>(), scopes: [], mutation }

test('an undo survives the round trip through text, including absent values', () => {
  const undo: Undo = { label: 'Change project', steps: [step] }

  expect(readUndo(toUndoText(undo))).toStrictEqual(ok(undo))
})

test('an undo that clears a field’s value survives too', () => {
  const itemId = newId<ItemId>()
  const change = { id: itemId, values: { weather: null }, expected: { weather: 'rain' } }
  const undo = {
    label: 'Set weather',
    steps: [{ ...step, mutation: { kind: 'set-fields', of: 'item', changes: [change] } }],
  }

  const read = readUndo(toUndoText(undo))

  const [kept] = read.ok ? read.value.steps : []
  const rows = { find: () => ({ id: itemId, fields: { weather: 'rain' } }), list: () => [] }
  // It reads only this one item.
  expect(setFields.plan?.(rows as never, Object(kept?.mutation))).toMatchObject({
    args: { changes: [change] },
    changedCount: 1,
  })
})

test('malformed undo text is refused', () => {
  for (const text of ['', '{', 'null', '[]', '{"label":"x"}', '{"steps":[]}']) expect(readUndo(text).ok).toBe(false)
})

test.each([
  { what: 'an unknown change', steps: [step, { ...step, mutation: { kind: 'tint-items' } }] },
  { what: 'wrong arguments', steps: [{ ...step, mutation: { ...mutation, changes: [{ key: 7 }] } }] },
  { what: 'no studio', steps: [{ ...step, studioId: 'here' }] },
  { what: 'no scopes', steps: [{ ...step, scopes: 'all' }] },
])('an undo with $what is refused as a whole, by name', ({ steps }) => {
  const read = readUndo(JSON.stringify({ label: 'Rename item', steps }))

  expect(read).toMatchObject({
    ok: false,
    error: { message: '“Undo: Rename item” was kept in a form that cannot be read, and was not sent.' },
  })
})
