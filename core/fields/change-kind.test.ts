import { expect, test } from 'vitest'
import { toId, type FieldId, type ItemId } from '#core/lib/ids.ts'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import { describeKindPlan, planKind } from './change-kind.ts'

const field = (kind: FieldKind, given: object = {}) =>
  newRow('field_definitions', { id: toId<FieldId>('f'), key: 'f', name: 'Frames', kind, ...given })

const item = (title: string, value?: FieldValue) =>
  newRow('items', {
    id: toId<ItemId>(title),
    title,
    collectionId: toId('c'),
    slug: title,
    orderRank: '1',
    ...(value !== undefined && { fields: { f: value } }),
  })

const plan = (from: ReturnType<typeof field>, kind: FieldKind, values: readonly FieldValue[]) =>
  planKind({
    field: from,
    kind,
    people: [],
    rows: [...values.map((value, at) => item(`sh${at}`, value)), item('bare')],
  })

test('a kind change reports how many values can be kept, with examples of the others', () => {
  const planned = plan(field('text', { defaultValue: '8' }), 'number', ['24', 'many', '1,200', 'two'])
  if (!planned.ok) throw planned.error

  expect(planned.value.values.map(({ to }) => to)).toEqual([24, null, 1200, null])
  expect(planned.value.definition).toEqual({ kind: 'number', options: [], defaultValue: 8 })
  expect(describeKindPlan(planned.value)).toBe('2 of 4 values can be kept. Cleared: “many” of sh1, “two” of sh3.')
})

test('a kind change makes options of texts, and keeps existing options', () => {
  const made = plan(field('text'), 'choice', ['Easy', 'easy', 'Hard'])
  const options = [{ id: 'e', name: 'Easy', color: '#123456' }]
  const kept = plan(field('choice', { options }), 'choices', ['e'])
  const back = plan(field('choices', { options }), 'text', [['e']])

  expect(made.ok && made.value.values.map(({ to }) => to)).toEqual(['easy', 'easy', 'hard'])
  expect(kept.ok && [kept.value.definition.options, kept.value.values[0]?.to]).toEqual([options, ['e']])
  expect(back.ok && back.value.values[0]?.to).toBe('Easy')
})

test('a kind change reads spreadsheet days, and splits texts at commas into several options', () => {
  const days = plan(field('text'), 'date', ['2026-12-24', '12/24/2026', '1/2/2026', '24-Dec-26', 'soon'])
  const several = plan(field('text'), 'choices', ['Hero, FX', 'fx;Crowd'])

  expect(days.ok && days.value.values.map(({ to }) => to)).toEqual([
    '2026-12-24',
    '2026-12-24',
    '2026-01-02',
    '2026-12-24',
    null,
  ])
  expect(several.ok && several.value.definition.options.map(({ name }) => name)).toEqual(['Hero', 'fx', 'Crowd'])
  expect(several.ok && several.value.values.map(({ to }) => to)).toEqual([
    ['hero', 'fx'],
    ['fx', 'crowd'],
  ])
})

test('a kind change refuses formulas, the same kind, and lists of nothing or too much', () => {
  const many = Array.from({ length: 101 }, (_, at) => `take ${at}`)
  const reasons = [
    plan(field('formula'), 'text', []),
    plan(field('text'), 'formula', []),
    plan(field('text'), 'text', []),
    plan(field('text'), 'choice', []),
    plan(field('text'), 'choice', many),
  ].map((planned) => (planned.ok ? '' : planned.error.message))

  expect(reasons).toEqual([
    'A formula is calculated: create a new field instead of changing the kind.',
    'A formula is calculated: create a new field instead of changing the kind.',
    'The kind of Frames is already Text.',
    'Frames has no values to make a list of: create a new field.',
    'Frames has 101 different values; a list has at most 100.',
  ])
})
