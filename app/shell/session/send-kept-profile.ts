import type { StudioClient } from '#core/sync/studio-client.ts'
import { saveProfile } from '#core/people/save-profile.ts'
import { openAccountDialog } from '#app/stores/account-store.ts'
import { keepPendingProfile, profileStore, rememberProfile } from '#app/stores/profile-store.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { ServerReach } from './server-reach.ts'

/** Sends a profile saved offline: at the start and whenever the server is back, until stopped. */
export function sendKeptProfile(client: StudioClient, reach: ServerReach): () => void {
  const leaving = new AbortController()
  let isSending = false
  const send = async (): Promise<void> => {
    const { saved, wished } = profileStore
    if (isSending || leaving.signal.aborted || saved === undefined || wished?.userId !== client.userId) return
    isSending = true
    const result = await saveProfile({ ...wished }, client)
    isSending = false
    if (leaving.signal.aborted) return
    if (result.ok) {
      keepPendingProfile(undefined)
      rememberProfile(result.value)
      showToast({ kind: 'success', text: 'Settings saved.' })
    } else if (!result.error.retryable) {
      // The text stays in the form, where it can be corrected.
      showToast({
        kind: 'error',
        text: result.error.message,
        action: { label: 'Open settings', run: () => openAccountDialog('user-settings') },
      })
    }
  }
  const stop = reach.subscribe(() => reach.isReached() && void send())
  window.addEventListener('online', () => void send(), { signal: leaving.signal })
  void send()
  return () => {
    stop()
    leaving.abort()
  }
}
