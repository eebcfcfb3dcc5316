import type { TaskId, UserId } from '#core/lib/ids.ts'
import { toDayNumber } from '#core/lib/calendar-date.ts'
import type { ScheduledBlock } from './layout.ts'
import { isWeekendNumber, type DaysOff } from './work-calendar.ts'

/** Hours per artist and day; days are counted from 1970-01-01. */
export type Load = ReadonlyMap<UserId, ReadonlyMap<number, number>>

/**
 * Sums estimated hours per day and artist. A task's hours are spread evenly over the working days of all its blocks; a
 * block without any counts its first day. A task without an estimate adds nothing.
 */
export function sumLoad(
  blocks: readonly ScheduledBlock[],
  hoursOf: (taskId: TaskId) => number | undefined,
  daysOff: DaysOff,
): Load {
  const off = new Map([...daysOff].map(([userId, days]) => [userId, new Set([...days].map(toDayNumber))] as const))
  const counts = new Map<TaskId, number>()
  const entries: { readonly block: ScheduledBlock; readonly days: readonly number[] }[] = []
  for (const block of blocks) {
    if ((hoursOf(block.taskId) ?? 0) === 0) continue
    const days = workingDaysOf(block, off.get(block.assigneeId))
    counts.set(block.taskId, (counts.get(block.taskId) ?? 0) + days.length)
    entries.push({ block, days })
  }
  const load = new Map<UserId, Map<number, number>>()
  for (const { block, days } of entries) {
    const hours = (hoursOf(block.taskId) ?? 0) / (counts.get(block.taskId) ?? 1)
    let ofArtist = load.get(block.assigneeId)
    if (ofArtist === undefined) load.set(block.assigneeId, (ofArtist = new Map()))
    for (const day of days) ofArtist.set(day, (ofArtist.get(day) ?? 0) + hours)
  }
  return load
}

function workingDaysOf(block: ScheduledBlock, off: ReadonlySet<number> | undefined): readonly number[] {
  const start = toDayNumber(block.startDate)
  const days: number[] = []
  for (let day = start; day < start + block.durationDays; day += 1) {
    if (!isWeekendNumber(day) && off?.has(day) !== true) days.push(day)
  }
  return days.length > 0 ? days : [start]
}
