import { beforeEach, expect, test } from 'vitest'
import { toId, type ItemId } from '#core/lib/ids.ts'
import { castingStore, chooseUpTo, focusShot, resetCasting, toggleShot } from './casting-store.ts'

const shown = ['a', 'b', 'c', 'd'].map((name) => toId<ItemId>(name))
const [a, b, c] = shown as [ItemId, ItemId, ItemId]

beforeEach(() => resetCasting())

test('the shot that the keys are on is selected alone, and unselected again', () => {
  focusShot(b)
  toggleShot(b, shown)
  expect(castingStore.chosen).toEqual([b])
  toggleShot(b, shown)
  expect(castingStore.chosen).toEqual([])
})

test('another shot joins the one that the keys are on, in the order they are shown', () => {
  focusShot(c)
  toggleShot(a, shown)
  expect(castingStore.chosen).toEqual([a, c])
})

test('a range grows and shrinks from where it began', () => {
  focusShot(b)
  chooseUpTo(c, shown)
  chooseUpTo(a, shown)
  expect(castingStore.chosen).toEqual([a, b])
})
