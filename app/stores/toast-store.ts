import { proxy, ref } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type ToastAction = { readonly label: string; readonly run: () => void }

export type Toast = {
  readonly id: string
  readonly kind: 'info' | 'success' | 'error'
  readonly text: string
  /** A second line that says what the person can do. */
  readonly suggestion: string | undefined
  readonly action: ToastAction | undefined
  readonly durationMs: number
  /** What the toast is about, for dismissing it later. */
  readonly about: string | undefined
}

type ToastState = { toasts: readonly Toast[] }

const PLAIN_MS = 3000
/** For a toast that another will replace: the longest a timer can wait. */
export const UNTIL_REPLACED_MS = 2 ** 31 - 1
// Three seconds are too short to reach a button.
const ACTION_MS = 8000

const state = proxy<ToastState>({ toasts: [] })
export const toastStore: DeepReadonly<ToastState> = state

export type ToastOptions = Partial<Omit<Toast, 'text'>> & Pick<Toast, 'text'>

/**
 * Shows a toast and returns its id. The same id again replaces it, and a failure that is already shown is not shown
 * twice.
 */
export function showToast(options: ToastOptions): string {
  const told = options.id === undefined ? findTold(options) : undefined
  if (told !== undefined) return showToast({ ...options, id: told.id, action: both(told.action, options.action) })
  const toast: Toast = {
    id: options.id ?? crypto.randomUUID(),
    kind: options.kind ?? 'info',
    text: options.text,
    suggestion: options.suggestion,
    action: options.action === undefined ? undefined : ref(options.action),
    durationMs: options.durationMs ?? (options.action === undefined ? PLAIN_MS : ACTION_MS),
    about: options.about,
  }
  state.toasts = [...state.toasts.filter(({ id }) => id !== toast.id), toast]
  return toast.id
}

/** Finds an identical failure: without a network several things fail for one reason. */
function findTold({ kind, text, suggestion }: ToastOptions): Toast | undefined {
  if (kind !== 'error') return undefined
  return state.toasts.find((toast) => toast.kind === kind && toast.text === text && toast.suggestion === suggestion)
}

/** Combines the buttons of things that failed together. */
function both(first: ToastAction | undefined, second: ToastAction | undefined): ToastAction | undefined {
  if (first === undefined || second === undefined || first.label !== second.label) return second ?? first
  return {
    label: second.label,
    run: () => {
      first.run()
      second.run()
    },
  }
}

export function dismissToast(id: string): void {
  state.toasts = state.toasts.filter((toast) => toast.id !== id)
}

export function resetToasts(): void {
  state.toasts = []
}
