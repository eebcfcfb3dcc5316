import { readStored, writeStored } from '#app/lib/browser-storage.ts'

const KEY = 'reviewBurnIn'
let isOn = readStored(KEY) === 'on'
const listeners = new Set<() => void>()

/** Whether name, version and frame are shown over the picture; stored in this browser. */
export const burnIn = {
  isOn: (): boolean => isOn,
  subscribe: (listener: () => void): (() => void) => {
    listeners.add(listener)
    return () => listeners.delete(listener)
  },
  toggle: (): void => {
    isOn = !isOn
    writeStored(KEY, isOn ? 'on' : undefined)
    for (const listener of listeners) listener()
  },
} as const
