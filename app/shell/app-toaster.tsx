import { useSnapshot } from 'valtio'
import { dismissToast, toastStore, type Toast } from '#app/stores/toast-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Toaster } from '#app/ui/toaster.tsx'

export function AppToaster() {
  // The store's rows are replaced, never edited, so the snapshot's rows are its own.
  const toasts = useSnapshot(toastStore).toasts as readonly Toast[]
  const { theme } = useSnapshot(uiStore)
  return <Toaster toasts={toasts} theme={theme} onDismiss={dismissToast} />
}
