import { defineQuery } from '#core/query/define-query.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { StudioId, UserId } from '#core/lib/ids.ts'
import { loadTimeEntries } from './load-time-entries.ts'
import { loadTimeState, type TimeState } from './load-time-state.ts'
import { loadTimeSums, type TimeSums, type TimeSumsRequest } from './load-time-sums.ts'
import type { LoggedTime } from './timesheet.ts'

type OfSubject = { readonly studioId: StudioId; readonly userId: UserId | undefined }

const timeFields = {
  id: true,
  userId: true,
  userName: true,
  createdAt: true,
  minutes: true,
  versionNumber: true,
  comment: true,
  taskId: true,
  stageId: true,
  stageName: true,
  itemId: true,
  itemName: true,
  collectionName: true,
  spaceId: true,
  spaceName: true,
  projectId: true,
  projectName: true,
  url: true,
} as const

/** Time logged from one moment until before another, by one person or everybody, oldest first. */
export const timeEntriesQuery = defineQuery({
  name: 'time-entries',
  fields: timeFields,
  fetch: async (gateway, { userId, ...range }: OfSubject & { readonly from: EpochMs; readonly to: EpochMs }) => {
    const items = await loadTimeEntries({ ...range, ...(userId && { userId }) }, { gateway })
    return { items, next: undefined }
  },
})

/** The last time somebody logged before a moment, if any. */
export const lastTimeQuery = defineQuery({
  name: 'last-time',
  fields: timeFields,
  fetch: async (gateway, args: { readonly studioId: StudioId; readonly userId: UserId; readonly to: EpochMs }) => {
    const items: readonly LoggedTime[] = await loadTimeEntries({ ...args, from: 0 }, { gateway })
    return { items: items.slice(-1), next: undefined }
  },
})

/** The caller's running timer and the locked weeks, in one row. */
export const timeStateQuery = defineQuery({
  name: 'time-state',
  fields: { timer: true, locks: true },
  fetch: async (gateway, { studioId }: { readonly studioId: StudioId }, { userId }) => {
    const items: readonly TimeState[] = [await loadTimeState({ studioId, userId }, { gateway })]
    return { items, next: undefined }
  },
})

/** The sums of time over a range of days, in one row. */
export const timeSumsQuery = defineQuery({
  name: 'time-sums',
  fields: { days: true, projects: true, stages: true, artists: true },
  fetch: async (gateway, request: TimeSumsRequest) => {
    const items: readonly TimeSums[] = [await loadTimeSums(request, { gateway })]
    return { items, next: undefined }
  },
})
