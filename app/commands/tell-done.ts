import { dismissToast, showToast, toastStore, type ToastAction } from '#app/stores/toast-store.ts'

/** There is one at a time: its Undo takes back the newest change, whatever that is. */
const doneToast = 'done'

type DoneToast = {
  readonly text: string
  readonly kind?: 'info' | 'success'
  /** What a person did, which can be several writes: who finds that it failed takes back what is told of it. */
  readonly act: string
  readonly action?: ToastAction
}

/** The act of everything that is undone or done again. */
export const historyAct = 'history'

/** Says what was done, in the place of what was said to be done before. */
export function tellDone({ act, ...toast }: DoneToast): void {
  showToast({ id: doneToast, about: act, ...toast })
}

/** The act that is said to be done at the moment. */
export function findDoneAct(): string | undefined {
  return toastStore.toasts.find(({ id }) => id === doneToast)?.about
}

/** Takes away what is said to be done; with an act, only if it tells of that. */
export function forgetDone(act = findDoneAct()): void {
  if (act === findDoneAct()) dismissToast(doneToast)
}
