import { describe, expect, test } from 'vitest'
import { toId, type ItemId, type NotificationId, type SpaceId, type StatusId, type TaskId } from '#core/lib/ids.ts'
import { actionTextOf, isNotificationShown, mergeNewest, type NotificationItem } from './entry.ts'
import type { FeedFilter } from './filter.ts'

const wip = toId<StatusId>('wip')
const place = { taskId: toId<TaskId>('t'), itemId: toId<ItemId>('i'), spaceId: toId<SpaceId>('s'), statusId: wip, taskName: '', itemName: '', collectionName: '', spaceName: '', projectName: '', url: '' } // prettier-ignore
const told: NotificationItem = {
  id: '1',
  recipientId: toId<NotificationId>('1'),
  kind: 'mention',
  actorId: undefined,
  actorName: 'Ann',
  createdAt: 1,
  versionNumber: undefined,
  place,
  isViewed: false,
  thumbnailId: undefined,
  excerpt: '',
  changedStatus: undefined,
  taskCount: 1,
}
const all: FeedFilter = { showRevisions: true, showComments: true, activeStatusIds: [wip], activeMemberIds: 'me' }

describe('a notification', () => {
  test('of a text follows the comments toggle, of a revision the revisions toggle', () => {
    const noComments = { ...all, showComments: false }
    expect(isNotificationShown(told, all)).toBe(true)
    expect(isNotificationShown(told, noComments)).toBe(false)
    expect(isNotificationShown({ ...told, kind: 'revision' }, noComments)).toBe(true)
    expect(isNotificationShown({ ...told, kind: 'revision' }, { ...all, showRevisions: false })).toBe(false)
  })

  test('of an assignment shows while either toggle is on', () => {
    const assigned: NotificationItem = { ...told, kind: 'assignment' }
    expect(isNotificationShown(assigned, { ...all, showComments: false })).toBe(true)
    expect(isNotificationShown(assigned, { ...all, showComments: false, showRevisions: false })).toBe(false)
  })

  test('needs its status, if any, to be selected', () => {
    const other = { ...all, activeStatusIds: [toId<StatusId>('done')] }
    expect(isNotificationShown(told, other)).toBe(false)
    expect(isNotificationShown({ ...told, place: undefined }, other)).toBe(true)
    expect(isNotificationShown({ ...told, kind: 'review' }, other)).toBe(true)
    expect(isNotificationShown({ ...told, place: undefined }, { ...all, activeStatusIds: [] })).toBe(false)
  })

  test('describes the action and the number of tasks', () => {
    expect(actionTextOf(told)).toBe('mentioned you')
    expect(actionTextOf({ ...told, kind: 'assignment', taskCount: 12 })).toBe('assigned you 12 tasks')
    expect(actionTextOf({ ...told, kind: 'review', taskCount: 12 })).toBe('reviewed 12 tasks')
    expect(actionTextOf({ ...told, kind: 'revision', versionNumber: 3 })).toBe('posted revision v3')
    expect(actionTextOf({ ...told, kind: 'comment', changedStatus: 'Done' })).toBe('changed status to Done')
  })
})

test('newly loaded entries come first, each once, in their latest state', () => {
  const entry = (id: string, createdAt: number, text = '') => ({ id, createdAt, text })
  const merged = mergeNewest([entry('b', 2), entry('a', 1)], [entry('c', 3), entry('b', 2, 'seen')])
  expect(merged).toEqual([entry('c', 3), entry('b', 2, 'seen'), entry('a', 1)])
})
