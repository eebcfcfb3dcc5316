import fc from 'fast-check'
import { expect, test } from 'vitest'
import savedForms from './saved-forms.json' with { type: 'json' }
import { toId } from '#core/lib/ids.ts'
import { changeFilter, checkedValues, listChoices, type FilterChange } from './filter-cascade.ts'
import {
  emptyFilter,
  expressionsOf,
  filterKinds,
  kindsOf,
  valuesOf,
  withExpressions,
  withValues,
  type Filter,
  type FilterSource,
} from './filter-kinds.ts'
import { makeFilterTest } from './filter-rows.ts'
import { summarizeFilter } from './filter-summary.ts'
import {
  gridFilterKey,
  timelineFilterKey,
  defaultTimelineFilter,
  parseGridFilter,
  parseTimelineFilter,
  toSavedGridFilter,
  toSavedTimelineFilter,
} from '#core/items/saved-filter.ts'

// Two projects of two spaces of two collections of two items each; an id starts with its parent's.
const under = (parents: readonly string[]) => parents.flatMap((parent) => [`${parent}0`, `${parent}1`])
const projects = ['0', '1']
const spaces = under(projects)
const collections = under(spaces)
const items = under(collections)
const parentOf = (id: string) => toId<never>(id.slice(0, -1))
const source: FilterSource = {
  projects: projects.map((id) => ({ id: toId(id), name: id })),
  spaces: spaces.map((id) => ({ id: toId(id), name: id, projectId: parentOf(id) })),
  collections: collections.map((id) => ({ id: toId(id), name: id, spaceId: parentOf(id) })),
  items: items.map((id) => ({ id: toId(id), title: id, collectionId: parentOf(id) })),
  stages: [],
  statuses: [],
  artists: [],
}
const idsOf = { project: projects, space: spaces, collection: collections, item: items } as const
const change: fc.Arbitrary<FilterChange> = fc.constantFrom(...Object.entries(idsOf)).chain(([field, ids]) =>
  fc.record({
    field: fc.constant(field),
    ids: fc.subarray([...ids], { minLength: 1 }),
    isSelected: fc.boolean(),
  }),
)
const changed = (changes: readonly FilterChange[]) =>
  changes.reduce((filter, next) => changeFilter(filter, next, source), emptyFilter)

test('clearing a parent in a filter clears everything under it and nothing else', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), change, (before, last) => {
      const filter = changed(before)
      const cleared = changeFilter(filter, { ...last, isSelected: false }, source)
      const fields = Object.keys(idsOf)
      // A collection stands for all its items, so it is cleared with the first of them.
      const isBroken = (field: string, id: string) =>
        field === 'collection' && last.field === 'item' && last.ids.some((item) => item.startsWith(id))
      for (const { field } of filterKinds) {
        const isAtOrUnder = fields.indexOf(field) >= fields.indexOf(last.field)
        const isHit = (id: string) => isAtOrUnder && last.ids.some((parent) => id.startsWith(parent))
        expect(new Set(checkedValues(cleared, field, source))).toEqual(
          new Set(checkedValues(filter, field, source).filter((id) => !isHit(id) && !isBroken(field, id))),
        )
      }
    }),
    { numRuns: 500 },
  )
})

test('checking a collection checks its items; checking anything else checks only itself', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), change, (before, last) => {
      const filter = changed(before)
      const next = changeFilter(filter, { ...last, isSelected: true }, source)
      const itemsOf = last.field === 'collection' ? items.filter((id) => last.ids.includes(id.slice(0, -1))) : []
      for (const { field } of filterKinds) {
        const added = [...(field === last.field ? last.ids : []), ...(field === 'item' ? itemsOf : [])]
        const values = checkedValues(next, field, source)
        expect(new Set(values)).toEqual(new Set([...checkedValues(filter, field, source), ...added]))
        expect(new Set(values).size).toBe(values.length)
        expect(new Set(valuesOf(next, field)).size).toBe(valuesOf(next, field).length)
      }
    }),
    { numRuns: 500 },
  )
})

const collectionOf = (id: string) => ({ itemId: id, collectionId: id.slice(0, -1) })

test('a checked collection also passes items added later, beside items chosen from others', () => {
  const one = changeFilter(emptyFilter, { field: 'item', ids: ['0110'], isSelected: true }, source)
  const filter = changeFilter(one, { field: 'collection', ids: ['000'], isSelected: true }, source)

  const shows = ['0000', '0009', '0110', '0111'].filter((id) => makeFilterTest(filter, 'grid')(collectionOf(id)))
  expect(shows).toEqual(['0000', '0009', '0110'])
  expect(valuesOf(filter, 'item')).toEqual(['0110'])
  expect(listChoices(filter, 'item', source).map(({ id }) => id)).toEqual(['0000', '0001', '0110', '0111'])
  expect(parseGridFilter(toSavedGridFilter(filter))).toEqual(filter)

  const narrower = changeFilter(filter, { field: 'item', ids: ['0000'], isSelected: false }, source)
  expect(valuesOf(narrower, 'collection')).toEqual([])
  expect(new Set(valuesOf(narrower, 'item'))).toEqual(new Set(['0001', '0110']))
})

test('a filter saved with both a collection and its items means the collection', () => {
  const saved = { collectionIds: ['000'], itemIds: ['0000', '0001'], statusIds: [], artistIds: [] }

  for (const filter of [
    parseGridFilter(saved),
    parseTimelineFilter({ ...toSavedTimelineFilter(defaultTimelineFilter), ...saved })?.selection,
  ]) {
    // prettier-ignore
    expect(filter).toEqual([{ field: 'collection', test: 'in', values: ['000'] }])
    expect(makeFilterTest(filter ?? [], 'grid')(collectionOf('0009'))).toBe(true)
  }
})

test('a filter kind with nothing checked narrows nothing', () => {
  expect(makeFilterTest(emptyFilter, 'timeline')({})).toBe(true)
  expect(makeFilterTest(emptyFilter, 'timeline')({ itemId: 'x', artistIds: [] })).toBe(true)
})

test('a task passes a filter when every narrowing kind has it checked', () => {
  const [ann, bo] = ['ann', 'bo']
  const passes = makeFilterTest(withValues(withValues(emptyFilter, 'status', ['wip']), 'artist', [ann]), 'grid')

  expect(passes({ statusId: 'wip', artistIds: [bo, ann] })).toBe(true)
  expect(passes({ statusId: 'wip', artistIds: [bo] })).toBe(false)
  expect(passes({ statusId: 'wip' })).toBe(false)
  expect(passes({ statusId: undefined, artistIds: [ann] })).toBe(false)
})

const byField = (filter: Filter = []) => filter.toSorted((a, b) => a.field.localeCompare(b.field))

test('saved filters are read back unchanged', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.boolean(), (changes, hideFilteredTasks) => {
      const selection = changed(changes)
      const timeline = { ...defaultTimelineFilter, selection, hideFilteredTasks }
      const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
      expect(byField(parseTimelineFilter(stored(toSavedTimelineFilter(timeline)))?.selection)).toEqual(
        byField(selection),
      )
      expect(byField(parseGridFilter(stored(toSavedGridFilter(selection))))).toEqual(byField(selection))
    }),
  )
})

test('a corrupt saved filter counts as no filter', () => {
  const saved = toSavedTimelineFilter(defaultTimelineFilter)

  fc.assert(
    fc.property(fc.jsonValue(), (value) => {
      expect(parseTimelineFilter(value)).toBeUndefined()
    }),
  )
  for (const wrong of [
    { ...saved, itemIds: 'x' },
    { ...saved, itemIds: [1] },
    { ...saved, colorMode: 'mood' },
    { ...saved, hideFilteredTasks: 1 },
  ])
    expect(parseTimelineFilter(wrong)).toBeUndefined()
  expect(parseGridFilter({ statusIds: 'all' })).toBeUndefined()
  expect(parseGridFilter({ conditions: [{ field: 'priority' }] })).toBeUndefined()
})

test('keeps each filter under the key of its place', () => {
  expect([gridFilterKey('studio', 'space'), timelineFilterKey('studio')]).toEqual([
    'grid_filters_studio_space',
    'timeline_filters_studio',
  ])
})

test.each(savedForms.grid)('reads a grid filter that was saved as $form', ({ saved, means }) => {
  expect(parseGridFilter(saved)).toEqual(means)
})

test.each(savedForms.timeline)('reads a timeline filter that was saved as $form', ({ saved, means }) => {
  expect(parseTimelineFilter(saved)).toEqual(means)
})

test('filter kinds that an older version reads are still saved as its lists', () => {
  const filter = withValues(emptyFilter, 'status', ['wip'])

  expect(toSavedGridFilter(filter)).toEqual({ collectionIds: [], itemIds: [], statusIds: ['wip'], artistIds: [] })
  const lists = kindsOf('timeline').flatMap(({ savedAs }) => savedAs ?? [])
  expect(Object.keys(toSavedTimelineFilter(defaultTimelineFilter))).toEqual([
    ...lists,
    'colorMode',
    'hideFilteredTasks',
  ])
})

test('a condition of a later version hides nothing, is shown, and is saved unchanged', () => {
  const later = { field: 'mood', test: 'above', values: ['3'] }
  const filter = parseGridFilter({ statusIds: ['wip'], conditions: [later] }) ?? []

  expect(makeFilterTest(filter, 'grid')({ statusId: 'wip' })).toBe(true)
  expect(makeFilterTest(filter, 'grid')({ statusId: 'done' })).toBe(false)
  expect(summarizeFilter(filter, 'grid', source)).toContainEqual({
    condition: later,
    label: 'mood',
    values: 'unknown to this version, not applied',
  })
  expect(toSavedGridFilter(filter)).toMatchObject({ statusIds: ['wip'], conditions: [later] })
})

test.each(['grid', 'timeline'] as const)('omitted items can be hidden, or shown alone, in the %s', (screen) => {
  const passing = (values: readonly string[]) =>
    [true, false].filter((isOmitted) =>
      makeFilterTest(withValues(emptyFilter, 'omitted', values), screen)({ isOmitted }),
    )

  expect([passing([]), passing(['hidden']), passing(['only'])]).toEqual([[true, false], [false], [true]])
})

test('an expression is kept beside chosen values, shows its text, and hides nothing by kinds', () => {
  const filter = withExpressions(withValues(emptyFilter, 'omitted', ['only']), ['frames > 100'])

  expect(expressionsOf(parseGridFilter(toSavedGridFilter(filter)) ?? [])).toEqual(['frames > 100'])
  expect(summarizeFilter(filter, 'grid', source).map(({ label, values }) => `${label}: ${values}`)).toEqual([
    'Omitted: Only',
    'Where: frames > 100',
  ])
  // An unreadable expression hides nothing, and the summary says so.
  const findProblem = (): string => 'There is no frames here'
  expect(summarizeFilter(filter, 'grid', { ...source, findProblem }).at(-1)?.values).toBe(
    'frames > 100 (not applied: There is no frames here)',
  )
  expect(makeFilterTest(withExpressions(emptyFilter, ['frames > 100']), 'grid')({})).toBe(true)
  expect(withExpressions(filter, [])).toEqual(withValues(emptyFilter, 'omitted', ['only']))
})
