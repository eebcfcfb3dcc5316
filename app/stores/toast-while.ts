import { dismissToast, showToast, toastStore, type ToastOptions } from './toast-store.ts'

type Told = {
  /** Calls back after every change that may affect `holds`. */
  readonly subscribe: (listener: () => void) => () => void
  /** Whether the toast is still true. */
  readonly holds: () => boolean
}

/** Shows a toast and dismisses it as soon as it is no longer true, for instance after an undo. */
export function showToastWhile(options: ToastOptions, { subscribe, holds }: Told): void {
  const id = showToast(options)
  const stop = subscribe(() => {
    const isShown = toastStore.toasts.some((toast) => toast.id === id)
    if (isShown && holds()) return
    stop()
    dismissToast(id)
  })
}
