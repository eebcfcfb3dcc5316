import { activityQuery } from '#core/feeds/queries.ts'
import type { FeedItem } from '#core/feeds/entry.ts'
import { daysOf, periodOf } from '#core/timesheet/period.ts'
import { proposeTime, type ProposedTime } from '#core/timesheet/propose.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { canWriteSheet, findLock, pillsOf } from './timesheet-model.ts'
import { timesheetStore } from './timesheet-store.ts'

export type Proposal = readonly ProposedTime<FeedItem>[]

/**
 * Returns the query for the person's recent activity, the base of proposals in their own sheet; undefined in others'
 * sheets.
 */
export function touchesQuestion() {
  const { subject } = timesheetStore
  const userId = clientStore.get().client?.userId
  if (subject === undefined || userId === undefined || subject.userId !== userId) return undefined
  return activityQuery({ studioId: subject.studioId, userId })
}

/** Returns the proposal for a day, once its week is loaded. */
export function findProposal(day: CalendarDate, source: typeof timesheetStore = timesheetStore): Proposal | undefined {
  const { today, timeZone, touches, weeks } = source
  // Most days have no proposal, and this runs for each of them.
  if (touches.length === 0 || day > today) return undefined
  const { from } = periodOf('week', day)
  if (!weeks.has(from) || !canWriteSheet(source)) return undefined
  const isTaken = (wanted: CalendarDate): boolean =>
    findLock(wanted, source) !== undefined || pillsOf(wanted).length > 0
  return proposeTime({ days: [day], today, timeZone, touches: touches as readonly FeedItem[], isTaken }).get(day)
}

/** Returns all proposals of the week of a day. */
export function proposalsOfWeek(
  day: CalendarDate,
): readonly { readonly day: CalendarDate; readonly proposal: Proposal }[] {
  return daysOf(periodOf('week', day)).flatMap((each) => {
    const proposal = findProposal(each)
    return proposal === undefined ? [] : [{ day: each, proposal }]
  })
}
