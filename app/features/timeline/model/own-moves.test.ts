import { expect, test } from 'vitest'
import type { TaskBlockRow } from '#core/domain/rows.ts'
import { newId, type BlockId, type TaskId } from '#core/lib/ids.ts'
import { makeOwnMoves } from './own-moves.ts'

const aBlock = (overrides: Partial<TaskBlockRow> = {}): TaskBlockRow => ({
  id: newId<BlockId>(),
  taskId: newId<TaskId>(),
  assigneeId: undefined,
  startDate: '2026-11-23',
  durationDays: 1,
  rowIndex: 0,
  ...overrides,
})

test('tells once that somebody else has moved a block since', () => {
  const block = aBlock()
  let present = block
  const moves = makeOwnMoves({ findBlock: () => present }, () => 0)
  moves.note([block.id])

  present = { ...block, startDate: '2026-11-24' }

  expect(moves.takeOvertaken()).toEqual([block.id])
  expect(moves.takeOvertaken()).toEqual([])
})

test('does not take this person’s own next move for somebody else’s, even while it is on its way', () => {
  const block = aBlock()
  let present = block
  const moves = makeOwnMoves({ findBlock: () => present }, () => 0)
  moves.note([block.id])

  moves.forget([block.id])
  present = { ...block, durationDays: 2 }
  const meanwhile = moves.takeOvertaken()
  moves.note([block.id])

  expect(meanwhile).toEqual([])
  expect(moves.takeOvertaken()).toEqual([])
})
