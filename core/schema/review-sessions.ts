import { compareText } from '#core/lib/text.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type {
  CollectionId,
  ItemId,
  ProjectId,
  ReviewSessionId,
  SpaceId,
  StageId,
  StatusId,
  UserId,
} from '#core/lib/ids.ts'
import { defineTable, flag, initially, moment, of, optional, text, type RowOf } from './define-table.ts'

/** A review session's purpose: the day's work, shots in cut order, or a client's review. */
export const reviewKinds = ['dailies', 'cut', 'client'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** The criteria of a live session: a task must match one value in every list given. */
export type ReviewLists = {
  readonly statusIds?: readonly StatusId[]
  readonly stageIds?: readonly StageId[]
  /** `none` for unassigned tasks. */
  readonly assigneeIds?: readonly (UserId | 'none')[]
  readonly spaceIds?: readonly SpaceId[]
  readonly collectionIds?: readonly CollectionId[]
  readonly itemIds?: readonly ItemId[]
  /** 0 to 9, as text. */
  readonly priorities?: readonly string[]
  readonly dueDates?: readonly (CalendarDate | 'none')[]
}

/** Which tasks a live session contains. */
export type ReviewQuery = ReviewLists & {
  /** The sentence as it was written. */
  readonly text: string
  /** Only tasks whose status was set on the session's day, in the time zone. */
  readonly isOfDay?: boolean
  readonly timeZone?: string
  /** Exclusions: none of these may match. */
  readonly not?: ReviewLists
}

export const reviewSessions = defineTable({
  key: ['id'],
  scopes: ['studio'],
  belongsTo: { table: 'projects', field: 'projectId' },
  // Newest day first.
  order: (first, second) => compareText(second.day, first.day) || compareText(second.id, first.id),
  fields: {
    id: of<ReviewSessionId>(),
    projectId: of<ProjectId>(),
    name: text,
    kind: initially('dailies', of<ReviewKind>()),
    day: of<CalendarDate>(),
    /** Once locked, what was judged is kept as it is. */
    isLocked: initially(false, flag),
    /** Which tasks come and go until it is locked; absent where people choose them. */
    query: optional(of<ReviewQuery>()),
    createdBy: optional(of<UserId>()),
    createdAt: moment,
  },
})

/** Tasks that people look at and judge together on a day. */
export type ReviewSessionRow = RowOf<typeof reviewSessions>
