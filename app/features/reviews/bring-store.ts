import { makeListeners } from '#core/lib/listeners.ts'
import type { toBroughtDecisions } from '#core/packet/bring-decisions.ts'

type Ready = {
  readonly sessionId: string
  readonly name: string
  readonly decisions: ReturnType<typeof toBroughtDecisions>
  /** The number of conflicting tasks without a choice. */
  readonly left: number
}

let isOpen = false
let ready: Ready | undefined
const listeners = makeListeners()

function setOpen(next: boolean): void {
  isOpen = next
  ready = undefined
  listeners.tell()
}

/** Whether decisions are being brought back, and which: shown by the dialog, applied by its command. */
export const bringStore = {
  isOpen: (): boolean => isOpen,
  open: (): void => setOpen(true),
  close: (): void => setOpen(false),
  getReady: (): Ready | undefined => ready,
  setReady: (next: Ready | undefined): void => {
    ready = next
  },
  subscribe: listeners.subscribe,
} as const
