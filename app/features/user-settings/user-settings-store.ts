import { proxy } from 'valtio/vanilla'
import type { OwnProfile } from '#core/people/profile.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import { profileStore } from '#app/stores/profile-store.ts'
import type { PushState } from './push-device.ts'

type UserSettingsState = {
  /** The profile as typed; undefined until loaded. */
  draft: OwnProfile | undefined
  error: string | undefined
  isBusy: boolean
  /** Whether this browser receives web push; undefined until known, and without browser support. */
  push: PushState | undefined
  isPushBusy: boolean
}

const initial = (): UserSettingsState => ({
  draft: undefined,
  error: undefined,
  isBusy: false,
  push: undefined,
  isPushBusy: false,
})
const state = proxy(initial())

export const userSettingsStore: DeepReadonly<UserSettingsState> = state

export function editUserSettings(changes: Partial<OwnProfile>): void {
  if (state.draft !== undefined) state.draft = { ...state.draft, ...changes }
}

export function setUserSettings(changes: Partial<UserSettingsState>): void {
  Object.assign(state, changes)
}

export function resetUserSettings(): void {
  Object.assign(state, initial())
}

/** Returns whether the draft differs from the profile, saved or waiting to be sent. */
export function isSettingsDirty(): boolean {
  const { draft } = state
  const known = profileStore.wished ?? profileStore.saved
  return draft !== undefined && JSON.stringify(draft) !== JSON.stringify(known)
}
