import { afterEach, beforeEach, expect, test } from 'vitest'
import type { NotificationItem } from '#core/domain/feed-entry.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import type { StudioReplica } from '#core/sync/studio-replica.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { accountStore, resetAccount, setUnreadCount } from '#app/stores/account-store.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetToasts } from '#app/stores/toast-store.ts'
import { feedCommands } from './feed-commands.ts'
import { closeFeed, feedStore, openFeed, setEntries } from './feed-store.ts'

/** A notice of a moment; the commands look at nothing else of it. */
const aNotice = (id: string, createdAt: number) =>
  ({ id, recipientId: id, createdAt, kind: 'mention', isViewed: false }) as unknown as NotificationItem

let asked: unknown[]
let answer: () => Promise<number>
let stop: () => void

beforeEach(() => {
  asked = []
  answer = async () => await Promise.resolve(2)
  const markViewed = async (wanted: unknown): Promise<number> => {
    asked.push(wanted)
    return await answer()
  }
  // The commands ask the client for nothing else.
  setClient({ gateway: { feeds: { markViewed } } } as unknown as StudioClient)
  setStudio({} as unknown as StudioReplica)
  stop = registry.register(feedCommands)
  openFeed(toId<StudioId>('s1'), 'me', [toId<StatusId>('wip')])
  setEntries([aNotice('newest', 30), aNotice('middle', 20), aNotice('oldest', 10)], undefined)
  setUnreadCount(3)
})

afterEach(() => {
  stop()
  closeFeed()
  resetAccount()
  resetToasts()
  resetClient()
})

const viewed = () => feedStore.entries.flatMap((entry) => ('isViewed' in entry && entry.isViewed ? [entry.id] : []))

test('“viewed up to here” takes this notice and all before it, those of later pages too, and leaves what came after', async () => {
  await runCommand('feed.view-up-to', { args: ['middle'] })

  expect(asked).toEqual([{ before: 20 }])
  expect(viewed()).toEqual(['middle', 'oldest'])
  expect(accountStore.unreadCount).toBe(1)
})

test('one notice is viewed by itself, and a viewed one is not asked for again', async () => {
  await runCommand('feed.view', { args: ['oldest'] })
  await runCommand('feed.view', { args: ['oldest'] })

  expect(asked).toEqual([{ ids: ['oldest'] }])
  expect(viewed()).toEqual(['oldest'])
})

test('where the server refuses, notices and number are what they were', async () => {
  answer = async () => await Promise.reject(new AppError('server-unavailable', 'Down'))

  await runCommand('feed.view-up-to', { args: ['newest'] })

  expect(viewed()).toEqual([])
  expect(accountStore.unreadCount).toBe(3)
})
