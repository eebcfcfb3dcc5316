import { parseJson } from '#core/lib/json.ts'
import { proxy } from 'valtio/vanilla'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

const KEY = 'places'
const LIMIT = 12

/** Addresses of projects and spaces. */
type PlacesState = {
  /** In the order they were pinned. */
  pinned: readonly string[]
  /** Places visited last, newest first. */
  recent: readonly string[]
}

const state = proxy<PlacesState>(parse(readStored(KEY)))

export const placesStore: DeepReadonly<PlacesState> = state

export function rememberPlace(path: string): void {
  if (state.recent[0] === path) return
  state.recent = [path, ...state.recent.filter((other) => other !== path)].slice(0, LIMIT)
  keep()
}

/** Pins a place after the others, or unpins it. */
export function togglePinned(path: string): void {
  const others = state.pinned.filter((other) => other !== path)
  state.pinned = others.length < state.pinned.length ? others : [...others, path].slice(-LIMIT)
  keep()
}

/** Also runs on sign-out. */
export function resetPlaces(): void {
  Object.assign(state, { pinned: [], recent: [] })
  writeStored(KEY, undefined)
}

function keep(): void {
  writeStored(KEY, JSON.stringify({ pinned: state.pinned, recent: state.recent }))
}

function parse(stored: string | undefined): PlacesState {
  const places: { pinned?: unknown; recent?: unknown } = Object(parseJson(stored))
  return { pinned: toPaths(places.pinned), recent: toPaths(places.recent) }
}

function toPaths(value: unknown): readonly string[] {
  return Array.isArray(value) ? value.filter((path) => typeof path === 'string').slice(0, LIMIT) : []
}
