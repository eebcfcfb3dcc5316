import { readStored, writeStored } from '#app/lib/browser-storage.ts'

export type CompareMode = 'side' | 'wipe'

const KEY = 'compareMode'
type CompareState = { readonly mode: CompareMode }

let state: CompareState = { mode: readStored(KEY) === 'wipe' ? 'wipe' : 'side' }
const listeners = new Set<() => void>()

/** How two versions are looked at; remembered by this browser. */
export const compareStore = {
  get: (): CompareState => state,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
} as const

export function setCompareMode(mode: CompareMode): void {
  state = { mode }
  writeStored(KEY, mode)
  for (const listener of listeners) listener()
}
