import fc from 'fast-check'
import { expect, test } from 'vitest'
import { emptyFilter } from '#core/timeline/filter-kinds.ts'
import { aCollection, anItem } from '../test/a-space.ts'
import { layOutGrid } from '#core/items/grid-layout.ts'
import { placeRows } from './row-places.ts'

const sizes = { item: 36, collection: 32 }

/** A grid whose collections have the given numbers of items; the first can go without a heading. */
function place(counts: readonly number[], isFirstBare = false) {
  const collections = counts.map((_, index) => aCollection(index + 1, { isDefault: isFirstBare && index === 0 }))
  const layout = layOutGrid({
    collections,
    holdItems: (id) => {
      const count = counts[collections.findIndex((collection) => collection.id === id)] ?? 0
      return { count, inOrder: () => Array.from({ length: count }, (_, index) => anItem(index)) }
    },
    findCollectionId: () => undefined,
    askTasks: () => undefined,
    stageIds: [],
    filter: emptyFilter,
    text: '',
    collapsed: new Set(),
    sort: 'rank',
  })
  return { layout, places: placeRows(layout, sizes) }
}

test('rows are stacked at their own heights', () => {
  const { places } = place([2, 0])

  expect([0, 1, 2, 3].map(places.topOf)).toEqual([0, 32, 68, 104])
  expect(places.height).toBe(136)
})

test('the row at a height is the one whose pixels are there', () => {
  const counts = fc.array(fc.nat({ max: 5 }), { minLength: 1, maxLength: 20 })
  fc.assert(
    fc.property(counts, fc.boolean(), fc.nat(), (items, isFirstBare, seed) => {
      const { layout, places } = place(items, isFirstBare)
      fc.pre(places.height > 0)
      const y = seed % places.height

      const index = places.indexAt(y)

      expect(places.topOf(index)).toBeLessThanOrEqual(y)
      expect(places.topOf(index + 1)).toBeGreaterThan(y)
      const heights = layout.rows.map(({ kind }) => sizes[kind])
      expect(places.topOf(index)).toBe(heights.slice(0, index).reduce((sum, height) => sum + height, 0))
    }),
  )
})

test('beyond the ends is the first or last row, and in an empty grid none', () => {
  const { places } = place([2], true)

  expect([places.indexAt(-10), places.indexAt(1000)]).toEqual([0, 1])
  expect(place([]).places).toMatchObject({ count: 0, height: 0 })
})
