import { proxy } from 'valtio/vanilla'
import { defaultKeyChoices, parseKeyChoices, type KeyChoices } from '#core/people/key-choices.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A person's own keys, as their preferences keep them. */
export type KeyPreferences = { -readonly [Name in keyof KeyChoices]: KeyChoices[Name] }

// Also on the device, so that a start without a network knows them.
const KEY = 'keys'

const initial = (): KeyPreferences => ({ ...defaultKeyChoices })

const state = proxy<KeyPreferences>({ ...(parseKeyChoices(parseJson(readStored(KEY))) ?? initial()) })

export const keyStore: DeepReadonly<KeyPreferences> = state

/** Takes over what was saved. */
export function setKeyPreferences(preferences: DeepReadonly<KeyPreferences>): void {
  state.hasSingleKeys = preferences.hasSingleKeys
  state.remapped = { ...preferences.remapped }
  writeStored(KEY, JSON.stringify(getKeyChoices()))
}

/** The choices as they are now, detached from the store. */
export function getKeyChoices(): KeyChoices {
  return { hasSingleKeys: state.hasSingleKeys, remapped: { ...state.remapped } }
}

export function resetKeys(): void {
  Object.assign(state, initial())
  writeStored(KEY, undefined)
}

function parseJson(text: string | undefined): unknown {
  try {
    return JSON.parse(text ?? 'null')
  } catch {
    return undefined
  }
}
