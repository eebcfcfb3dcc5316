import type { StudioClient } from '#core/sync/studio-client.ts'
import { beforeEach, expect, test } from 'vitest'
import { accountStore, resetAccount } from '#app/stores/account-store.ts'
import { watchUnread } from './watch-unread.ts'

beforeEach(resetAccount)

/** A client whose clock is advanced by hand, and whose server returns the count from `answer`. */
function aWatch(answer: () => Promise<unknown>) {
  let tell = (): void => undefined
  const due = new Set<() => void>()
  let asked = 0
  const client = {
    userId: 'someone',
    clock: {
      after: (_milliseconds: number, callback: () => void) => {
        const ring = (): void => callback()
        due.add(ring)
        return () => due.delete(ring)
      },
    },
    gateway: {
      call: async () => {
        asked += 1
        return await answer()
      },
      live: {
        watchNotifications: (_userId: string, listener: () => void) => {
          tell = listener
          return () => {
            tell = () => undefined
          }
        },
      },
    },
  }
  // Only what the watch calls.
  const stop = watchUnread(client as unknown as StudioClient)
  const settle = async (): Promise<void> => {
    for (const ring of due) ring()
    due.clear()
    await new Promise((resolve) => setImmediate(resolve))
  }
  return { stop, settle, tell: () => tell(), asked: () => asked }
}

test('unread notifications are counted at the start and after new ones, several at once only once', async () => {
  let unread = 2
  const { settle, tell, asked } = aWatch(async () => await Promise.resolve(unread))
  await settle()
  expect(accountStore.unreadCount).toBe(2)

  unread = 5
  for (let news = 0; news < 3; news++) tell()
  await settle()

  expect(accountStore.unreadCount).toBe(5)
  expect(asked()).toBe(2)
})

test('without a network the last count stays', async () => {
  let isOnline = true
  const { settle, tell } = aWatch(async () => await (isOnline ? Promise.resolve(3) : Promise.reject(new Error('no'))))
  await settle()

  isOnline = false
  tell()
  await settle()

  expect(accountStore.unreadCount).toBe(3)
})

test('nothing is counted after sign-out', async () => {
  const { stop, settle, tell, asked } = aWatch(async () => await Promise.resolve(1))

  stop()
  tell()
  await settle()

  expect(asked()).toBe(0)
})
