import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

const KEY = 'recentCommands'
const LIMIT = 8

type RecentsState = { ids: readonly string[] }

const state = proxy<RecentsState>({ ids: parse(readStored(KEY)) })

/** What the palette was last used for, newest first: ids of commands and of search results. */
export const recentsStore: DeepReadonly<RecentsState> = state

export function rememberRecent(id: string): void {
  state.ids = [id, ...state.ids.filter((other) => other !== id)].slice(0, LIMIT)
  writeStored(KEY, JSON.stringify(state.ids))
}

/** Also what sign-out does. */
export function resetRecents(): void {
  state.ids = []
  writeStored(KEY, undefined)
}

function parse(stored: string | undefined): readonly string[] {
  try {
    const ids: unknown = JSON.parse(stored ?? '[]')
    return Array.isArray(ids) ? ids.filter((id) => typeof id === 'string').slice(0, LIMIT) : []
  } catch {
    return []
  }
}
