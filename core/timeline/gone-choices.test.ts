import { expect, test } from 'vitest'
import { newId, toId, type FieldId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import { changeFilter, listChoices } from './filter-cascade.ts'
import {
  fieldName,
  listSubjects,
  withValues,
  type Filter,
  type FilterScreen,
  type FilterSource,
} from './filter-kinds.ts'
import { makeFilterTest } from './filter-rows.ts'
import { listTestChoices, summarizeFilter } from './filter-summary.ts'

const field = newRow('field_definitions', {
  id: newId<FieldId>(),
  key: 'mood',
  name: 'Mood',
  kind: 'choice',
  options: [{ id: 'calm', name: 'Calm', color: '#123456' }],
})
const source: FilterSource = {
  projects: [],
  spaces: [],
  collections: [],
  items: [],
  stages: [],
  statuses: [{ id: toId('wip'), name: 'In progress', color: '#123456', shortCode: 'WIP' }],
  artists: [{ id: toId('ann'), name: 'Ann' }],
  unlisted: {
    artist: [{ id: 'bo', name: 'Bo (archived)' }],
    status: [{ id: 'client', name: 'Client look', short: 'CL' }],
  },
  kinds: [{ id: 'prop', name: 'Prop' }],
  fields: [field],
}
const chosen = (name: string, ...values: readonly string[]): Filter => withValues([], name, values)
const say = (filter: Filter, screen: FilterScreen = 'tasks', from = source): readonly string[] =>
  summarizeFilter(filter, screen, from).map(({ label, values }) => `${label}: ${values}`)

test('a chosen value that is gone is named by the same word as in cells, whatever it was', () => {
  expect(say(chosen('status', 'review', 'wip'))).toEqual(['Status: (removed), WIP'])
  expect(say(chosen('kind', 'set'))).toEqual(['Kind: (removed)'])
  expect(say(chosen('artist', 'bo', 'cy'))).toEqual(['Artist: Bo (archived), (removed)'])
  expect(say(chosen('stage', 'anim'))).toEqual(['Stage: (removed)'])
  expect(say(chosen('collection', 'seq010'))).toEqual(['Collection: Collection not found'])
  // It still exists; only this space does not offer it.
  expect(say(chosen('status', 'client'))).toEqual(['Status: CL'])
  expect(say(chosen('status', 'wip', 'review', 'sent'))).toEqual(['Status: 3 (2 removed)'])
  expect(say([{ field: fieldName(field), test: 'in', values: ['angry'] }])).toEqual(['Mood: is any of (removed)'])
})

test('a filter over partly loaded places shows how many values are chosen', () => {
  const partly = { ...source, isPartial: true }

  expect(say(chosen('collection', 'seq010'), 'grid', partly)).toEqual(['Collection: 1'])
  expect(listChoices(chosen('collection', 'seq010'), 'collection', partly)).toEqual([])
  expect(say(chosen('status', 'review'), 'grid', partly)).toEqual(['Status: (removed)'])
})

test('deleted values are listed while chosen, and can be cleared', () => {
  const filter = chosen('status', 'wip', 'review')
  const names = (of: Filter): readonly string[] => listChoices(of, 'status', source).map(({ name }) => name)
  expect(names(filter)).toEqual(['(removed)', 'In progress'])

  const next = changeFilter(filter, { field: 'status', ids: ['review'], isSelected: false }, source)

  expect(next).toEqual(chosen('status', 'wip'))
  expect(names(next)).toEqual(['In progress'])
})

test('a test of values also lists deleted ones, and still excludes what it excluded before', () => {
  const condition = { field: 'status', test: 'not-in', values: ['review'] }
  const subject = listSubjects('grid', source).find(({ field: name }) => name === 'status')
  if (subject === undefined) throw new Error('Statuses can be asked about')

  expect(listTestChoices(subject, source, condition.values).map(({ name }) => name)).toEqual([
    '(removed)',
    'In progress',
  ])
  expect(say([condition], 'grid')).toEqual(['Status: is none of (removed)'])
  const asked = { me: undefined, today: () => '2026-11-29' as const, fields: [], valueOf: () => undefined }
  const passes = makeFilterTest([condition], 'grid', asked)
  // Once the deletion is undone it narrows as before.
  expect(['wip', 'review'].map((statusId) => passes({ statusId }))).toEqual([true, false])
  expect(makeFilterTest(chosen('status', 'review'), 'grid')({ statusId: 'review' })).toBe(true)
})

test('people in a field keep their names after they are archived', () => {
  const director = { ...field, key: 'director', name: 'Director', kind: 'person' as const, options: [] }
  const condition = { field: fieldName(director), test: 'in', values: ['bo'] }

  expect(say([condition], 'grid', { ...source, fields: [director] })).toEqual(['Director: is any of Bo (archived)'])
})
