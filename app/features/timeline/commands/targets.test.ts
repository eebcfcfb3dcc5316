import { beforeEach, expect, test } from 'vitest'
import { newId, type BlockId } from '#core/lib/ids.ts'
import { focusBlock, leaveTimeline, selectBlocks, toggleBlock } from '../timeline-store.ts'
import { targetIds } from './targets.ts'

const [one, two, other] = [newId<BlockId>(), newId<BlockId>(), newId<BlockId>()]

beforeEach(() => leaveTimeline())

test('what was gathered one by one is meant wherever the focus has gone since', () => {
  for (const id of [one, two]) {
    focusBlock(id)
    toggleBlock(id)
  }
  focusBlock(other)

  expect(targetIds()).toEqual([one, two])
})

test('without anything gathered the focused block is meant, with all that are chosen where it is among them', () => {
  focusBlock(other)
  expect(targetIds()).toEqual([other])

  selectBlocks([one, two])
  expect(targetIds()).toEqual([other])

  focusBlock(two)
  expect(targetIds()).toEqual([one, two])
})
