import { expect, test } from 'vitest'
import { parseGridFilter, toSavedGridFilter } from '#core/items/saved-filter.ts'
import { newId, toId, type FieldId, type StageId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValues } from '#core/schema/field-values.ts'
import { newRow } from '#core/schema/tables.ts'
import {
  fieldName,
  isAnyEnough,
  setIsAnyEnough,
  listedKindsOf,
  listSubjects,
  withValues,
  type Filter,
  type FilteredRow,
  withExpressions,
} from './filter-kinds.ts'
import { isAboutTasks, isNarrowing, makeFilterTest, type FilterContext } from './filter-rows.ts'
import { summarizeFilter } from './filter-summary.ts'
import { fieldTests, isComplete, makeValueTest, noneId, noValue } from './filter-tests.ts'

const context = { me: 'ann', today: () => '2026-11-25' as const }
const testOf = (name: string, values: readonly string[]) => makeValueTest(name, values, context)

type Case = readonly [name: string, values: readonly string[], passing: readonly unknown[], failing: readonly unknown[]]

const cases: readonly Case[] = [
  ['empty', noValue, [undefined, '', []], ['a', 0, false, ['a']]],
  ['filled', noValue, ['a', 0, ['a']], [undefined, []]],
  ['contains', ['Crâne'], ['a crane', 'CRANE over'], [undefined, 'cran e']],
  ['contains-not', ['crane'], [undefined, 'boat'], ['Crane']],
  ['is', ['calm'], ['Calm'], ['calmer', undefined]],
  ['is-not', ['calm'], ['calmer', undefined], ['Calm']],
  ['equals', ['1.5'], [1.5], [1, undefined, '1.5']],
  ['equals-not', ['1.5'], [1, undefined], [1.5]],
  ['above', ['10'], [11], [10, undefined, '11']],
  ['below', ['10'], [-1], [10, undefined]],
  ['between', ['20', '10'], [10, 15, 20], [9, 21, undefined]],
  ['before-today', noValue, ['2026-11-24'], ['2026-11-25', undefined, 'soon']],
  ['today', noValue, ['2026-11-25'], ['2026-11-24']],
  ['after-today', noValue, ['2026-11-26'], ['2026-11-25', undefined]],
  ['on', ['2026-12-24'], ['2026-12-24'], ['2026-12-25']],
  ['before', ['2026-12-24'], ['2026-12-23'], ['2026-12-24', undefined]],
  ['after', ['2026-12-24'], ['2026-12-25'], ['2026-12-24']],
  ['between-days', ['2026-12-24', '2026-12-01'], ['2026-12-01', '2026-12-24'], ['2026-11-30', undefined]],
  ['in', ['a', 'b'], ['a', ['c', 'b']], ['c', undefined, []]],
  ['in', ['a', noneId], ['a', undefined, [], false], ['c', true]],
  ['not-in', ['a'], ['c', undefined, []], ['a', ['a', 'b']]],
  ['not-in', [noneId], ['c'], [undefined, false]],
  ['all-of', ['a', 'b'], [['b', 'a', 'c']], [['a'], 'a', undefined]],
  ['mine', noValue, ['ann', ['bo', 'ann']], ['bo', undefined]],
  ['ticked', noValue, [true], [false, undefined]],
  ['not-ticked', noValue, [false, undefined], [true]],
]

test.each(cases)('the test “%s” %j passes what it names', (...[name, values, passing, failing]) => {
  const holds = testOf(name, values)

  expect(passing.filter((value) => !holds(value))).toEqual([])
  expect(failing.filter((value) => holds(value))).toEqual([])
})

test('every test that is offered is implemented', () => {
  const offered = new Set(Object.values(fieldTests).flatMap((tests) => tests.map((each) => each.test)))
  // A test without an implementation lets everything pass.
  const passesAll = [...offered].filter((name) =>
    [['a'], ['1'], ['zz']].every((values) =>
      [undefined, 'a', 1, true, '2026-11-25', ['a']].every(testOf(name, values)),
    ),
  )

  expect(passesAll).toEqual([])
})

test('an incomplete condition is no test', () => {
  const [contains, between] = [fieldTests.text[0], fieldTests.number[4]]
  if (contains === undefined || between === undefined) throw new Error('they are there')

  expect([[''], [' ']].map((values) => isComplete(contains, values))).toEqual([false, false])
  expect([['1'], ['1', ''], ['1', 'x'], ['1', '2']].map((values) => isComplete(between, values))).toEqual([
    false,
    false,
    false,
    true,
  ])
})

const aField = (key: string, kind: FieldDefinition['kind']): FieldDefinition =>
  newRow('field_definitions', {
    id: newId<FieldId>(),
    key,
    name: key,
    kind,
    options: [{ id: 'calm', name: 'Calm', color: '#123456' }],
  })
const fields = [aField('frames', 'number'), aField('mood', 'choice')]
const items: Readonly<Record<string, Readonly<Record<string, unknown>>>> = {
  one: { frames: 12, mood: 'calm' },
  two: { frames: 100 },
  three: { mood: 'calm' },
}
const asked: FilterContext = {
  ...context,
  fields,
  valueOf: ({ key }, { itemId = '' }) => items[itemId]?.[key],
  holds: (text) => (row) => row.itemId === text,
}
const named = (key: string) => fieldName({ key, of: 'item' })
const passing = (filter: Filter) =>
  Object.keys(items).filter((itemId) => makeFilterTest(filter, 'grid', asked)({ itemId, statusId: `of ${itemId}` }))

test('conditions about fields are joined by all, or by any', () => {
  const long = { field: named('frames'), test: 'above', values: ['50'] }
  const calm = { field: named('mood'), test: 'in', values: ['calm'] }

  expect(passing([long])).toEqual(['two'])
  expect(passing([long, calm])).toEqual([])
  expect(passing(setIsAnyEnough([long, calm], true))).toEqual(['one', 'two', 'three'])
  expect(passing(setIsAnyEnough(withValues([long], 'status', ['of one']), true))).toEqual(['one', 'two'])
  expect(passing(setIsAnyEnough([long, { field: 'expression', test: 'holds', values: ['three'] }], true))).toEqual([
    'two',
    'three',
  ])
  expect(passing(setIsAnyEnough([], true))).toEqual(['one', 'two', 'three'])
  expect(isAnyEnough(setIsAnyEnough(setIsAnyEnough([long], true), false))).toBe(false)
})

test('omitted items stay hidden even where any condition is enough', () => {
  const filter = setIsAnyEnough(
    withValues([{ field: named('frames'), test: 'above', values: ['1'] }], 'omitted', ['hidden']),
    true,
  )
  const passes = makeFilterTest(filter, 'grid', asked)

  expect(passes({ itemId: 'one', isOmitted: true })).toBe(false)
  expect(passes({ itemId: 'one', isOmitted: false })).toBe(true)
  expect(passes({ itemId: 'three', isOmitted: false })).toBe(false)
})

test('values that every task has can be tested other than by choosing', () => {
  const notWip = { field: 'status', test: 'not-in', values: ['wip'] }
  const mine = { field: 'artist', test: 'mine', values: noValue }
  const passes = makeFilterTest([notWip, mine], 'grid', asked)

  expect(passes({ statusId: 'done', artistIds: ['ann'] })).toBe(true)
  expect(passes({ statusId: 'wip', artistIds: ['ann'] })).toBe(false)
  expect(passes({ statusId: 'done', artistIds: ['bo'] })).toBe(false)
})

const late = { field: 'due', test: 'before-today', values: noValue }
const taskCases: readonly (readonly [Filter, FilteredRow, FilteredRow])[] = [
  [[late], { dueDate: '2026-11-24' }, { dueDate: '2026-11-25' }],
  [[{ field: 'due', test: 'empty', values: noValue }], {}, { dueDate: '2026-11-25' }],
  [withValues([], 'priority', ['6', '9']), { priority: 6 }, { priority: 3 }],
  [withValues([], 'priority', ['0']), { priority: 0 }, {}],
  // The API can set a priority between those people choose.
  [withValues([], 'priority', ['6']), { priority: 8 }, { priority: 9 }],
  [[{ field: 'priority', test: 'not-in', values: ['0'] }], { priority: 1 }, { priority: 0 }],
  [[{ field: 'estimate', test: 'above', values: ['8'] }], { estimatedHours: 8.5 }, { estimatedHours: 8 }],
  [[{ field: 'estimate', test: 'empty', values: noValue }], {}, { estimatedHours: 0 }],
]

test.each(taskCases)('tasks are filtered by due date, priority and hours: %j', (filter, passing, failing) => {
  for (const screen of ['grid', 'timeline'] as const) {
    const passes = makeFilterTest(filter, screen, asked)
    expect([passes(passing), passes(failing)]).toEqual([true, false])
    expect(isAboutTasks(filter, screen)).toBe(true)
  }
  expect(parseGridFilter(JSON.parse(JSON.stringify(toSavedGridFilter(filter))))).toEqual(filter)
})

test("a condition about a task's value has a summary and is no list of the panel", () => {
  const filter: Filter = [
    late,
    ...withValues([], 'priority', ['9']),
    { field: 'estimate', test: 'above', values: ['8'] },
  ]

  expect(summarizeFilter(filter, 'grid', source).map(({ label, values }) => `${label}: ${values}`)).toEqual([
    'Due date: is before today',
    'Priority: Urgent',
    'Estimate in hours: is above 8',
  ])
  expect(listedKindsOf('grid').map(({ field }) => field)).not.toContain('due')
})

const source = { projects: [], spaces: [], stages: [], collections: [], items: [], statuses: [], artists: [], fields }

test("a condition its changed field cannot answer is summarised by the field's name", () => {
  const cost = { ...aField('cost', 'number'), name: 'Cost', of: 'task' as const }
  const changed = { ...aField('frames', 'number'), name: 'Frames' }
  const now = {
    ...source,
    fields: [changed, cost],
    stages: [{ id: toId<StageId>('anim'), name: 'Animation', color: '#22c55e' }],
  }
  const filter: Filter = [
    { field: named('frames'), test: 'contains', values: ['1'] },
    { field: 'task:cost@roto', test: 'above', values: ['3'] },
    { field: 'task:cost@anim', test: 'contains', values: ['3'] },
    { field: 'task:vendor@anim', test: 'in', values: ['north'] },
    { field: 'weather', test: 'above', values: ['3'] },
  ]

  expect(summarizeFilter(filter, 'grid', now).map(({ label, values }) => `${label}: ${values}`)).toEqual([
    'Frames: does not fit the kind of the field, not applied',
    'Cost of a deleted stage: not applied',
    'Animation: Cost: does not fit the kind of the field, not applied',
    'Missing field “vendor”: not applied',
    'weather: unknown to this version, not applied',
  ])
  const elsewhere = { ...now, everyField: [{ ...aField('vendor', 'text'), name: 'Vendor', of: 'task' as const }] }
  expect(summarizeFilter(filter.slice(3, 4), 'grid', elsewhere)).toMatchObject([
    { label: 'Vendor', values: 'not applied here' },
  ])
  const formula = { ...now, fields: [{ ...aField('score', 'formula'), name: 'Score' }] }
  const asked = [{ field: named('score'), test: 'above', values: ['3'] }]
  expect(summarizeFilter(asked, 'timeline', formula)).toMatchObject([{ label: 'Score', values: 'not applied here' }])
})

test('conditions have summaries, are saved unchanged, and narrow nothing while unknown', () => {
  const filter: Filter = setIsAnyEnough(
    [
      { field: named('frames'), test: 'between', values: ['1', '2'] },
      { field: named('mood'), test: 'not-in', values: ['calm'] },
      { field: named('mood'), test: 'empty', values: noValue },
      { field: named('frames'), test: 'above', values: [''] },
      { field: named('gone'), test: 'above', values: ['3'] },
    ],
    true,
  )

  expect(summarizeFilter(filter, 'grid', source).map(({ label, values }) => `${label}: ${values}`)).toEqual([
    'frames: is between 1 and 2',
    'mood: is none of Calm',
    'mood: is empty',
    'Missing field “gone”: not applied',
    'Joined by: any of these',
  ])
  expect(parseGridFilter(JSON.parse(JSON.stringify(toSavedGridFilter(filter))))).toEqual(filter)
  expect(isNarrowing(filter.slice(3), 'grid', asked)).toBe(false)
  expect(isNarrowing(filter, 'grid', asked)).toBe(true)
  expect(passing([{ field: named('gone'), test: 'above', values: ['3'] }])).toHaveLength(3)
})

test('a task field is read from each task, or from the task of one stage', () => {
  const vendor = { ...aField('vendor', 'text'), of: 'task' } as const
  const stages = [{ id: 'g1', name: 'Animation' }]
  const tasks: Readonly<Record<string, string>> = { one: 'North', two: 'South' }
  const ofTasks: FilterContext = {
    ...asked,
    fields: [...fields, vendor],
    stages,
    findTask: ({ itemId = '' }) => (itemId in tasks ? { fields: { vendor: tasks[itemId] ?? '' } } : undefined),
  }
  const pass = (filter: Filter, taskFields?: FieldValues) =>
    Object.keys(items).filter((itemId) => makeFilterTest(filter, 'grid', ofTasks)({ itemId, taskFields }))
  const condition = (field: string, test: string, value = 'yes') => ({ field, test, values: [value] })

  expect(fieldName(vendor)).toBe('task:vendor')
  expect(listSubjects('grid', ofTasks).flatMap(({ field, label }) => (field.startsWith('task:') ? label : []))).toEqual(
    ['vendor', 'Animation: vendor'],
  )
  expect(listSubjects('timeline', ofTasks).filter(({ field }) => field.startsWith('task:'))).toHaveLength(1)
  expect(pass([condition('task:vendor', 'contains', 'nor')], { vendor: 'North' })).toHaveLength(3)
  expect(pass([condition('task:vendor', 'contains', 'nor')])).toEqual([])
  expect(pass([condition('task:vendor@g1', 'contains', 'nor')])).toEqual(['one'])
  // No condition holds for a missing task, not even a negative one.
  expect(pass([condition('task:vendor@g1', 'is-not', 'north')])).toEqual(['two'])
  expect(pass([condition('task:vendor@g1', 'empty')])).toEqual([])
  // A condition about a removed stage hides nothing.
  expect(pass([condition('task:vendor@gone', 'empty')])).toHaveLength(3)
  expect([
    isAboutTasks([condition('task:vendor', 'empty')], 'grid'),
    isAboutTasks([condition('task:vendor@g1', 'empty')], 'grid'),
  ]).toEqual([true, false])
})

test('a timeline is not filtered by formulas, which need tasks it does not have', () => {
  const all = [...fields, aField('sum', 'formula')]

  expect(listSubjects('grid', { fields: all }).some(({ field }) => field === named('sum'))).toBe(true)
  expect(listSubjects('timeline', { fields: all }).some(({ field }) => field === named('sum'))).toBe(false)
})

test('an expression that is likely a mistake is applied, with a hint beside it', () => {
  const hinted = {
    ...source,
    findHint: (text: string) => (text.includes('typo') ? 'There is no kind "typo"' : undefined),
  }

  const said = (text: string) =>
    summarizeFilter(withExpressions([], [text]), 'grid', hinted).map(({ values }) => values)

  expect(said('kind == "typo"')).toEqual(['kind == "typo" (There is no kind "typo")'])
  expect(said('kind == "Prop"')).toEqual(['kind == "Prop"'])
})
