import { beforeEach, expect, test } from 'vitest'
import { newId, type BlockId } from '#core/lib/ids.ts'
import { focusBlock, leaveTimeline, selectBlocks, toggleBlock } from '../timeline-store.ts'
import { targetIds } from './targets.ts'

const [one, two, other] = [newId<BlockId>(), newId<BlockId>(), newId<BlockId>()]

beforeEach(() => leaveTimeline())

test('commands act on a selection gathered one by one, wherever the focus is', () => {
  for (const id of [one, two]) {
    focusBlock(id)
    toggleBlock(id)
  }
  focusBlock(other)

  expect(targetIds()).toEqual([one, two])
})

test('otherwise commands act on the focused block, with the selection when it is part of that', () => {
  focusBlock(other)
  expect(targetIds()).toEqual([other])

  selectBlocks([one, two])
  expect(targetIds()).toEqual([other])

  focusBlock(two)
  expect(targetIds()).toEqual([one, two])
})
