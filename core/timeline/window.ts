import { roundHalfUp } from '#core/lib/numbers.ts'
import { addDays, daysBetween, type CalendarDate } from '#core/lib/calendar-date.ts'

/** The number of days the timeline and the timesheet show, and the index of today among them. */
export const timelineDayCount = 180
export const todayIndex = 90

/** Extra days pulled before the first one shown, for time zones and clocks that are set back. */
const marginDays = 10

/** Returns the first day whose blocks a timeline needs. */
export function getFirstPulledDay(today: CalendarDate): CalendarDate {
  return addDays(today, -todayIndex - marginDays)
}

/** The width of a day, in pixels, at each zoom. */
export const timelineDayWidths = { compact: 50, normal: 100, expanded: 300 } as const

/** Heights in pixels of a row of bars and of the bar in it. */
export const timelineRowHeights = { compact: { row: 25, bar: 20 }, expanded: { row: 45, bar: 40 } } as const
export type TimelineDensity = keyof typeof timelineRowHeights

/** The index of the day whose left edge the timeline is first scrolled to. */
export const timelineInitialDayIndex = 85

const minArtistRowHeight = 45
const minDragDurationDays = 0.1

/** Returns a day's index among those shown, 90 for today; days outside 0 to 179 are not shown. */
export function toDayIndex(date: CalendarDate, today: CalendarDate): number {
  return daysBetween(today, date) + todayIndex
}

/** Returns the day at an index among those shown. */
export function fromDayIndex(index: number, today: CalendarDate): CalendarDate {
  return addDays(today, index - todayIndex)
}

/** Lists all days shown, from 90 before today. */
export function timelineDays(today: CalendarDate): readonly CalendarDate[] {
  return Array.from({ length: timelineDayCount }, (_, index) => fromDayIndex(index, today))
}

/** Converts a drag in pixels to whole days; half a day is rounded up, to the right. */
export function draggedDays(pixels: number, dayWidth: number): number {
  return roundHalfUp(pixels / dayWidth)
}

/** Returns a bar's length in days while its edge is dragged: at least a tenth. */
export function durationWhileResizing(durationDays: number, draggedPixels: number, dayWidth: number): number {
  return Math.max(minDragDurationDays, durationDays + draggedPixels / dayWidth)
}

/** Returns a bar's length in days once its edge is released: whole, halves up, at least 1. */
export function durationOnRelease(durationDays: number): number {
  return Math.max(1, roundHalfUp(durationDays))
}

/** Returns the height in pixels of an artist's row, which fits one line even without bars. */
export function artistRowHeight(rowCount: number, density: TimelineDensity): number {
  return Math.max(minArtistRowHeight, Math.max(1, rowCount) * timelineRowHeights[density].row)
}
