import { toast as sonner, type ExternalToast } from 'sonner'

export type ToastEntry = {
  readonly id: string
  readonly kind: 'info' | 'success' | 'error'
  readonly text: string
  readonly suggestion: string | undefined
  readonly action: { readonly label: string; readonly run: () => void } | undefined
  readonly durationMs: number
}

type Shown = {
  readonly entry: ToastEntry
  /** Its id in sonner. Never reused: a toast sonner is still fading out would take the new one with it. */
  readonly handle: string
  readonly timer: { current?: ReturnType<typeof setTimeout> }
  isReached: boolean
}

// How often a toast that is held open past its time is checked again.
const HELD_MS = 250

type ToShow = {
  readonly entries: readonly ToastEntry[]
  /** The element around all toasts. */
  readonly area: Element | null
  readonly onDismiss: (id: string) => void
}

export interface ToasterClock {
  /** Shows these toasts and no others; `onDismiss` receives the id of each that ends. */
  readonly show: (wanted: ToShow) => void
  readonly clear: () => void
  /** Reports that the pointer has moved over the toasts. */
  readonly reach: () => void
}

/**
 * Keeps sonner's toasts in step with the entries, and ends each after its time. Sonner's own timers are not used: they
 * stop in the background, and for good when a pointer or the focus leaves unnoticed.
 */
export function makeToasterClock(classNameOf: (entry: ToastEntry) => string): ToasterClock {
  const shown = new Map<string, Shown>()

  const takeAway = (id: string): void => {
    const toast = shown.get(id)
    if (toast === undefined) return
    shown.delete(id)
    clearTimeout(toast.timer.current)
    sonner.dismiss(toast.handle)
  }

  /** Tells whether someone reads it or is about to press its button; a pointer merely resting there does not count. */
  const isHeld = ({ isReached }: Shown, area: Element | null): boolean => {
    if (area === null || !document.hasFocus()) return false
    return area.matches(':focus-within') || (isReached && area.matches(':hover'))
  }

  const draw = (entry: ToastEntry, { area, onDismiss }: ToShow): void => {
    const before = shown.get(entry.id)
    clearTimeout(before?.timer.current)
    const toast: Shown = { entry, handle: before?.handle ?? crypto.randomUUID(), timer: {}, isReached: false }
    shown.set(entry.id, toast)
    const leave = (): void => {
      if (shown.get(entry.id) !== toast) return
      takeAway(entry.id)
      onDismiss(entry.id)
    }
    const leaveWhenDue = (): void => {
      if (isHeld(toast, area)) toast.timer.current = setTimeout(leaveWhenDue, HELD_MS)
      else leave()
    }
    toast.timer.current = setTimeout(leaveWhenDue, entry.durationMs)
    sonner(entry.text, {
      id: toast.handle,
      className: classNameOf(entry),
      duration: Infinity,
      description: entry.suggestion,
      action: entry.action && toButton(entry.action, leave),
      onDismiss: leave,
    })
  }

  return {
    show: (wanted) => {
      const ids = new Set(wanted.entries.map(({ id }) => id))
      for (const id of shown.keys()) if (!ids.has(id)) takeAway(id)
      for (const entry of wanted.entries) if (shown.get(entry.id)?.entry !== entry) draw(entry, wanted)
    },
    clear: () => {
      for (const id of shown.keys()) takeAway(id)
    },
    reach: () => {
      for (const toast of shown.values()) toast.isReached = true
    },
  }
}

/** Sonner removes a toast after its button is pressed without calling `onDismiss`. */
function toButton({ label, run }: NonNullable<ToastEntry['action']>, leave: () => void): ExternalToast['action'] {
  return {
    label,
    onClick: () => {
      leave()
      run()
    },
  }
}
