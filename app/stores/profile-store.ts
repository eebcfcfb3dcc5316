import { proxy } from 'valtio/vanilla'
import type { OwnProfile } from '#core/people/profile.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type ProfileState = {
  /** As the server had it when it was last asked. */
  saved: OwnProfile | undefined
  /** As the person wants it, while the server has not taken it: kept over a reload. */
  wished: OwnProfile | undefined
}

// Taken away at sign-out with everything else that is about the person.
const KEY = 'ownProfile'

const state = proxy<ProfileState>(read())

/** The person's own profile as this device knows it: what an offline start shows and a later connection sends. */
export const profileStore: DeepReadonly<ProfileState> = state

export function rememberProfile(saved: OwnProfile): void {
  state.saved = saved
  write()
}

/** Keeps what could not be sent; absent says that it was. */
export function keepWish(wished: OwnProfile | undefined): void {
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
  try {
    // Written by `write` alone; a broken text counts as none.
    const { saved, wished } = JSON.parse(readStored(KEY) ?? '{}') as Partial<ProfileState>
    return { saved, wished }
  } catch {
    return { saved: undefined, wished: undefined }
  }
}
