import type { ItemRow } from '#core/schema/items.ts'
import { expect, test } from 'vitest'
import { emptyFilter, withExpressions, withValues, type FilteredRow } from '#core/timeline/filter-kinds.ts'
import type { ItemSnapshot } from '#core/items/space-replica.ts'
import { toId, type CollectionId, type ItemId } from '#core/lib/ids.ts'
import { aCollection, anId, anItem, stages } from '../test/a-space.ts'
import { toFilteredRow } from '#core/items/filtered-row.ts'
import { layOutGrid, type GridLayoutInput } from '#core/items/grid-layout.ts'

const first = toId<CollectionId>(aCollection(1).id)
const items = [anItem(1, { title: 'Harbour wide' }), anItem(2, { title: 'Ines ties the knot' })]

const hold = (rows: readonly ItemRow[]): ItemSnapshot => ({ count: rows.length, inOrder: () => rows })

function layOut(overrides: Partial<GridLayoutInput> = {}) {
  return layOutGrid({
    collections: [aCollection(1)],
    holdItems: (id) => hold(id === first ? items : []),
    findCollectionId: () => first,
    askTasks: () => undefined,
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

  expect(namesOf(layOut({ collections, holdItems: () => hold([]) }))).toEqual(['alpha', 'Beta', 'SQ2', 'sq10'])
})

test('keeps the rank order once people have arranged collections', () => {
  const collections = ['Zebra', 'Ant'].map((name, index) => aCollection(index + 1, { name }))

  expect(namesOf(layOut({ collections, holdItems: () => hold([]), sort: 'rank' }))).toEqual(['Zebra', 'Ant'])
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
    filter: withValues(emptyFilter, 'status', [anId('t', 2)]),
    askTasks: (item, passes) =>
      [1, item.id === wanted ? 2 : 3].some((number) =>
        passes(toFilteredRow(item, { statusId: anId('t', number), artistIds: [] })),
      ),
  })

  expect(layout.order.itemIds).toEqual([wanted])
})

test('shows the items that pass an expression, and evaluates none without one', () => {
  const asked: string[] = []
  const titleOf = (itemId: string | undefined): string => items.find(({ id }) => id === itemId)?.title ?? ''
  const reading = {
    fields: [],
    me: undefined,
    today: () => '2026-11-25' as const,
    valueOf: () => undefined,
    holds:
      () =>
      ({ itemId }: FilteredRow): boolean =>
        asked.push(titleOf(itemId)) > 0 && titleOf(itemId).includes('knot'),
  }

  const layout = layOut({ filter: withExpressions(emptyFilter, ['frames > 10']), asked: reading })
  const count = asked.length
  layOut({ asked: reading })

  expect(layout.order.itemIds).toEqual([items[1]?.id])
  expect([count, asked.length]).toEqual([2, 2])
})

test('sorts the items of a collection in another order', () => {
  const layout = layOut({ putInOrder: (rows) => [...rows].reverse() })

  expect(layout.order.itemIds).toEqual(items.map(({ id }) => id).reverse())
  expect(layout.findRow(anId<ItemId>('i', 2))).toBe(1)
})

test('counts the items of a collapsed collection without showing them', () => {
  const layout = layOut({ collapsed: new Set([first]) })

  expect(layout.rows).toHaveLength(1)
  expect(layout.order.itemIds).toEqual([])
  expect(layout.itemCount).toBe(2)
  expect(layout.sections.map(({ itemIds }) => itemIds)).toEqual([items.map(({ id }) => id)])
})

test('gives the hidden collection of an illustration space no heading', () => {
  const layout = layOut({ collections: [aCollection(1, { isDefault: true })] })

  expect(layout.rows.map(({ kind }) => kind)).toEqual(['item', 'item'])
  expect(layout.findRow(anId('i', 2))).toBe(1)
})

test('tells an empty space from a filter without matches', () => {
  expect(layOut({ collections: [] }).isEmptySpace).toBe(true)
  expect(layOut({ text: 'nothing like it' }).isEmptySpace).toBe(false)
})

test('finds rows by index and items by row, with collapsed collections and filters', () => {
  const [one, two, three] = [aCollection(1), aCollection(2), aCollection(3)]
  const under = (id: CollectionId) => (id === one.id ? items : id === three.id ? [anItem(3)] : [])
  const layout = layOut({
    collections: [one, two, three],
    holdItems: (id) => hold(under(id)),
    findCollectionId: (id) => (id === anId<ItemId>('i', 3) ? three.id : one.id),
    collapsed: new Set([one.id]),
  })

  expect(layout.rowCount).toBe(layout.rows.length)
  expect(layout.rows.map((_, index) => layout.getRow(index))).toEqual(layout.rows)
  expect(layout.getRow(layout.rowCount)).toBeUndefined()
  expect(layout.findRow(anId('i', 3))).toBe(3)
  expect(layout.findRow(anId('i', 1))).toBeUndefined()
})

test('sorts collections only on demand', () => {
  const read: CollectionId[] = []
  const layout = layOut({
    collections: [aCollection(1), aCollection(2)],
    holdItems: (id) => ({
      count: 1,
      inOrder: () => {
        read.push(id)
        return [anItem(1)]
      },
    }),
  })

  expect(layout.getRow(2)).toMatchObject({ kind: 'collection', id: aCollection(2).id, itemCount: 1 })
  expect(layout.itemCount).toBe(2)
  layout.getRow(3)
  expect(read).toEqual([aCollection(2).id])
})

test('groups items by a shared value, whichever collection they are in', () => {
  const all = [1, 2, 3].map((number) => anItem(number, { collectionId: aCollection(number < 3 ? number : 1).id }))
  const ofCollection = (id: CollectionId) => all.filter(({ collectionId }) => collectionId === id)
  const key = (item: ItemRow) => (item.id === anId('i', 2) ? 'Easy' : 'Hard')
  const layout = layOut({
    collections: [aCollection(1), aCollection(2)],
    holdItems: (id) => hold(ofCollection(id)),
    grouping: { groupOf: (item) => ({ key: key(item), name: key(item) }), inOrder: (firsts) => firsts.toReversed() },
    collapsed: new Set([toId<CollectionId>('group:Easy')]),
  })

  expect(namesOf(layout)).toEqual(['Easy', 'Hard'])
  expect(layout.rows.map((row) => (row.kind === 'collection' ? row.isGroup : row.id))).toEqual([
    true,
    true,
    anId('i', 1),
    anId('i', 3),
  ])
  expect(layout.findRow(anId('i', 3))).toBe(3)
  expect(layout.findRow(anId('i', 2))).toBeUndefined()
  expect(layout.itemCount).toBe(3)
})

test('says which names are ambiguous once items are grouped', () => {
  const titles = ['sh010', 'sh020', 'SH010 ']
  const all = titles.map((title, at) => anItem(at + 1, { title, collectionId: aCollection(at < 2 ? 1 : 2).id }))
  const input = {
    collections: [aCollection(1), aCollection(2)],
    holdItems: (id: CollectionId) => hold(all.filter(({ collectionId }) => collectionId === id)),
  }
  const grouping = { groupOf: () => ({ key: '', name: 'No mood' }), inOrder: (firsts: readonly ItemRow[]) => firsts }
  const collapsed = new Set([toId<CollectionId>('group:')])

  expect(all.map(layOut({ ...input, grouping }).isNameShared)).toEqual([true, false, true])
  expect(all.map(layOut({ ...input, grouping, collapsed }).isNameShared)).toEqual([true, false, true])
  expect(all.map(layOut(input).isNameShared)).toEqual([false, false, false])
})
