import { clamp, roundHalfUp } from '#core/lib/numbers.ts'
import { addDays, daysBetween, type CalendarDate } from '#core/lib/calendar-date.ts'

/** The days the timeline and the timesheet show, and where today is among them. */
export const timelineDayCount = 180
export const todayIndex = 90

/** So many days before the first one shown are pulled as well: time zones, and a clock that is set back. */
const marginDays = 10

/** The first day of which a timeline needs blocks. */
export function firstDayPulled(today: CalendarDate): CalendarDate {
  return addDays(today, -todayIndex - marginDays)
}

/** How wide a day is, in pixels, at each zoom. */
export const timelineDayWidths = { compact: 50, normal: 100, expanded: 300 } as const

/** Heights in pixels of a row of bars and of the bar in it. */
export const timelineRowHeights = { compact: { row: 25, bar: 20 }, expanded: { row: 45, bar: 40 } } as const
export type TimelineDensity = keyof typeof timelineRowHeights

/** The day whose left edge the timeline is first scrolled to. */
export const timelineInitialDayIndex = 85

const minArtistRowHeight = 45
const minDragDurationDays = 0.1

/** A day's place among those shown, 90 for today; outside 0 to 179 it is not shown. */
export function toDayIndex(date: CalendarDate, today: CalendarDate): number {
  return daysBetween(today, date) + todayIndex
}

/** The day at a place among those shown. */
export function fromDayIndex(index: number, today: CalendarDate): CalendarDate {
  return addDays(today, index - todayIndex)
}

/** All days shown, from 90 before today. */
export function timelineDays(today: CalendarDate): readonly CalendarDate[] {
  return Array.from({ length: timelineDayCount }, (_, index) => fromDayIndex(index, today))
}

/** The shown day under a horizontal position in pixels. */
export function dayIndexAtPixel(pixel: number, dayWidth: number): number {
  return clamp(Math.floor(pixel / dayWidth), { min: 0, max: timelineDayCount - 1 })
}

/** How many whole days a drag of so many pixels moves; half a day is rounded up, to the right. */
export function draggedDays(pixels: number, dayWidth: number): number {
  return roundHalfUp(pixels / dayWidth)
}

/** A bar's length in days while its edge is dragged: at least a tenth. */
export function durationWhileResizing(durationDays: number, draggedPixels: number, dayWidth: number): number {
  return Math.max(minDragDurationDays, durationDays + draggedPixels / dayWidth)
}

/** A bar's length in days when its edge is let go: whole, halves up, at least 1. */
export function durationOnRelease(durationDays: number): number {
  return Math.max(1, roundHalfUp(durationDays))
}

/** The height in pixels of an artist's row, which holds one line even while it has no bars. */
export function artistRowHeight(rowCount: number, density: TimelineDensity): number {
  return Math.max(minArtistRowHeight, Math.max(1, rowCount) * timelineRowHeights[density].row)
}
