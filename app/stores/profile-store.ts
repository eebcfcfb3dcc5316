import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import type { OwnProfile } from '#core/people/profile.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type ProfileState = {
  /** The profile the server last returned. */
  saved: OwnProfile | undefined
  /** The profile the person wants and the server does not have yet; kept over a reload. */
  wished: OwnProfile | undefined
}

// Removed at sign-out with everything else about the person.
const KEY = 'ownProfile'

const state = proxy<ProfileState>(read())

/** The person's own profile as this device knows it: shown by an offline start, sent once there is a connection. */
export const profileStore: DeepReadonly<ProfileState> = state

export function rememberProfile(saved: OwnProfile): void {
  state.saved = saved
  write()
}

/** Keeps a profile that could not be sent; absent once it has been. */
export function keepPendingProfile(wished: OwnProfile | undefined): void {
  state.wished = wished
  write()
}

export function resetProfile(): void {
  Object.assign(state, { saved: undefined, wished: undefined })
  writeStored(KEY, undefined)
}

function write(): void {
  writeStored(KEY, JSON.stringify({ saved: state.saved, wished: state.wished }))
}

function read(): ProfileState {
  // Only `write` writes it; malformed text counts as none.
  const { saved, wished } = Object(parseJson(readStored(KEY))) as Partial<ProfileState>
  return { saved, wished }
}
