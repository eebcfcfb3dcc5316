import type { TaskBlockRow } from '#core/schema/task-blocks.ts'
import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type BlockId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { addDays } from '#core/lib/calendar-date.ts'
import { deleteBlocks, doOverlap, findFreeRow, packRows, toQueued, type ScheduledBlock } from './layout.ts'
import {
  timelineDayCount,
  timelineInitialDayIndex,
  todayIndex,
  artistRowHeight,
  draggedDays,
  durationOnRelease,
  durationWhileResizing,
  fromDayIndex,
  timelineDays,
  timelineDayWidths,
  toDayIndex,
} from './window.ts'

const today = '2026-11-21'
const artist = newId<UserId>()
const tasks = [newId<TaskId>(), newId<TaskId>(), newId<TaskId>()] as const
const aBlock = (overrides: Partial<ScheduledBlock> = {}): ScheduledBlock => ({
  id: newId<BlockId>(),
  taskId: tasks[0],
  assigneeId: artist,
  startDate: today,
  durationDays: 1,
  rowIndex: 0,
  ...overrides,
})
const scheduled = fc
  .record({
    day: fc.nat({ max: 20 }),
    durationDays: fc.integer({ min: 1, max: 6 }),
    rowIndex: fc.nat({ max: 3 }),
    taskId: fc.constantFrom(...tasks),
  })
  .map(({ day, ...block }) => aBlock({ ...block, startDate: addDays(today, day) }))
const block = fc
  .tuple(scheduled, fc.boolean())
  .map(([value, isQueued]): TaskBlockRow => (isQueued ? toQueued(value) : value))
const withRows = (blocks: readonly ScheduledBlock[]) => {
  const rows = packRows(blocks)
  return blocks.map((value) => ({ ...value, rowIndex: rows.get(value.id) ?? -1 }))
}

test('packed bars never overlap in a row, none is lost, and none moves above its own row', () => {
  fc.assert(
    fc.property(fc.array(scheduled, { maxLength: 30 }), (blocks) => {
      const packed = withRows(blocks)
      for (const [index, first] of packed.entries()) {
        expect(first.rowIndex).toBeGreaterThanOrEqual(blocks[index]!.rowIndex)
        for (const second of packed.slice(index + 1))
          expect(first.rowIndex === second.rowIndex && doOverlap(first, second)).toBe(false)
      }
      expect(packRows(blocks).size).toBe(blocks.length)
    }),
    { numRuns: 300 },
  )
})

test('packing packed bars moves nothing, whatever the order of the blocks', () => {
  fc.assert(
    fc.property(fc.array(scheduled, { maxLength: 30 }), (blocks) => {
      const packed = withRows(blocks)
      expect(withRows(packed.toReversed()).toReversed()).toEqual(packed)
    }),
  )
})

test('a dropped block takes the next free row and displaces nothing', () => {
  fc.assert(
    fc.property(fc.array(scheduled, { maxLength: 30 }), scheduled, (blocks, dropped) => {
      const others = withRows(blocks)
      const row = findFreeRow(others, dropped)
      const isFree = (candidate: number) =>
        !others.some((other) => other.rowIndex === candidate && doOverlap(other, dropped))
      expect(isFree(row)).toBe(true)
      for (let above = dropped.rowIndex; above < row; above += 1) expect(isFree(above)).toBe(false)
    }),
  )
  const own = aBlock()
  expect(findFreeRow([own], own)).toBe(0)
})

test('blocks on adjacent days do not overlap, blocks that share a day do', () => {
  const first = aBlock({ durationDays: 2 })

  expect(doOverlap(first, aBlock({ startDate: addDays(today, 2) }))).toBe(false)
  expect(doOverlap(first, aBlock({ startDate: addDays(today, 1) }))).toBe(true)
  expect(doOverlap(aBlock({ startDate: addDays(today, 2) }), first)).toBe(false)
})

test('whatever is deleted, every task keeps a block, and only a last one returns to the queue', () => {
  fc.assert(
    fc.property(fc.array(block, { maxLength: 12 }), fc.func(fc.boolean()), (blocks, isDoomed) => {
      const ids = new Set(blocks.filter((value) => isDoomed(value.id)).map((value) => value.id))
      const deletions = deleteBlocks(blocks, ids)
      const gone = new Set(deletions.flatMap((deletion) => (deletion.kind === 'delete' ? deletion.blockIds : [])))
      const queued = deletions.flatMap((deletion) => (deletion.kind === 'queue' ? [deletion.block] : []))

      const left = blocks.filter((value) => !gone.has(value.id))
      expect(new Set(left.map((value) => value.taskId))).toEqual(new Set(blocks.map((value) => value.taskId)))
      expect(new Set([...gone, ...queued.map((value) => value.id)])).toEqual(ids)
      for (const value of queued) {
        expect(left.filter((other) => other.taskId === value.taskId)).toHaveLength(1)
        expect(value).toMatchObject({ assigneeId: undefined, startDate: undefined, durationDays: 1, rowIndex: 0 })
      }
    }),
  )
})

test('shows 180 days from 90 before today, and converts between days and their indexes', () => {
  const days = timelineDays(today)

  expect([timelineDayCount, todayIndex, timelineInitialDayIndex]).toEqual([180, 90, 85])
  expect([days.length, days[90], days[0]]).toEqual([180, today, addDays(today, -90)])
  expect(days.map((day) => toDayIndex(day, today))).toEqual(days.map((_, index) => index))
  expect(days.map((_, index) => fromDayIndex(index, today))).toEqual(days)
})

test('a drag moves whole days, halves up', () => {
  fc.assert(
    fc.property(
      fc.integer({ min: -1000, max: 60_000 }),
      fc.constantFrom(...Object.values(timelineDayWidths)),
      (pixel, width) => {
        expect(Math.abs(draggedDays(pixel, width) - pixel / width)).toBeLessThanOrEqual(0.5)
      },
    ),
  )
  expect([50, 49, -50, -51, 150].map((pixels) => draggedDays(pixels, 100))).toEqual([1, 0, 0, -1, 2])
})

test('a bar shrinks to a tenth of a day while dragged, and has at least one whole day when released', () => {
  fc.assert(
    fc.property(fc.integer({ min: 1, max: 30 }), fc.integer({ min: -5000, max: 5000 }), (days, pixels) => {
      for (const dayWidth of Object.values(timelineDayWidths)) {
        const dragged = durationWhileResizing(days, pixels, dayWidth)
        expect(dragged).toBeGreaterThanOrEqual(0.1)
        expect(durationOnRelease(dragged)).toBe(Math.max(1, days + draggedDays(pixels, dayWidth)))
      }
    }),
  )
  expect([0.1, 1.4, 1.5, 2.5].map(durationOnRelease)).toEqual([1, 1, 2, 3])
})

test('an artist’s row is never lower than 45 pixels', () => {
  expect([artistRowHeight(0, 'expanded'), artistRowHeight(3, 'expanded')]).toEqual([45, 135])
  expect([artistRowHeight(1, 'compact'), artistRowHeight(3, 'compact')]).toEqual([45, 75])
})
