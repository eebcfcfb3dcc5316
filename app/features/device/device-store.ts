import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type DeviceState = {
  code: string
  /** The name of the machine that shows the code, once found. */
  machine: string | undefined
  decision: 'approved' | 'refused' | undefined
  error: string | undefined
}

const initial = (): DeviceState => ({ code: '', machine: undefined, decision: undefined, error: undefined })
const state = proxy(initial())

export const deviceStore: DeepReadonly<DeviceState> = state

export function setDevice(changes: Partial<DeviceState>): void {
  Object.assign(state, changes)
}

/** Sets the code and drops what is known about the former one. */
export function typeCode(code: string): void {
  Object.assign(state, initial(), { code })
}

export function resetDevice(): void {
  Object.assign(state, initial())
}
