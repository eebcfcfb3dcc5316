import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type BlockId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { addDays, dateInZone, daysBetween, isCalendarDate, toDayNumber, weekdayOf } from '#core/lib/calendar-date.ts'
import { writeCalendar } from './icalendar.ts'
import { toQueued, type ScheduledBlock } from './layout.ts'
import { sumLoad } from './load.ts'
import { moveBlocks } from './move.ts'
import { endOf, planBlocks, pushFollowing, scheduleBlock, type PlannedTask } from './plan.ts'
import { draggedDays, fromDayIndex, timelineDays, timelineDayWidths, todayIndex, toDayIndex } from './window.ts'

const quarterMs = 15 * 60_000
const hoursMs = 36 * 3_600_000

/** Noon UTC of days on which clocks change, at the extremes of the date line, and of a leap day. */
const turns = [
  ['Europe/Berlin', '2026-03-29'],
  ['Europe/Berlin', '2026-10-25'],
  ['America/Santiago', '2026-04-05'],
  ['America/Santiago', '2026-09-06'],
  ['Australia/Lord_Howe', '2026-10-04'],
  ['Asia/Kathmandu', '2026-03-29'],
  ['Pacific/Kiritimati', '2028-02-29'],
  ['Pacific/Pago_Pago', '2028-02-29'],
] as const

test('in every time zone and across clock changes the timeline has 180 consecutive days and moves on day by day', () => {
  for (const [zone, day] of turns) {
    const noon = Date.parse(`${day}T12:00:00Z`)
    let before = dateInZone(noon - hoursMs, zone)
    for (let moment = noon - hoursMs; moment <= noon + hoursMs; moment += quarterMs) {
      const today = dateInZone(moment, zone)
      const days = timelineDays(today)

      expect([0, 1]).toContain(daysBetween(before, today))
      expect(days).toHaveLength(180)
      expect(days[todayIndex]).toBe(today)
      expect(days.every((shown, index) => isCalendarDate(shown) && toDayIndex(shown, today) === index)).toBe(true)
      before = today
    }
    expect(daysBetween(dateInZone(noon - hoursMs, zone), before)).toBe(3)
  }
})

test('where clocks skip midnight, the day begins an hour later', () => {
  const lastMinute = Date.parse('2026-09-06T03:59:00Z')

  expect(dateInZone(lastMinute, 'America/Santiago')).toBe('2026-09-05')
  expect(dateInZone(lastMinute + 60_000, 'America/Santiago')).toBe('2026-09-06')
})

const artist = newId<UserId>()
const [layout, animation] = [newId<TaskId>(), newId<TaskId>()]
const aBlock = (overrides: Partial<ScheduledBlock> = {}): ScheduledBlock => ({
  id: newId<BlockId>(),
  taskId: layout,
  assigneeId: artist,
  startDate: '2028-02-28',
  durationDays: 1,
  rowIndex: 0,
  ...overrides,
})
const findTask = (taskId: TaskId): PlannedTask => ({
  taskId,
  itemId: 'item',
  stageOrder: taskId === layout ? 0 : 1,
  estimatedHours: 24,
  priority: 0,
  dueDate: undefined,
})

test('a drag moves as many days as it is wide, across clock changes and a leap day, at all three zooms', () => {
  const dayOf = fc.constantFrom(...turns.map(([, day]) => day))
  fc.assert(
    fc.property(
      fc.record({ turn: dayOf, offset: fc.integer({ min: -4, max: 4 }) }),
      fc.integer({ min: -9, max: 9 }),
      fc.constantFrom(...Object.values(timelineDayWidths)),
      ({ turn, offset }, days, dayWidth) => {
        const block = aBlock({ startDate: addDays(turn, offset), durationDays: 3 })
        const rows = { ids: [artist], openCount: 1 }
        const [moved] = moveBlocks([block], { days: draggedDays(days * dayWidth, dayWidth), artists: 0 }, rows)

        const x = (date: ScheduledBlock['startDate']) => toDayIndex(date, turn) * dayWidth
        expect(x(moved?.startDate ?? turn) - x(block.startDate)).toBe(days * dayWidth)
        expect(moved?.durationDays).toBe(3)
        expect(fromDayIndex(toDayIndex(block.startDate, turn), turn)).toBe(block.startDate)
      },
    ),
  )
})

test('29 February can be worked on, taken off, pushed and planned over, and exported to a calendar', () => {
  const leapDay = '2028-02-29'
  expect(weekdayOf(leapDay)).toBe(1)
  const place = { assigneeId: artist, day: '2028-02-28', rowIndex: 0 } as const
  const whole = scheduleBlock(aBlock(), place, { workingDays: 3, daysOff: undefined })
  const off = scheduleBlock(aBlock(), place, { workingDays: 3, daysOff: new Set([leapDay]) })
  expect([endOf(whole), endOf(off)]).toEqual(['2028-03-02', '2028-03-03'])

  const load = sumLoad([whole], () => 24, new Map()).get(artist)
  expect(['2028-02-28', leapDay, '2028-03-01'].map((day) => load?.get(toDayNumber(day as typeof leapDay)))).toEqual([
    8, 8, 8,
  ])

  const next = aBlock({ taskId: animation, startDate: leapDay })
  const push = { of: aBlock({ durationDays: 2 }), stageOrderOf: (id: TaskId) => findTask(id).stageOrder }
  expect(pushFollowing({ ...push, blocks: [push.of, next], findDaysOff: () => undefined })).toMatchObject([
    { id: next.id, startDate: '2028-03-01', durationDays: 1 },
  ])

  const queued = [toQueued(aBlock())]
  const scheduled = [aBlock({ taskId: animation, startDate: leapDay })]
  const plan = { queued, assigneeId: artist, from: '2028-02-28', daysOff: undefined, scheduled, findTask } as const
  expect(planBlocks(plan)).toMatchObject([{ startDate: '2028-03-01', durationDays: 3 }])

  const event = { id: 'b', title: 'sh010', description: '', startDate: leapDay, endDate: endOf(next) } as const
  expect(writeCalendar('N', [event], 0)).toContain('DTSTART;VALUE=DATE:20280229\r\nDTEND;VALUE=DATE:20280301\r\n')
})
