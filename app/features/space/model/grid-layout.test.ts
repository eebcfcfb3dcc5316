import { expect, test } from 'vitest'
import { emptyFilter } from '#core/domain/filter-cascade.ts'
import { toId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { aCollection, anId, anItem, stages } from '../test/a-space.ts'
import { layOutGrid, type GridLayoutInput } from './grid-layout.ts'

const first = toId<CollectionId>(aCollection(1).id)
const items = [anItem(1, { title: 'Harbour wide' }), anItem(2, { title: 'Ines ties the knot' })]

function layOut(overrides: Partial<GridLayoutInput> = {}) {
  return layOutGrid({
    collections: [aCollection(1)],
    getItems: (id) => (id === first ? items : []),
    getTasks: () => [],
    stageIds: stages.map(({ id }) => id),
    filter: emptyFilter,
    text: '',
    collapsed: new Set(),
    sort: 'name',
    ...overrides,
  })
}

const namesOf = (layout: ReturnType<typeof layOut>) =>
  layout.rows.flatMap((row) => (row.kind === 'collection' ? row.collection.name : []))

test('sorts collections by name in any case, numbers by value', () => {
  const collections = ['sq10', 'SQ2', 'alpha', 'Beta'].map((name, index) => aCollection(index + 1, { name }))

  expect(namesOf(layOut({ collections, getItems: () => [] }))).toEqual(['alpha', 'Beta', 'SQ2', 'sq10'])
})

test('keeps the order of ranks once people have arranged collections', () => {
  const collections = ['Zebra', 'Ant'].map((name, index) => aCollection(index + 1, { name }))

  expect(namesOf(layOut({ collections, getItems: () => [], sort: 'rank' }))).toEqual(['Zebra', 'Ant'])
})

test('shows empty collections, but hides those that a filter empties', () => {
  const collections = [aCollection(1), aCollection(2)]

  expect(namesOf(layOut({ collections }))).toEqual(['SQ010', 'SQ020'])
  expect(namesOf(layOut({ collections, text: 'knot' }))).toEqual(['SQ010'])
})

test('finds items by words in any order', () => {
  const layout = layOut({ text: 'knot ines' })

  expect(layout.order.itemIds).toEqual([items[1]?.id])
  expect(layout.itemCount).toBe(1)
})

test('shows an item when any of its tasks passes the filter', () => {
  const wanted = anId<ItemId>('i', 2)
  const layout = layOut({
    filter: { ...emptyFilter, statusIds: [anId('t', 2)] },
    getTasks: (id) => [
      { statusId: anId('t', 1), artistIds: [] },
      { statusId: id === wanted ? anId('t', 2) : anId('t', 3), artistIds: [] },
    ],
  })

  expect(layout.order.itemIds).toEqual([wanted])
})

test('counts the items of a collapsed collection without showing them', () => {
  const layout = layOut({ collapsed: new Set([first]) })

  expect(layout.rows).toHaveLength(1)
  expect(layout.order.itemIds).toEqual([])
  expect(layout.itemCount).toBe(2)
  expect(layout.groups).toEqual([{ id: first, itemIds: items.map(({ id }) => id) }])
})

test('gives the hidden collection of an illustration space no heading', () => {
  const layout = layOut({ collections: [aCollection(1, { isDefault: true })] })

  expect(layout.rows.map(({ kind }) => kind)).toEqual(['item', 'item'])
  expect(layout.rowOfItem.get(anId('i', 2))).toBe(1)
})

test('tells an empty space from an empty answer to a filter', () => {
  expect(layOut({ collections: [] }).isEmptySpace).toBe(true)
  expect(layOut({ text: 'nothing like it' }).isEmptySpace).toBe(false)
})
