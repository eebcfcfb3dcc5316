import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { accountStore } from '#app/stores/account-store.ts'

/** Shows the number of unread notifications on the installed app's icon, where the system supports it. */
export function useAppBadge(): void {
  const { unreadCount } = useSnapshot(accountStore)

  useEffect(() => {
    // Systems without badges, or without permission for them, only have the bell.
    navigator.setAppBadge?.(unreadCount).catch(() => undefined)
  }, [unreadCount])

  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
