import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type UploadsState = { isOpen: boolean }

const state = proxy<UploadsState>({ isOpen: false })

/** Whether the list of uploads is shown. */
export const uploadsStore: DeepReadonly<UploadsState> = state

export function setUploadsOpen(isOpen: boolean): void {
  state.isOpen = isOpen
}
