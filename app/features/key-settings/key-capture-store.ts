import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The command whose new shortcut is being captured. */
type KeyCaptureState = { commandId: string | undefined }

const state = proxy<KeyCaptureState>({ commandId: undefined })

export const keyCaptureStore: DeepReadonly<KeyCaptureState> = state

export function startKeyCapture(commandId: string | undefined): void {
  state.commandId = commandId
}
