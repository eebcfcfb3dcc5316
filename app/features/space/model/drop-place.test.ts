import { expect, test } from 'vitest'
import { aCollection, anItem } from '../test/a-space.ts'
import { findGaps, nextGap, placeCollection, toItemDrop } from './drop-place.ts'
import type { GridRow } from '#core/items/grid-layout.ts'

const [one, two] = [aCollection(1), aCollection(2)]
const items = [anItem(1), anItem(2), anItem(3)]

function heading(collection: typeof one, isCollapsed = false): GridRow {
  return { kind: 'collection', id: collection.id, collection, itemIds: [], itemCount: 0, isCollapsed, isGroup: false }
}

// Two collections, the second collapsed; the first's second item is hidden by a filter.
const rows: readonly GridRow[] = [
  heading(one),
  ...[items[0], items[2]].flatMap((item): GridRow[] =>
    item === undefined ? [] : [{ kind: 'item', id: item.id, collectionId: one.id }],
  ),
  heading(two, true),
]
const getItems = (id: string) => (id === one.id ? items : [anItem(4), anItem(5)])

test('drops under a heading at the beginning of its collection', () => {
  expect(toItemDrop(rows, 1, getItems)).toEqual({ collectionId: one.id, index: 0 })
})

test('drops after the item above, counting hidden ones', () => {
  expect(toItemDrop(rows, 2, getItems)).toEqual({ collectionId: one.id, index: 1 })
  expect(toItemDrop(rows, 3, getItems)).toEqual({ collectionId: one.id, index: 3 })
})

test('drops on a collapsed collection at its end', () => {
  expect(toItemDrop(rows, 4, getItems)).toEqual({ collectionId: two.id, index: 2 })
})

test('drops nothing above the first heading', () => {
  expect(toItemDrop(rows, 0, getItems)).toBeUndefined()
  expect(findGaps(rows, 'items')).toEqual([1, 2, 3, 4])
})

test('moves collections between whole collections only', () => {
  expect(findGaps(rows, 'collection')).toEqual([0, 3, 4])
  expect(nextGap([0, 3, 4], 0, 1)).toBe(3)
  expect(nextGap([0, 3, 4], 0, -1)).toBe(0)
})

test('writes one rank where the shown order is by rank', () => {
  expect(placeCollection([one, two], two.id, one.id)).toEqual([{ id: two.id, orderRank: '0' }])
})

test('writes every rank where collections were sorted by name, keeping the shown order', () => {
  const shown = [aCollection(2), aCollection(1), aCollection(3)]
  const ids = shown.map(({ id }) => id)

  const ranks = placeCollection(shown, aCollection(3).id, ids[0])

  expect(ranks.map(({ id }) => id)).toEqual([ids[2], ids[0], ids[1]])
  expect(ranks.map(({ orderRank }) => orderRank)).toEqual(['1000', '2000', '3000'])
})
