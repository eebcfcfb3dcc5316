import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import { defaultKeyChoices, parseKeyChoices, type KeyChoices } from '#core/people/key-choices.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A person's own keys, as stored in their preferences. */
export type KeyPreferences = { -readonly [Name in keyof KeyChoices]: KeyChoices[Name] }

// Also stored on the device, for starts without a network.
const KEY = 'keys'

const initial = (): KeyPreferences => ({ ...defaultKeyChoices })

const state = proxy<KeyPreferences>({ ...(parseKeyChoices(parseJson(readStored(KEY))) ?? initial()) })

export const keyStore: DeepReadonly<KeyPreferences> = state

/** Takes over the saved preferences. */
export function setKeyPreferences(preferences: DeepReadonly<KeyPreferences>): void {
  state.hasSingleKeys = preferences.hasSingleKeys
  state.remapped = { ...preferences.remapped }
  writeStored(KEY, JSON.stringify(getKeyChoices()))
}

/** Returns the current choices, detached from the store. */
export function getKeyChoices(): KeyChoices {
  return { hasSingleKeys: state.hasSingleKeys, remapped: { ...state.remapped } }
}

export function resetKeys(): void {
  Object.assign(state, initial())
  writeStored(KEY, undefined)
}
