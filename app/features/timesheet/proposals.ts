import { activityQuery } from '#core/feeds/queries.ts'
import type { FeedItem } from '#core/feeds/entry.ts'
import { daysOf, periodOf } from '#core/timesheet/period.ts'
import { proposeTime, type ProposedTime } from '#core/timesheet/propose.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { canWriteSheet, findLock, pillsOf } from './timesheet-model.ts'
import { timesheetStore } from './timesheet-store.ts'

export type Proposal = readonly ProposedTime<FeedItem>[]

/** What somebody did lately, which their own sheet is proposed from; nothing in the sheets of others. */
export function touchesQuestion() {
  const { subject } = timesheetStore
  const userId = clientStore.get().client?.userId
  if (subject === undefined || userId === undefined || subject.userId !== userId) return undefined
  return activityQuery({ studioId: subject.studioId, userId })
}

/** What is proposed for a day, in the week of which everything is known. */
export function findProposal(day: CalendarDate, source: typeof timesheetStore = timesheetStore): Proposal | undefined {
  const { today, timeZone, touches, weeks } = source
  // Most days have none, and that is asked for each of them.
  if (touches.length === 0 || day > today) return undefined
  const { from } = periodOf('week', day)
  if (!weeks.has(from) || !canWriteSheet(source)) return undefined
  const isTaken = (wanted: CalendarDate): boolean =>
    findLock(wanted, source) !== undefined || pillsOf(wanted).length > 0
  return proposeTime({ days: [day], today, timeZone, touches: touches as readonly FeedItem[], isTaken }).get(day)
}

/** Every proposal of the week of a day. */
export function proposalsOfWeek(
  day: CalendarDate,
): readonly { readonly day: CalendarDate; readonly proposal: Proposal }[] {
  return daysOf(periodOf('week', day)).flatMap((each) => {
    const proposal = findProposal(each)
    return proposal === undefined ? [] : [{ day: each, proposal }]
  })
}
