import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { accountStore } from '#app/stores/account-store.ts'

/** Shows the number of unread notifications on the installed app's icon, where the system has such a place. */
export function useAppBadge(): void {
  const { unreadCount } = useSnapshot(accountStore)

  useEffect(() => {
    // A system without badges, or without the right to one, has the bell alone.
    navigator.setAppBadge?.(unreadCount).catch(() => undefined)
  }, [unreadCount])

  useEffect(() => () => void navigator.clearAppBadge?.().catch(() => undefined), [])
}
