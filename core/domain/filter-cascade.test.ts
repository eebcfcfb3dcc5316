import fc from 'fast-check'
import { expect, test } from 'vitest'
import {
  toId,
  type CollectionId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StatusId,
  type UserId,
} from '../lib/ids.ts'
import {
  changeFilter,
  emptyFilter,
  makeFilterTest,
  timelineFilterKinds,
  type FilterChange,
  type FilterSelection,
} from './filter-cascade.ts'
import {
  gridFilterKey,
  timelineFilterKey,
  defaultTimelineFilter,
  parseGridFilter,
  parseTimelineFilter,
  toSavedGridFilter,
  toSavedTimelineFilter,
} from './saved-filter.ts'

// Two projects of two spaces of two collections of two items each; an id starts with its parent's.
const under = (parents: readonly string[]) => parents.flatMap((parent) => [`${parent}0`, `${parent}1`])
const projects = ['0', '1']
const spaces = under(projects)
const collections = under(spaces)
const items = under(collections)
const parentOf = <Child extends string, Parent extends string>(ids: readonly string[]) =>
  new Map(ids.map((id) => [id as Child, id.slice(0, -1) as Parent]))
const tree = {
  projectOfSpace: parentOf<SpaceId, ProjectId>(spaces),
  spaceOfCollection: parentOf<CollectionId, SpaceId>(collections),
  collectionOfItem: parentOf<ItemId, CollectionId>(items),
}
const idsOf = { projectIds: projects, spaceIds: spaces, collectionIds: collections, itemIds: items } as const
const change: fc.Arbitrary<FilterChange> = fc.constantFrom(...Object.entries(idsOf)).chain(([kind, ids]) =>
  fc.record({
    kind: fc.constant(kind as keyof typeof idsOf),
    ids: fc.subarray([...ids], { minLength: 1 }),
    isSelected: fc.boolean(),
  }),
)
const changed = (changes: readonly FilterChange[]) =>
  changes.reduce((filter, next) => changeFilter(filter, next, tree), emptyFilter)

test('after clearing a parent nothing under it is selected, and nothing else was cleared', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), change, (before, last) => {
      const filter = changed(before)
      const cleared = changeFilter(filter, { ...last, isSelected: false }, tree)
      const kinds = Object.keys(idsOf)
      for (const kind of timelineFilterKinds) {
        const isAtOrUnder = kinds.indexOf(kind) >= kinds.indexOf(last.kind)
        const isHit = (id: string) => isAtOrUnder && last.ids.some((parent) => id.startsWith(parent))
        expect(cleared[kind]).toEqual(filter[kind].filter((id) => !isHit(id)))
      }
    }),
    { numRuns: 500 },
  )
})

test('checking a collection checks its items; checking anything else checks only itself', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), change, (before, last) => {
      const filter = changed(before)
      const next = changeFilter(filter, { ...last, isSelected: true }, tree)
      const itemsOf = last.kind === 'collectionIds' ? items.filter((id) => last.ids.includes(id.slice(0, -1))) : []
      for (const kind of timelineFilterKinds) {
        const added = [...(kind === last.kind ? last.ids : []), ...(kind === 'itemIds' ? itemsOf : [])]
        expect(new Set<string>(next[kind])).toEqual(new Set([...filter[kind], ...added]))
        expect(new Set<string>(next[kind]).size).toBe(next[kind].length)
      }
    }),
    { numRuns: 500 },
  )
})

test('a kind with nothing checked narrows nothing', () => {
  expect(makeFilterTest(emptyFilter)({})).toBe(true)
  expect(makeFilterTest(emptyFilter)({ itemId: toId('x'), artistIds: [] })).toBe(true)
})

test('a task passes when it is among the checked of every narrowing kind', () => {
  const [ann, bo] = [toId<UserId>('ann'), toId<UserId>('bo')]
  const passes = makeFilterTest({ ...emptyFilter, statusIds: [toId<StatusId>('wip')], artistIds: [ann] })

  expect(passes({ statusId: toId('wip'), artistIds: [bo, ann] })).toBe(true)
  expect(passes({ statusId: toId('wip'), artistIds: [bo] })).toBe(false)
  expect(passes({ statusId: toId('wip') })).toBe(false)
  expect(passes({ statusId: undefined, artistIds: [ann] })).toBe(false)
})

test('saved filters come back as they were', () => {
  fc.assert(
    fc.property(fc.array(change, { maxLength: 8 }), fc.boolean(), (changes, hideFilteredTasks) => {
      const selection = changed(changes)
      const timeline = { ...defaultTimelineFilter, selection, hideFilteredTasks }
      const stored = (value: unknown): unknown => JSON.parse(JSON.stringify(value))
      const grid: FilterSelection = { ...selection, projectIds: [], spaceIds: [] }
      expect(parseTimelineFilter(stored(toSavedTimelineFilter(timeline)))).toEqual(timeline)
      expect(parseGridFilter(stored(toSavedGridFilter(selection)))).toEqual(grid)
    }),
  )
})

test('a corrupt saved filter is no filter', () => {
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
  expect(parseGridFilter({ collectionIds: [], itemIds: [], statusIds: [] })).toBeUndefined()
})

test('keeps each filter under the key of its place', () => {
  expect([gridFilterKey('studio', 'space'), timelineFilterKey('studio')]).toEqual([
    'grid_filters_studio_space',
    'timeline_filters_studio',
  ])
})
