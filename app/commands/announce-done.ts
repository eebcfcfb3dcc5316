import { dismissToast, showToast, toastStore, type ToastAction } from '#app/stores/toast-store.ts'

/** There is one such toast at a time: its Undo takes back the newest change, whatever that is. */
const doneToast = 'done'

type DoneToast = {
  readonly text: string
  readonly kind?: 'info' | 'success'
  /** The action, possibly several writes: code that finds it failed takes back the toast about it. */
  readonly act: string
  readonly action?: ToastAction
}

/** The action of every undo and redo. */
export const historyAct = 'history'

/** Announces an action as done, replacing the previous announcement. */
export function announceDone({ act, ...toast }: DoneToast): void {
  showToast({ id: doneToast, about: act, ...toast })
}

/** The action currently announced as done. */
export function findDoneAct(): string | undefined {
  return toastStore.toasts.find(({ id }) => id === doneToast)?.about
}

/** Removes the announcement; given an action, only if it is about that one. */
export function forgetDone(act = findDoneAct()): void {
  if (act === findDoneAct()) dismissToast(doneToast)
}
