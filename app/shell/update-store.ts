import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type UpdateState = {
  /** `elsewhere`: another tab installed the new version; this one runs the old one until reloaded. */
  state: 'none' | 'ready' | 'elsewhere'
  isPutOff: boolean
}

const initial = (): UpdateState => ({ state: 'none', isPutOff: false })
const state = proxy(initial())
let takeOver: () => void = () => location.reload()

export const updateStore: DeepReadonly<UpdateState> = state

/** Announces a newer version. `apply` starts it in this tab. */
export function offerUpdate(next: Exclude<UpdateState['state'], 'none'>, apply: () => void): void {
  state.state = next
  takeOver = apply
}

export function putOffUpdate(): void {
  state.isPutOff = true
}

export function applyUpdate(): void {
  takeOver()
}

export function resetUpdate(): void {
  Object.assign(state, initial())
}
