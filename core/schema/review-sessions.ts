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

/** What a review session is for: the day's work, shots in the order of the cut, or what a client sees. */
export const reviewKinds = ['dailies', 'cut', 'client'] as const
export type ReviewKind = (typeof reviewKinds)[number]

/** What a live session names: of each list one must fit, and every list that is there. */
export type ReviewLists = {
  readonly statusIds?: readonly StatusId[]
  readonly stageIds?: readonly StageId[]
  /** `none` for what nobody has. */
  readonly assigneeIds?: readonly (UserId | 'none')[]
  readonly spaceIds?: readonly SpaceId[]
  readonly collectionIds?: readonly CollectionId[]
  readonly itemIds?: readonly ItemId[]
  /** 0 to 9, as text. */
  readonly priorities?: readonly string[]
  readonly dueDates?: readonly (CalendarDate | 'none')[]
}

/** Which tasks come into a session by themselves. */
export type ReviewQuery = ReviewLists & {
  /** As somebody wrote it. */
  readonly text: string
  /** Only tasks that were given their status on the session's day, in the time zone. */
  readonly isOfDay?: boolean
  readonly timeZone?: string
  /** What is not so: none of these may fit. */
  readonly not?: ReviewLists
}

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
    /** Which tasks come by themselves until it is locked; absent where people choose them. */
    query: optional(of<ReviewQuery>()),
    createdBy: optional(of<UserId>()),
    createdAt: moment,
  },
})

/** Tasks that people look at and judge together on a day. */
export type ReviewSessionRow = RowOf<typeof reviewSessions>
