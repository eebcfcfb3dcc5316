import { compareText } from '#core/lib/text.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ProjectId, ReviewSessionId, UserId } from '#core/lib/ids.ts'
import { defineTable, flag, initially, moment, of, optional, text, type RowOf } from './define-table.ts'

/** What a review session is for: the day's work, shots in the order of the cut, or what a client sees. */
export const reviewKinds = ['dailies', 'cut', 'client'] as const
export type ReviewKind = (typeof reviewKinds)[number]

export const reviewSessions = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  // The newest day first.
  order: (first, second) => compareText(second.day, first.day) || compareText(second.id, first.id),
  fields: {
    id: of<ReviewSessionId>(),
    projectId: of<ProjectId>(),
    name: text,
    kind: initially('dailies', of<ReviewKind>()),
    day: of<CalendarDate>(),
    /** What was judged stays as it is. */
    isLocked: initially(false, flag),
    createdBy: optional(of<UserId>()),
    createdAt: moment,
  },
})

/** Tasks that people look at and judge together on a day. */
export type ReviewSessionRow = RowOf<typeof reviewSessions>
