import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { UserId } from '#core/lib/ids.ts'
import { defineTable, of } from './define-table.ts'

/** Days on which a member does not work. */
export const memberDaysOff = defineTable({
  key: ['userId', 'day'],
  scopes: ['timeline'],
  fields: { userId: of<UserId>(), day: of<CalendarDate>() },
})
