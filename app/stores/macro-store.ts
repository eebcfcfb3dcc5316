import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import { parseMacros, type Macro } from '#core/people/macros.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

// Also stored on the device, for starts without a network.
const KEY = 'macros'

type MacroState = { macros: readonly Macro[] }

const state = proxy<MacroState>({ macros: parseMacros(parseJson(readStored(KEY))) })

/** A person's macros: sentences saved under a name. */
export const macroStore: DeepReadonly<MacroState> = state

/** Takes over the saved macros. */
export function setMacros(macros: readonly Macro[]): void {
  state.macros = macros
  writeStored(KEY, JSON.stringify(macros))
}

export function resetMacros(): void {
  state.macros = []
  writeStored(KEY, undefined)
}
