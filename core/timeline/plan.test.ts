import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type BlockId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { addDays, daysBetween, toDayNumber, type CalendarDate } from '#core/lib/calendar-date.ts'
import { doOverlap, toQueued, type ScheduledBlock } from './layout.ts'
import { sumLoad } from './load.ts'
import { moveBlocks, settleRows } from './move.ts'
import { endOf, findDependencies, planBlocks, pushFollowing, workingDaysOf, type PlannedTask } from './plan.ts'
import {
  addWorkingDays,
  isWeekend,
  isWorkingDay,
  nextWorkingDay,
  spanOfWorkingDays,
  workingDaysIn,
} from './work-calendar.ts'

const monday = '2026-11-23'
const artists = [newId<UserId>(), newId<UserId>(), newId<UserId>()] as const
const tasks = Array.from({ length: 6 }, () => newId<TaskId>())
/** Two items of three stages each. */
const plannedTasks = new Map<TaskId, PlannedTask>(
  tasks.map((taskId, index) => [
    taskId,
    {
      taskId,
      itemId: `item ${index < 3 ? 1 : 2}`,
      stageOrder: index % 3,
      estimatedHours: [undefined, 4, 8, 12, 20, 40][index],
      priority: index % 2,
      dueDate: undefined,
    },
  ]),
)
const findTask = (id: TaskId) => plannedTasks.get(id)
const stageOrderOf = (id: TaskId) => findTask(id)?.stageOrder ?? 0
const aBlock = (overrides: Partial<ScheduledBlock> = {}): ScheduledBlock => ({
  id: newId<BlockId>(),
  taskId: tasks[0] ?? newId<TaskId>(),
  assigneeId: artists[0],
  startDate: monday,
  durationDays: 1,
  rowIndex: 0,
  ...overrides,
})
const scheduled = fc
  .record({
    day: fc.nat({ max: 25 }),
    durationDays: fc.integer({ min: 1, max: 7 }),
    rowIndex: fc.nat({ max: 2 }),
    assigneeId: fc.constantFrom(...artists),
    taskId: fc.constantFrom(...tasks),
  })
  .map(({ day, ...block }) => aBlock({ ...block, startDate: addDays(monday, day) }))
const daysOff = fc
  .uniqueArray(fc.nat({ max: 20 }), { maxLength: 8 })
  .map((days) => new Set(days.map((day) => addDays(monday, day))))
const overlapsInRow = (blocks: readonly ScheduledBlock[]) =>
  blocks.some((first, index) =>
    blocks
      .slice(index + 1)
      .some(
        (other) =>
          first.assigneeId === other.assigneeId && first.rowIndex === other.rowIndex && doOverlap(first, other),
      ),
  )
/** Blocks that do not overlap, as the board shows them. */
const settled = fc.array(scheduled, { maxLength: 14 }).map((blocks) => settleRows(blocks, []))

test('a span of working days begins and ends on one and holds exactly as many', () => {
  fc.assert(
    fc.property(fc.nat({ max: 30 }), fc.integer({ min: 1, max: 15 }), daysOff, (offset, wanted, off) => {
      const start = nextWorkingDay(addDays(monday, offset), off)
      const span = spanOfWorkingDays(start, wanted, off)

      expect(isWorkingDay(start, off)).toBe(true)
      expect(workingDaysIn(start, span, off)).toHaveLength(wanted)
      expect(isWorkingDay(addDays(start, span - 1), off)).toBe(true)
    }),
  )
  expect(isWeekend('2026-11-21')).toBe(true)
  expect(spanOfWorkingDays('2026-11-20', 2, undefined)).toBe(4)
})

test('working days later and earlier are counted one by one, and weekends are stepped over', () => {
  const step = (day: CalendarDate, way: number): CalendarDate => {
    const next = addDays(day, way)
    return isWeekend(next) ? step(next, way) : next
  }
  for (let offset = 0; offset < 7; offset += 1) {
    const start = addDays(monday, offset)
    let [later, earlier] = [start, start]
    for (let count = 1; count < 30; count += 1) {
      later = step(later, 1)
      earlier = step(earlier, -1)

      expect(addWorkingDays(start, count)).toBe(later)
      expect(addWorkingDays(start, -count)).toBe(earlier)
    }
    expect(addWorkingDays(start, 0)).toBe(start)
  }
  expect(addWorkingDays('2026-11-28', 1)).toBe('2026-11-30')
  expect(addWorkingDays('2026-11-28', -1)).toBe('2026-11-27')
})

test('moved blocks overlap no others, lose nothing and stay on the board’s artists', () => {
  fc.assert(
    fc.property(
      settled,
      fc.func(fc.boolean()),
      fc.record({ days: fc.integer({ min: -9, max: 9 }), artists: fc.integer({ min: -4, max: 4 }) }),
      (blocks, isChosen, move) => {
        const chosen = blocks.filter(({ id }) => isChosen(id))
        const moved = settleRows(moveBlocks(chosen, move, { ids: artists, openCount: artists.length }), blocks)
        const staying = blocks.filter((block) => !chosen.includes(block))

        expect(moved.map(({ id }) => id)).toEqual(chosen.map(({ id }) => id))
        expect(overlapsInRow([...staying, ...moved])).toBe(false)
        for (const [index, block] of moved.entries()) {
          const before = chosen[index]
          expect(artists).toContain(block.assigneeId)
          expect(block.durationDays).toBe(before?.durationDays)
          expect(daysBetween(before?.startDate ?? monday, block.startDate)).toBe(move.days)
        }
      },
    ),
    { numRuns: 300 },
  )
})

test('work moves away from artists who have left, and never to them', () => {
  const list = { ids: artists, openCount: 1 }
  const [here, , left] = artists
  const move = (assigneeId: UserId, shift: number) =>
    moveBlocks([aBlock({ assigneeId })], { days: 0, artists: shift }, list)[0]?.assigneeId

  expect(move(here, 1)).toBe(here)
  expect(move(left, -1)).toBe(here)
  expect(move(left, -2)).toBe(here)
  expect(move(left, 0)).toBe(left)
  expect(move(left, 1)).toBe(left)
})

test('planned tasks lie on free working days of the artist, whole, none lost and none before its earlier stage', () => {
  fc.assert(
    fc.property(settled, fc.subarray(tasks), daysOff, (others, chosen, off) => {
      const present = others.filter(({ taskId }) => !chosen.includes(taskId))
      const queued = chosen.map((taskId) => toQueued(aBlock({ taskId })))
      const plan = planBlocks({
        queued,
        assigneeId: artists[0],
        from: monday,
        daysOff: off,
        scheduled: present,
        findTask,
      })

      expect(new Set(plan.map(({ id }) => id))).toEqual(new Set(queued.map(({ id }) => id)))
      expect(overlapsInRow([...present, ...plan])).toBe(false)
      for (const block of plan) {
        expect(block.assigneeId).toBe(artists[0])
        expect(isWorkingDay(block.startDate, off)).toBe(true)
        const days = workingDaysIn(block.startDate, block.durationDays, off)
        expect(days).toHaveLength(workingDaysOf(findTask(block.taskId)?.estimatedHours))
        const busy = [...present, ...plan].filter((other) => other.assigneeId === artists[0] && other.id !== block.id)
        expect(busy.some((other) => doOverlap(other, block) && sharesWorkingDay(other, block, off))).toBe(false)
        for (const other of [...present, ...plan]) {
          const isEarlier =
            findTask(other.taskId)?.itemId === findTask(block.taskId)?.itemId &&
            stageOrderOf(other.taskId) < stageOrderOf(block.taskId)
          if (isEarlier) expect(daysBetween(endOf(other), block.startDate)).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: 300 },
  )
})

function sharesWorkingDay(first: ScheduledBlock, second: ScheduledBlock, off: ReadonlySet<CalendarDate>): boolean {
  const days = new Set(workingDaysIn(first.startDate, first.durationDays, off))
  return workingDaysIn(second.startDate, second.durationDays, off).some((day) => days.has(day))
}

test('after a push no following block is too early, none moved back and working days are kept', () => {
  fc.assert(
    fc.property(fc.array(scheduled, { minLength: 1, maxLength: 8 }), daysOff, (blocks, off) => {
      const ofItem = blocks.map((block, index) => ({ ...block, taskId: tasks[index % 3] ?? block.taskId }))
      const [of] = ofItem
      if (of === undefined) return
      const moved = pushFollowing({ of, blocks: ofItem, stageOrderOf, findDaysOff: () => off })
      const after = ofItem.map((block) => moved.find(({ id }) => id === block.id) ?? block)

      for (const block of moved) {
        const before = ofItem.find(({ id }) => id === block.id) ?? block
        expect(daysBetween(before.startDate, block.startDate)).toBeGreaterThan(0)
        const held = workingDaysIn(before.startDate, before.durationDays, off).length
        expect(workingDaysIn(block.startDate, block.durationDays, off)).toHaveLength(Math.max(1, held))
      }
      const later = after.filter(({ taskId }) => stageOrderOf(taskId) > stageOrderOf(of.taskId))
      for (const block of later) {
        const earlier = after.filter(({ taskId }) => stageOrderOf(taskId) < stageOrderOf(block.taskId))
        for (const other of earlier) {
          expect(daysBetween(endOf(other), block.startDate)).toBeGreaterThanOrEqual(0)
        }
      }
    }),
    { numRuns: 300 },
  )
})

test('a dependency runs from the end of a stage to the start of the next, and shows when it is broken', () => {
  const layout = aBlock({ taskId: tasks[0] ?? newId<TaskId>(), durationDays: 2 })
  const animation = aBlock({ taskId: tasks[1] ?? newId<TaskId>(), startDate: addDays(monday, 1) })

  const [dependency] = findDependencies([animation, layout], stageOrderOf)

  expect(dependency).toEqual({ from: layout, to: animation, isBroken: true })
  expect(findDependencies([layout, { ...animation, startDate: addDays(monday, 2) }], stageOrderOf)).toMatchObject([
    { isBroken: false },
  ])
})

test('load spreads each estimate over the working days of its blocks and adds up to it', () => {
  fc.assert(
    fc.property(fc.array(scheduled, { maxLength: 10 }), daysOff, (blocks, off) => {
      const calendars = new Map(artists.map((id) => [id, off]))
      const load = sumLoad(blocks, (id) => findTask(id)?.estimatedHours, calendars)
      const total = [...load.values()].flatMap((days) => [...days.values()]).reduce((sum, hours) => sum + hours, 0)
      const present = new Set(blocks.map(({ taskId }) => taskId))
      const wanted = [...present].reduce((sum, id) => sum + (findTask(id)?.estimatedHours ?? 0), 0)

      expect(total).toBeCloseTo(wanted, 6)
    }),
  )
  const week = sumLoad([aBlock({ taskId: tasks[5] ?? newId<TaskId>(), durationDays: 7 })], () => 40, new Map())
  expect(week.get(artists[0])?.get(toDayNumber(monday))).toBe(8)
  expect(week.get(artists[0])?.has(toDayNumber('2026-11-28'))).toBe(false)
})
