import { useSnapshot } from 'valtio'
import { dismissToast, toastStore, type Toast } from '#app/stores/toast-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Toaster } from '#app/ui/toaster.tsx'

export function AppToaster() {
  // The store replaces its toasts and never mutates them, so the snapshot's can be used as they are.
  const toasts = useSnapshot(toastStore).toasts as readonly Toast[]
  const { theme } = useSnapshot(uiStore)
  return <Toaster toasts={toasts} theme={theme} onDismiss={dismissToast} />
}
