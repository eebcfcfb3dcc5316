import { expect, test } from 'vitest'
import type { ExpressionValue } from '#core/expressions/types.ts'
import {
  newId,
  type CollectionId,
  type FieldId,
  type ItemId,
  type ItemKindId,
  type StageId,
  type StatusId,
  type StudioId,
  type TaskId,
  type UserId,
} from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { checkFormula } from './check-formula.ts'
import { makeFormulas } from './formulas.ts'
import type { ItemPlace } from './item-scope.ts'

const done = { id: newId<StatusId>(), name: 'Approved', shortCode: 'APP', isDone: true }
const anim = { id: newId<StageId>(), name: 'Animation' }
const ana = newId<UserId>()
const options = [{ id: 'hard', name: 'Hard', color: '#ef4444' }]
const item = newRow('items', {
  id: newId<ItemId>(),
  collectionId: newId<CollectionId>(),
  kindId: newId<ItemKindId>(),
  title: 'sh010',
  slug: 'sh010',
  orderRank: '1',
  frameIn: 1001,
  frameOut: 1048,
  fields: { difficulty: 'hard', handles: 8, lead: ana, hero: true },
})
const task = newRow('item_tasks', {
  id: newId<TaskId>(),
  itemId: item.id,
  stageId: anim.id,
  statusId: done.id,
  dueDate: '2026-12-24',
  fields: { weight: 3 },
})

function aField(key: string, kind: FieldDefinition['kind'], formula = ''): FieldDefinition {
  return newRow('field_definitions', { id: newId<FieldId>(), key, name: key, kind, options, formula })
}

const values = [
  aField('difficulty', 'choice'),
  aField('handles', 'number'),
  aField('lead', 'person'),
  aField('hero', 'checkbox'),
]

/** A studio with only what these formulas need. */
function aPlace(fields: readonly FieldDefinition[] = [], artists = [ana]): ItemPlace {
  const find = (table: string, id: string): unknown =>
    ({
      task_statuses: done,
      stages: anim,
      studio_members: id === ana ? { displayName: 'Ana Lima' } : undefined,
      collections: { name: 'sq010' },
      item_kinds: { name: 'Prop' },
    })[table] ?? id
  const studio = {
    studioId: newId<StudioId>(),
    replica: { find },
    getStages: () => [anim],
    getKinds: () => [],
    getMembers: () => [],
    getStatuses: () => [],
    getFields: () => fields,
    getTaskFields: () => [{ ...aField('weight', 'number'), of: 'task' }],
  } as unknown as StudioReplica
  const space = { getTasks: () => [task], findEstimatedHours: () => 6, replica: studio.replica }
  return { studio, space, getArtists: () => artists }
}

function evaluate(formula: string, more: readonly FieldDefinition[] = []): ExpressionValue | { reason: string } {
  const formulas = makeFormulas(aPlace(), [...values, ...more, aField('it', 'formula', formula)])
  const result = formulas.evaluate('it', item, '2026-12-20')
  return result.ok ? result.value : { reason: result.error.reason }
}

test.each<[string, ExpressionValue]>([
  ['frames + 2 * handles', 64],
  ['difficulty == "Hard" && hero', true],
  ['lead + " · " + collection + "/" + name', 'Ana Lima · sq010/sh010'],
  ['kind == "Prop"', true],
  ['task("anim").status', 'Approved'],
  ['task("Animation").done ? "✓" : "–"', '✓'],
  ['task("anim").due - today()', 4],
  ['"Ana Lima" in task("anim").assignees', true],
  ['share(tasks, t, t.done)', 1],
  ['sum(tasks, t, t.weight) + task("anim").weight', 6],
  ['sum(tasks, t, t.hours) / 8', 0.75],
])('a formula is calculated from fields, tasks and days: %s', (formula, value) => {
  expect(evaluate(formula)).toEqual(value)
})

test('an artist who is gone from the studio is read as removed', () => {
  const fields = [aField('it', 'formula', '"(removed)" in task("anim").assignees')]

  const result = makeFormulas(aPlace([], [newId()]), fields).evaluate('it', item, '2026-12-20')

  expect(result).toEqual({ ok: true, value: true })
})

test('a field takes precedence over a name that every item has', () => {
  expect(evaluate('frames', [aField('frames', 'text')])).toBeNull()
})

test('formulas use each other, each calculated once per item', () => {
  const chain = Array.from({ length: 40 }, (_, at) =>
    aField(`f${at}`, 'formula', at === 0 ? 'handles' : `f${at - 1} + f${at - 1}`),
  )

  expect(evaluate('f39', chain)).toBe(8 * 2 ** 39)
})

test('an error in a formula is reported by the next, with its name', () => {
  expect(evaluate('per_frame * 2', [aField('per_frame', 'formula', '1 / (frames - 48)')])).toEqual({
    reason: 'per_frame: Division by zero',
  })
  expect(evaluate('broken + 1', [aField('broken', 'formula', 'nothing + 1')])).toEqual({
    reason: 'broken: nothing was deleted, or your role may not read it',
  })
})

test('a deleted or unreadable field is named without a suggestion', () => {
  expect(evaluate('handels * 2')).toMatchObject({ reason: 'handels was deleted, or your role may not read it' })
})

test('a formula cycle is refused with its path, whichever formula is asked for', () => {
  const fields = [aField('a', 'formula', 'b + 1'), aField('b', 'formula', 'c'), aField('c', 'formula', 'a * 2')]
  const formulas = makeFormulas(aPlace(), fields)
  const reasons = ['b', 'a'].map((key) => {
    const made = formulas.get(key)
    return made?.ok === false ? made.error.reason : 'fine'
  })

  expect(reasons).toEqual(['It is circular: b → c → a → b', 'It is circular: b → c → a → b'])
})

test('a formula is checked against the existing ones before it is saved', () => {
  const { studio } = aPlace([aField('a', 'formula', 'b + 1'), aField('b', 'number')])
  const check = (key: string, formula: string): string | undefined => {
    const result = checkFormula(studio, { key, name: key.toUpperCase(), formula })
    return result.ok ? undefined : result.error.message
  }

  expect(check('b', 'a')).toBe('B: It is circular: b → a → b')
  expect(check('x', 'a +')).toBe('X: Something is missing at the end')
  expect(check('x', 'a * 2')).toBeUndefined()
})
