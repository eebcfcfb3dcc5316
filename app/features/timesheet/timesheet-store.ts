import { proxy, ref } from 'valtio/vanilla'
import type { CalendarDate, EpochMs } from '#core/lib/calendar-date.ts'
import type { EditedTime, TimeEdit } from '#core/timesheet/edits.ts'
import { applyTimeEdits } from '#core/timesheet/edits.ts'
import type { TimesheetPeriod } from '#core/timesheet/period.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import type { TimeLock, TimeState } from '#core/timesheet/load-time-state.ts'
import type { FeedItem } from '#core/feeds/entry.ts'
import type { TimeSums } from '#core/timesheet/load-time-sums.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export const timesheetViews = ['days', 'week', 'month', 'year'] as const
export type TimesheetView = 'days' | TimesheetPeriod

/** Whose time is shown; without a person it is everybody's. */
export type Subject = { readonly studioId: StudioId; readonly userId: UserId | undefined }

/** Someone who is not in the studio: their name, if they ever logged time in it. */
export type Former = { readonly name: string | undefined }

/** The server's rows, by the Monday of their week. */
export type Weeks = ReadonlyMap<CalendarDate, readonly EditedTime[]>

type TimesheetState = {
  subject: Subject | undefined
  /** Undefined for members of the studio, and until known. */
  former: Former | undefined
  timeZone: string
  today: CalendarDate
  view: TimesheetView
  /** The day that keys act on, and its pill: an item's or a person's id. */
  day: CalendarDate
  pill: string | undefined
  isEditing: boolean
  weeks: Weeks
  /** Edits in the outbox, laid over the server's rows. */
  pending: readonly TimeEdit[]
  timer: EditedTime | undefined
  locks: readonly TimeLock[]
  sums: TimeSums | undefined
  /** The person's recent activity, newest first; only in their own sheet. */
  touches: readonly FeedItem[]
  /** Whether requested time could not be loaded. */
  hasFailed: boolean
  /** The age of what is shown while the server cannot be reached. */
  asOf: EpochMs | undefined
}

const initial = (): TimesheetState => ({
  subject: undefined,
  former: undefined,
  timeZone: 'UTC',
  today: '1970-01-01',
  view: 'days',
  day: '1970-01-01',
  pill: undefined,
  isEditing: false,
  weeks: ref(new Map()),
  pending: ref([]),
  timer: undefined,
  locks: ref([]),
  sums: undefined,
  touches: ref([]),
  hasFailed: false,
  asOf: undefined,
})
const state = proxy(initial())

export const timesheetStore: DeepReadonly<TimesheetState> = state

type Opening = Pick<TimesheetState, 'timeZone' | 'today' | 'day'> & { readonly subject: Subject }

export function showSheet(opening: Opening): void {
  const { view } = state
  Object.assign(state, initial(), opening, { view })
}

export function resetTimesheet(): void {
  Object.assign(state, initial())
}

export function setFormer(former: Former): void {
  state.former = ref(former)
}

export function setCurrent(day: CalendarDate, pill: string | undefined): void {
  Object.assign(state, { day, pill, isEditing: false })
}

export function setView(view: TimesheetView): void {
  Object.assign(state, { view, sums: undefined, isEditing: false })
}

export function setEditing(isEditing: boolean): void {
  state.isEditing = isEditing
}

export function setWeek(week: CalendarDate, times: readonly EditedTime[]): void {
  state.weeks = ref(new Map([...getWeeks(), [week, times]]))
}

export function setTimeState({ timer, locks }: TimeState): void {
  state.timer = timer === undefined ? undefined : ref(timer)
  state.locks = ref([...locks])
}

export function setSums(sums: TimeSums | undefined): void {
  state.sums = sums === undefined ? undefined : ref(sums)
}

export function setTouches(touches: readonly FeedItem[]): void {
  state.touches = ref([...touches])
}

export function setReach(reach: Pick<TimesheetState, 'hasFailed' | 'asOf'>): void {
  Object.assign(state, reach)
}

export function setPending(edits: readonly TimeEdit[]): void {
  state.pending = ref([...edits])
}

function getWeeks(): Weeks {
  // Held by `ref`, so it is the original map.
  return state.weeks as Weeks
}

/** Merges accepted edits into the weeks, until the server is asked again. */
export function takeEdits(edits: readonly TimeEdit[], weekOfTime: (time: EditedTime) => CalendarDate): void {
  const weeks = new Map(getWeeks())
  for (const edit of edits) {
    const time = edit.after ?? edit.before
    if (time === undefined) continue
    const week = weekOfTime(time)
    const times = weeks.get(week)
    if (times !== undefined && !time.isRunning) weeks.set(week, applyTimeEdits(times, [edit]))
  }
  state.weeks = ref(weeks)
}
