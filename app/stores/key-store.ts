import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A person's own keys, as their preferences keep them. */
export type KeyPreferences = {
  /** Off: letters, digits and symbols alone do nothing (WCAG 2.1.4). */
  hasSingleKeys: boolean
  /** By command id; an empty list takes the command's keys away. */
  remapped: Readonly<Record<string, readonly string[]>>
}

const initial = (): KeyPreferences => ({ hasSingleKeys: true, remapped: {} })

const state = proxy(initial())

export const keyStore: DeepReadonly<KeyPreferences> = state

/** Takes over what was saved. */
export function setKeyPreferences(preferences: DeepReadonly<KeyPreferences>): void {
  state.hasSingleKeys = preferences.hasSingleKeys
  state.remapped = { ...preferences.remapped }
}

export function setSingleKeys(hasSingleKeys: boolean): void {
  state.hasSingleKeys = hasSingleKeys
}

/** Gives a command other keys; undefined gives it back its own. */
export function remapCommand(commandId: string, keys: readonly string[] | undefined): void {
  const { [commandId]: _own, ...others } = state.remapped
  state.remapped = keys === undefined ? others : { ...others, [commandId]: keys }
}

export function resetKeys(): void {
  Object.assign(state, initial())
}
