import { beforeEach, expect, test } from 'vitest'
import { toId, type ItemId } from '#core/lib/ids.ts'
import {
  castingStore,
  chooseUpTo,
  focusMember,
  focusShot,
  moveToShot,
  resetCasting,
  toggleShot,
} from './casting-store.ts'

const shown = ['a', 'b', 'c', 'd'].map((name) => toId<ItemId>(name))
const [a, b, c, d] = shown as [ItemId, ItemId, ItemId, ItemId]

beforeEach(() => resetCasting())

test('toggling the focused shot selects it alone, then deselects it', () => {
  focusShot(b)
  toggleShot(b, shown)
  expect(castingStore.chosen).toEqual([b])
  toggleShot(b, shown)
  expect(castingStore.chosen).toEqual([])
})

test('toggling another shot adds it to the focused one, in the order they are shown', () => {
  focusShot(c)
  toggleShot(a, shown)
  expect(castingStore.chosen).toEqual([a, c])
})

test('a range of shots grows and shrinks from its anchor', () => {
  focusShot(b)
  chooseUpTo(c, shown)
  chooseUpTo(a, shown)
  expect(castingStore.chosen).toEqual([a, b])
})

test('shots that are not neighbours are selected one by one, and stay selected while the focus moves', () => {
  moveToShot(a)
  toggleShot(a, shown)
  moveToShot(b)
  focusMember({ fromItemId: b, toItemId: d, kind: 'cast' })
  moveToShot(c)
  toggleShot(c, shown)
  moveToShot(d)
  expect([castingStore.shot, castingStore.chosen]).toEqual([d, [a, c]])

  // A click or a range starts a new selection.
  focusShot(b)
  expect(castingStore.chosen).toEqual([])
  chooseUpTo(c, shown)
  moveToShot(d)
  expect(castingStore.chosen).toEqual([])
})
