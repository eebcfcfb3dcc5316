import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { PaletteResult } from './palette-source.ts'

const KEY = 'recentCommands'
const FOUND_KEY = 'recentResults'
const LIMIT = 8

type RecentsState = {
  ids: readonly string[]
  /** The results as they were when found: a space never opened has no copy on this device. */
  found: readonly PaletteResult[]
}

const state = proxy<RecentsState>({
  ids: parse(readStored(KEY)).filter((id) => typeof id === 'string'),
  found: parse(readStored(FOUND_KEY)).filter(isResult),
})

/** What the palette was last used for, newest first: ids of commands and search results. */
export const recentsStore: DeepReadonly<RecentsState> = state

export function rememberRecent(id: string, result?: PaletteResult): void {
  state.ids = [id, ...state.ids.filter((other) => other !== id)].slice(0, LIMIT)
  const others = state.found.filter((other) => other.id !== id && state.ids.includes(other.id))
  state.found = result === undefined ? others : [result, ...others]
  writeStored(KEY, JSON.stringify(state.ids))
  writeStored(FOUND_KEY, JSON.stringify(state.found))
}

/** Also runs on sign-out. */
export function resetRecents(): void {
  state.ids = []
  state.found = []
  writeStored(KEY, undefined)
  writeStored(FOUND_KEY, undefined)
}

function parse(stored: string | undefined): readonly unknown[] {
  const list = parseJson(stored)
  return Array.isArray(list) ? list.slice(0, LIMIT) : []
}

function isResult(value: unknown): value is PaletteResult {
  const { id, kind, title, to }: Partial<Record<string, unknown>> = Object(value)
  return [id, kind, title, to].every((part) => typeof part === 'string')
}
