import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type ItemId, type StageId, type UserId, type VersionId } from '#core/lib/ids.ts'
import { timelineDays } from '#core/timeline/window.ts'
import {
  timesheetColumnWidth,
  timesheetLeadDays,
  editPillTotal,
  isWarningTotal,
  personalTimesheet,
  studioTimesheet,
  type TimeEntry,
} from './timesheet.ts'

const today = '2026-11-21'
const days = timelineDays(today)
const stageId = newId<StageId>()
const entry: fc.Arbitrary<TimeEntry> = fc
  .record({
    userId: fc.constantFrom(newId<UserId>(), newId<UserId>()),
    itemId: fc.constantFrom(newId<ItemId>(), newId<ItemId>()),
    createdAt: fc.integer({ min: Date.parse('2026-10-20T00:00Z'), max: Date.parse('2026-10-30T00:00Z') }),
    minutes: fc.integer({ min: 1, max: 480 }),
  })
  .map((fields) => ({ ...fields, id: newId<VersionId>(), stageId }))
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland')
const total = (entries: readonly TimeEntry[]) => entries.reduce((sum, { minutes }) => sum + minutes, 0)

test('every minute is in one pill of one day, whatever the zone, and days add up', () => {
  fc.assert(
    fc.property(fc.array(entry, { maxLength: 20 }), zone, (entries, timeZone) => {
      for (const sheet of [
        personalTimesheet({ days, entries, timeZone }),
        studioTimesheet({ days, entries, timeZone }),
      ]) {
        const columns = [...sheet.values()]
        expect(columns).toHaveLength(180)
        expect(columns.reduce((sum, day) => sum + day.totalMinutes, 0)).toBe(total(entries))
        for (const day of columns) expect(day.pills.reduce((sum, pill) => sum + pill.minutes, 0)).toBe(day.totalMinutes)
        expect(columns.flatMap((day) => day.pills.flatMap((pill) => pill.entries))).toHaveLength(entries.length)
      }
    }),
  )
})

test('time logged at night belongs to the day in the person’s time zone', () => {
  const late = { ...fc.sample(entry, 1)[0]!, createdAt: Date.parse('2026-11-20T23:30Z') }
  const daysWithTime = (timeZone: string) =>
    [...personalTimesheet({ days, entries: [late], timeZone })]
      .filter(([, day]) => day.totalMinutes > 0)
      .map(([day]) => day)

  expect([daysWithTime('UTC'), daysWithTime('Europe/Berlin')]).toEqual([['2026-11-20'], ['2026-11-21']])
})

test('a personal day that is not eight hours is flagged, a studio day never', () => {
  expect([0, 479, 480, 481].map(isWarningTotal)).toEqual([true, true, false, true])
  expect([...studioTimesheet({ days, entries: [], timeZone: 'UTC' }).values()].some((day) => day.isWarning)).toBe(false)
})

test('editing a pill rewrites its revisions so that they add up to the new total', () => {
  fc.assert(
    fc.property(
      fc.array(entry, { minLength: 1, maxLength: 8 }),
      fc.integer({ min: 8, max: 1000 }),
      (entries, wanted) => {
        const changes = new Map(editPillTotal({ entries }, wanted).map((change) => [change.id, change.minutes]))
        expect(total(entries.map((value) => ({ ...value, minutes: changes.get(value.id) ?? value.minutes })))).toBe(
          wanted,
        )
        expect(editPillTotal({ entries }, total(entries))).toEqual([])
        expect(editPillTotal({ entries }, 0)).toEqual([])
      },
    ),
  )
})

test('the timesheet opens five days before today, in columns of 120 pixels', () => {
  expect([timesheetLeadDays, timesheetColumnWidth]).toEqual([5, 120])
})
