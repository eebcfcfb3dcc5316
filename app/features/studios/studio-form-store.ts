import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type StudioForm = 'create' | 'join'
type FormState = { isBusy: boolean; error: string | undefined }

const initial = (): Record<StudioForm, FormState> => ({
  create: { isBusy: false, error: undefined },
  join: { isBusy: false, error: undefined },
})
const state = proxy(initial())

/** The forms that create or join a studio, on the welcome page and in the dialog. */
export const studioFormStore: DeepReadonly<Record<StudioForm, FormState>> = state

export function setStudioForm(form: StudioForm, changes: Partial<FormState>): void {
  Object.assign(state[form], changes)
}

/** Clears the forms, so that old errors do not show when they open again. */
export function resetStudioForms(): void {
  Object.assign(state, initial())
}
