import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { NotificationItem } from '#core/feeds/entry.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { accountStore, resetAccount, setUnreadCount } from '#app/stores/account-store.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { feedCommands } from './feed-commands.ts'
import { closeFeed, feedStore, openFeed } from './feed-store.ts'
import { getEntries, questionOf } from './panel-entries.ts'

/** A notification from a moment; the commands read nothing else of it. */
const aNotice = (id: string, createdAt: number) =>
  ({ id, recipientId: id, createdAt, kind: 'mention', isViewed: false }) as unknown as NotificationItem

let asked: unknown[]
let answer: () => Promise<number>
let stop: () => Promise<void>

beforeEach(async () => {
  asked = []
  answer = async () => await Promise.resolve(2)
  const markViewed = async (wanted: unknown): Promise<number> => {
    asked.push(wanted)
    return await answer()
  }
  const items = [aNotice('newest', 30), aNotice('middle', 20), aNotice('oldest', 10)]
  const loadNotifications = async () => await Promise.resolve({ items, next: undefined })
  const world = await aPersonPage(({ feeds }) => ({ feeds: { ...feeds, markViewed, loadNotifications } }))
  const unregister = registry.register(feedCommands)
  const { client, studio } = getStudio()
  openFeed(studio.studioId, 'me', [toId<StatusId>('wip')])
  const question = questionOf(feedStore)
  const leave = question && client.pages.watch(question, () => undefined)
  await vi.waitUntil(() => getEntries().length === 3)
  stop = async () => {
    unregister()
    leave?.()
    closeFeed()
    await world.close()
  }
  setUnreadCount(3)
})

afterEach(async () => {
  await stop()
  resetAccount()
})

const viewed = () => getEntries().flatMap((entry) => ('isViewed' in entry && entry.isViewed ? [entry.id] : []))

test('feed.view-up-to marks this notification and all older ones as viewed, and leaves newer ones', async () => {
  await runCommand('feed.view-up-to', { args: ['middle'] })

  expect(asked).toEqual([{ before: 20 }])
  expect(viewed()).toEqual(['middle', 'oldest'])
  expect(accountStore.unreadCount).toBe(1)
})

test('feed.view marks one notification, and does not send an already viewed one again', async () => {
  await runCommand('feed.view', { args: ['oldest'] })
  await runCommand('feed.view', { args: ['oldest'] })

  expect(asked).toEqual([{ ids: ['oldest'] }])
  expect(viewed()).toEqual(['oldest'])
})

test('a refused feed.view-up-to restores the notifications and the unread count', async () => {
  answer = async () => await Promise.reject(new AppError('server-unavailable', 'Down'))

  await runCommand('feed.view-up-to', { args: ['newest'] })

  expect(viewed()).toEqual([])
  expect(accountStore.unreadCount).toBe(3)
})
