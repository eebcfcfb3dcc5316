import { makeListeners } from '#core/lib/listeners.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

const KEY = 'reviewBurnIn'
let isOn = readStored(KEY) === 'on'
const listeners = makeListeners()

/** Whether name, version and frame are shown over the picture; stored in this browser. */
export const burnIn = {
  isOn: (): boolean => isOn,
  subscribe: listeners.subscribe,
  toggle: (): void => {
    isOn = !isOn
    writeStored(KEY, isOn ? 'on' : undefined)
    listeners.tell()
  },
} as const
