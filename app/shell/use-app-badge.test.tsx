import { act, renderHook } from '@testing-library/react'
import { expect, test, vi } from 'vitest'
import { resetAccount, setUnreadCount } from '#app/stores/account-store.ts'
import { useAppBadge } from './use-app-badge.ts'

test('the app badge shows the unread count, and is cleared on sign-out', async () => {
  const setAppBadge = vi.fn<(count: number) => Promise<void>>(async () => undefined)
  const clearAppBadge = vi.fn<() => Promise<void>>(async () => undefined)
  Object.assign(navigator, { setAppBadge, clearAppBadge })
  resetAccount()

  const { unmount } = renderHook(useAppBadge)
  await act(async () => setUnreadCount(4))
  expect(setAppBadge.mock.calls).toEqual([[0], [4]])

  unmount()
  expect(clearAppBadge).toHaveBeenCalledOnce()
})
