import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { startOfDay } from '#core/timesheet/period.ts'
import type { TimeEdit } from '#core/timesheet/edits.ts'
import { defineWith } from '#app/commands/define-command.ts'
import { formatDay } from '#app/lib/format-day.ts'
import { findProposal, proposalsOfWeek, type Proposal } from './proposals.ts'
import { newTime, ofPlacedTask } from './time-tasks.ts'
import { timesheetStore } from './timesheet-store.ts'
import { writeTime } from './write-time.ts'

const define = defineWith({ group: 'Timesheet', scope: 'timesheet' })
const noonMs = 12 * 3_600_000

/** The commands that accept proposals for days without time. */
export const proposalCommands = [
  define({
    id: 'timesheet.accept-day',
    title: 'Accept the day’s proposals',
    keys: ['p'],
    keywords: ['fill', 'suggestion', 'empty'],
    detail: () => formatDay(timesheetStore.day),
    when: () => findProposal(timesheetStore.day) !== undefined,
    run: async (_context, [given]) => {
      const day = isCalendarDate(given) ? given : timesheetStore.day
      const proposal = findProposal(day)
      return proposal && (await accept([{ day, proposal }], formatDay(day)))
    },
  }),
  define({
    id: 'timesheet.accept-week',
    title: 'Accept the week’s proposals',
    keys: ['shift+p'],
    keywords: ['fill', 'suggestion', 'empty'],
    when: () => proposalsOfWeek(timesheetStore.day).length > 0,
    run: async () => {
      const proposals = proposalsOfWeek(timesheetStore.day)
      return await accept(proposals, proposals.map(({ day }) => formatDay(day)).join(', '))
    },
  }),
]

async function accept(days: readonly { readonly day: CalendarDate; readonly proposal: Proposal }[], named: string) {
  const edits = days.flatMap(({ day, proposal }) =>
    proposal.map(({ touch, minutes }, index): TimeEdit => {
      // Distinct times keep their order.
      const createdAt = startOfDay(day, timesheetStore.timeZone) + noonMs + index
      return { before: undefined, after: { ...newTime(ofPlacedTask(touch), createdAt), minutes, isRunning: false } }
    }),
  )
  return await writeTime('Add proposed time', edits, `Time added on ${named}`)
}
