import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The command whose next keys are being asked for. */
type KeyCaptureState = { commandId: string | undefined }

const state = proxy<KeyCaptureState>({ commandId: undefined })

export const keyCaptureStore: DeepReadonly<KeyCaptureState> = state

export function askForKeys(commandId: string | undefined): void {
  state.commandId = commandId
}
