import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

export type StudioForm = 'create' | 'join'
type FormState = { isBusy: boolean; error: string | undefined }

const initial = (): Record<StudioForm, FormState> => ({
  create: { isBusy: false, error: undefined },
  join: { isBusy: false, error: undefined },
})
const state = proxy(initial())

/** How the ways into a studio stand: on the welcome page, or in the pop-up. */
export const studioFormStore: DeepReadonly<Record<StudioForm, FormState>> = state

export function setStudioForm(form: StudioForm, changes: Partial<FormState>): void {
  Object.assign(state[form], changes)
}

/** What went wrong is not said anew when the form is opened again. */
export function resetStudioForms(): void {
  Object.assign(state, initial())
}
