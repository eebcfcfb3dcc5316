import { expect, test } from 'vitest'
import { toId, type CollectionId } from '#core/lib/ids.ts'
import type { GridRow } from '#core/items/grid-layout.ts'
import { shiftOfRowsInSight } from './kept-place.ts'

const collectionId = toId<CollectionId>('c')
const items = (...ids: readonly string[]): readonly GridRow[] =>
  ids.map((id) => ({ kind: 'item', id: toId(id), collectionId }))
const view = { scrollTop: 75, heights: { item: 36, collection: 32 } }

test('rows added or removed above shift the visible ones, those below do not', () => {
  const before = items('a', 'b', 'c', 'd')

  expect(shiftOfRowsInSight(before, items('new', 'a', 'b', 'c', 'd'), view)).toBe(36)
  expect(shiftOfRowsInSight(before, items('b', 'c', 'd'), view)).toBe(-36)
  expect(shiftOfRowsInSight(before, items('a', 'b', 'c', 'new', 'd'), view)).toBe(0)
})

test('falls back to the next row where the first visible one is gone', () => {
  expect(shiftOfRowsInSight(items('a', 'b', 'c', 'd'), items('new', 'a', 'b', 'd'), view)).toBe(0)
  expect(shiftOfRowsInSight(items('a', 'b', 'c'), items('x'), view)).toBe(0)
})
