import fc from 'fast-check'
import { expect, test } from 'vitest'
import { sumBy } from '#core/lib/collections.ts'
import {
  newId,
  type ItemId,
  type ProjectId,
  type SpaceId,
  type StageId,
  type TaskId,
  type UserId,
  type VersionId,
} from '#core/lib/ids.ts'
import { addDays, makeDateInZone, weekdayOf } from '#core/lib/calendar-date.ts'
import { editPillTotal } from './timesheet.ts'
import { applyTimeEdits, invertTimeEdits, stopTimer, type EditedTime, type TimeEdit } from './edits.ts'
import { daysOf, momentsOf, periodOf, startOfDay, stepPeriod, timesheetPeriods, weekOf } from './period.ts'
import { writeTimesheetCsv, writeTimesheetTsv } from './sheet.ts'

const place = {
  taskId: newId<TaskId>(),
  stageId: newId<StageId>(),
  itemId: newId<ItemId>(),
  spaceId: newId<SpaceId>(),
  projectId: newId<ProjectId>(),
  userId: newId<UserId>(),
  projectName: 'Film',
  spaceName: 'Ep01',
  collectionName: 'SQ010',
  itemName: 'sh0010',
  stageName: 'Animation',
  userName: 'Mei',
  url: '/x',
}

function aTime(given: Partial<EditedTime> = {}): EditedTime {
  const what = {
    versionNumber: 1,
    comment: '',
    minutes: 60,
    createdAt: Date.parse('2026-11-18T10:00Z'),
    isRunning: false,
  }
  return { ...place, id: newId<VersionId>(), ...what, ...given }
}

const time = fc
  .record({
    minutes: fc.integer({ min: 0, max: 600 }),
    createdAt: fc.integer({ min: Date.parse('2026-10-20T00:00Z'), max: Date.parse('2026-12-01T00:00Z') }),
    versionNumber: fc.option(fc.integer({ min: 1, max: 9 }), { nil: undefined }),
  })
  .map(aTime)
const zone = fc.constantFrom('UTC', 'Europe/Berlin', 'America/Los_Angeles', 'Pacific/Auckland', 'Asia/Kathmandu')
const day = fc.integer({ min: 0, max: 900 }).map((days) => addDays('2025-06-15', days))

test('time edits and then their inverse leave everything as it was', () => {
  fc.assert(
    fc.property(fc.array(time, { minLength: 2, maxLength: 8 }), fc.nat(), (times, minutes) => {
      const [first, second] = times
      if (first === undefined || second === undefined) return
      const edits: TimeEdit[] = [
        { before: first, after: { ...first, minutes } },
        { before: second, after: undefined },
        { before: undefined, after: aTime({ versionNumber: undefined }) },
      ]
      const edited = applyTimeEdits(times, edits)
      const back = applyTimeEdits(edited, invertTimeEdits(edits))
      expect(edited).not.toEqual(times)
      expect(new Set(back)).toEqual(new Set(times))
      // Applied twice, by the outbox and by the server's response, edits show once.
      expect(new Set(applyTimeEdits(edited, edits))).toEqual(new Set(edited))
    }),
  )
})

test('a new total is shared out exactly, in proportion, with at least a minute each', () => {
  fc.assert(
    fc.property(fc.array(time, { minLength: 1, maxLength: 9 }), fc.integer({ min: 1, max: 2000 }), (entries, total) => {
      const changes = new Map(editPillTotal({ entries }, total).map(({ id, minutes }) => [id, minutes]))
      const after = entries.map(({ id, minutes }) => changes.get(id) ?? minutes)
      const before = sumBy(entries, ({ minutes }) => minutes)
      if (before === 0) {
        expect(changes.size).toBe(0)
        return
      }
      expect(sumBy(after, (minutes) => minutes)).toBe(Math.max(total, entries.length))
      expect(Math.min(...after)).toBeGreaterThanOrEqual(1)
      // An entry with more minutes still has at least as many afterwards.
      entries.forEach((one, at) =>
        entries.forEach((other, otherAt) => {
          if (one.minutes > other.minutes) expect(after[at]).toBeGreaterThanOrEqual(after[otherAt] ?? 0)
        }),
      )
    }),
  )
})

test('a timer stops with whole minutes, at least one and at most a day', () => {
  const timer = aTime({ minutes: 0, isRunning: true })
  const after = (minutes: number) => stopTimer(timer, timer.createdAt + minutes * 60_000)
  expect([-5, 0, 0.4, 1.6, 90, 5000].map((minutes) => after(minutes).minutes)).toEqual([1, 1, 1, 2, 90, 1440])
  expect(after(90).isRunning).toBe(false)
})

test('a day begins at its first moment in the zone, also where the clocks change', () => {
  fc.assert(
    fc.property(day, zone, (date, timeZone) => {
      const dateOf = makeDateInZone(timeZone)
      const start = startOfDay(date, timeZone)
      expect([dateOf(start), dateOf(start - 60_000)]).toEqual([date, addDays(date, -1)])
    }),
  )
  const { from, to } = momentsOf({ from: '2026-03-29', to: '2026-03-30' }, 'Europe/Berlin')
  expect((to - from) / 3_600_000).toBe(23)
})

test('every day is in one week, month and year, which follow each other without a gap', () => {
  fc.assert(
    fc.property(day, fc.constantFrom(...timesheetPeriods), (date, period) => {
      const range = periodOf(period, date)
      expect(daysOf(range)).toContain(date)
      expect(stepPeriod(period, date, 1)).toBe(range.to)
      expect(periodOf(period, stepPeriod(period, date, -1)).to).toBe(range.from)
      expect(weekdayOf(weekOf(date))).toBe(0)
    }),
  )
  expect(periodOf('week', '2027-01-01')).toEqual({ from: '2026-12-28', to: '2027-01-04' })
  expect(periodOf('month', '2024-02-29')).toEqual({ from: '2024-02-01', to: '2024-03-01' })
})

test('a week is copied with its totals, and no name is read as a formula', () => {
  const range = periodOf('week', '2026-11-18')
  const entries = [
    aTime({ minutes: 90 }),
    aTime({ minutes: 30, versionNumber: undefined, createdAt: Date.parse('2026-11-19T10:00Z') }),
    aTime({ minutes: 60, itemName: '=1+1', taskId: newId<TaskId>() }),
    aTime({ createdAt: Date.parse('2026-11-23T00:00Z') }),
  ]
  const lines = writeTimesheetTsv({ entries, range, timeZone: 'UTC' }).split('\n')
  expect(lines.slice(1).map((line) => line.split('\t'))).toEqual([
    ['Mei', 'Film', 'Ep01', 'SQ010', 'sh0010', 'Animation', '', '', '1.5', '0.5', '', '', '', '2'],
    ['Mei', 'Film', 'Ep01', 'SQ010', "'=1+1", 'Animation', '', '', '1', '', '', '', '', '1'],
    ['Total', '', '', '', '', '', '', '', '2.5', '0.5', '', '', '', '3'],
  ])
  const csv = writeTimesheetCsv({ entries, range, timeZone: 'UTC' }).trim().split('\n')
  expect(csv).toHaveLength(4)
  expect(csv[1]).toBe('2026-11-18,Mei,Film,Ep01,SQ010,sh0010,Animation,v1,90,1h 30m,,UTC')
  expect(csv[3]).toBe('2026-11-19,Mei,Film,Ep01,SQ010,sh0010,Animation,,30,30m,,UTC')
})
