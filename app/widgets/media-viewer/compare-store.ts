import { makeListeners } from '#core/lib/listeners.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

export const compareModes = ['side', 'wipe', 'overlay', 'difference'] as const
export type CompareMode = (typeof compareModes)[number]

/** The names of the modes. */
export const compareModeNames: Readonly<Record<CompareMode, string>> = {
  side: 'Side by side',
  wipe: 'Wipe',
  overlay: 'Overlay',
  difference: 'Difference',
}

const KEY = 'compareMode'
type CompareState = { readonly mode: CompareMode }

let state: CompareState = { mode: compareModes.find((mode) => mode === readStored(KEY)) ?? 'side' }
const listeners = makeListeners()

/** How two versions are compared; remembered by this browser. */
export const compareStore = {
  get: (): CompareState => state,
  subscribe: listeners.subscribe,
} as const

export function setCompareMode(mode: CompareMode): void {
  state = { mode }
  writeStored(KEY, mode)
  listeners.tell()
}

/** Switches to the next way of comparing two versions. */
export function nextCompareMode(): void {
  const at = compareModes.indexOf(state.mode)
  setCompareMode(compareModes[(at + 1) % compareModes.length] ?? 'side')
}
