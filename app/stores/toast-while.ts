import { dismissToast, showToast, toastStore, type ToastOptions } from './toast-store.ts'

type Told = {
  /** Hears of every change after which it may no longer be so. */
  readonly subscribe: (listener: () => void) => () => void
  /** Whether what the toast says is still so. */
  readonly holds: () => boolean
}

/** Shows a toast that speaks of something, and takes it away as soon as that is no longer so: it was undone, say. */
export function showToastWhile(options: ToastOptions, { subscribe, holds }: Told): void {
  const id = showToast(options)
  const stop = subscribe(() => {
    const isShown = toastStore.toasts.some((toast) => toast.id === id)
    if (isShown && holds()) return
    stop()
    dismissToast(id)
  })
}
