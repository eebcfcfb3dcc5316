import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import { expect, test } from 'vitest'
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

/** A timeline of one block, and what this person remembers of moving it. */
function start() {
  const block = aBlock()
  let present = block
  const moves = makeOwnMoves({ findBlock: () => present }, () => 0)
  const put = (overrides: Partial<TaskBlockRow>): void => {
    present = { ...block, ...overrides }
  }
  return { block, moves, put, begin: () => moves.begin([block.id]) }
}

test('reports once that somebody else has moved a block', () => {
  const { block, moves, put, begin } = start()
  const note = begin()
  put({ startDate: '2026-11-25' })
  note()

  put({ startDate: '2026-11-24' })

  expect(moves.takeOvertaken()).toEqual([block.id])
  expect(moves.takeOvertaken()).toEqual([])
})

test('does not report this person’s own next move, even while it is on its way', () => {
  const { moves, put, begin } = start()
  begin()()
  const note = begin()
  put({ durationDays: 2 })
  const meanwhile = moves.takeOvertaken()
  note()

  expect(meanwhile).toEqual([])
  expect(moves.takeOvertaken()).toEqual([])
})

test('does not report a move that was refused', () => {
  const { moves, put, begin } = start()
  const note = begin()
  put({ startDate: '2026-11-25' })
  note()

  put({})

  expect(moves.takeOvertaken()).toEqual([])
})
