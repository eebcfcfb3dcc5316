import fc from 'fast-check'
import { expect, test } from 'vitest'
import { newId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { dropDuplicateFeedItems } from './dedup.ts'
import { activeFeedActions, feedActions, isFeedItemShown, parseFeedFilter, type FeedFilter } from './filter.ts'

const me = newId<UserId>()
const other = newId<UserId>()
const statuses = [newId<StatusId>(), newId<StatusId>()] as const
const tasks = [newId<TaskId>(), newId<TaskId>()] as const

const filter: fc.Arbitrary<FeedFilter> = fc.record({
  showRevisions: fc.boolean(),
  showComments: fc.boolean(),
  activeStatusIds: fc.subarray([...statuses]),
  activeMemberIds: fc.constantFrom('me' as const, 'studio' as const),
})
const item = fc.record({
  action: fc.constantFrom(...feedActions),
  statusId: fc.constantFrom(undefined, ...statuses),
  assigneeId: fc.constantFrom(undefined, me, other),
  actorId: fc.constantFrom(undefined, me, other),
  taskId: fc.constantFrom(...tasks),
  versionNumber: fc.constantFrom(undefined, 1, 2),
  createdAt: fc.integer({ min: 0, max: 20_000 }),
})
const everything: FeedFilter = {
  showRevisions: true,
  showComments: true,
  activeStatusIds: statuses,
  activeMemberIds: 'studio',
}

test('a feed entry is shown exactly when every condition of the display rule holds', () => {
  fc.assert(
    fc.property(item, filter, (entry, choices) => {
      const hidingReasons = [
        entry.action === 'REVISION_ADD' && !choices.showRevisions,
        entry.action === 'COMMENT_ADD' && !choices.showComments,
        choices.activeStatusIds.length === 0,
        entry.statusId !== undefined && !choices.activeStatusIds.includes(entry.statusId),
        choices.activeMemberIds === 'me' && entry.assigneeId !== me,
        choices.activeMemberIds === 'me' && entry.actorId === me,
      ]
      expect(isFeedItemShown(entry, choices, me)).toBe(!hidingReasons.includes(true))
    }),
    { numRuns: 2000 },
  )
})

test('a feed entry without a status only needs some status to be selected', () => {
  const entry = { action: 'COMMENT_ADD', statusId: undefined, assigneeId: me, actorId: other } as const

  expect(isFeedItemShown(entry, everything, me)).toBe(true)
  expect(isFeedItemShown(entry, { ...everything, activeStatusIds: [] }, me)).toBe(false)
})

test('the feed asks for the actions that are on', () => {
  expect(activeFeedActions(everything)).toEqual(['REVISION_ADD', 'COMMENT_ADD'])
  expect(activeFeedActions({ showRevisions: false, showComments: false })).toEqual([])
})

test('stored filter choices are read back, and corrupt ones give the fallback', () => {
  fc.assert(
    fc.property(filter, (choices) => {
      expect(parseFeedFilter(JSON.parse(JSON.stringify(choices)), everything)).toEqual(choices)
    }),
  )
  for (const wrong of [
    undefined,
    null,
    'x',
    [],
    {},
    { ...everything, activeStatusIds: [1] },
    { ...everything, activeMemberIds: other },
  ])
    expect(parseFeedFilter(wrong, everything)).toBe(everything)
})

test('entries five seconds apart are one, and one millisecond more makes two', () => {
  const revision = {
    action: 'REVISION_ADD',
    taskId: tasks[0],
    versionNumber: 1,
    actorId: me,
    createdAt: 10_000,
  } as const
  const commentAt = (createdAt: number) => ({ ...revision, action: 'COMMENT_ADD', createdAt }) as const

  expect(dropDuplicateFeedItems([revision, commentAt(15_000), commentAt(5000)])).toEqual([revision])
  expect(dropDuplicateFeedItems([revision, commentAt(15_001)])).toHaveLength(2)
})

test('a comment is dropped exactly when its revision is within five seconds', () => {
  fc.assert(
    fc.property(fc.array(item, { maxLength: 12 }), (items) => {
      const kept = dropDuplicateFeedItems(items)
      const hasTwin = (entry: (typeof items)[number]) =>
        items.some(
          (twin) =>
            twin.action === 'REVISION_ADD' &&
            twin.taskId === entry.taskId &&
            twin.versionNumber === entry.versionNumber &&
            twin.actorId === entry.actorId &&
            Math.abs(twin.createdAt - entry.createdAt) <= 5000,
        )
      expect(kept).toEqual(items.filter((entry) => entry.action === 'REVISION_ADD' || !hasTwin(entry)))
      expect(dropDuplicateFeedItems(kept)).toEqual(kept)
    }),
    { numRuns: 1000 },
  )
})
