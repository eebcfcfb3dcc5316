import { proxy } from 'valtio'
import type { ItemId } from '#core/lib/ids.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type CastingState = {
  /** The sequence that is shown: a collection's id; the first where it is none. */
  sequence: string | undefined
  /** The shot the keys act on, and the thing of its cast. */
  shot: ItemId | undefined
  member: ItemId | undefined
  /** The shot whose cast was copied. */
  copied: ItemId | undefined
}

const state = proxy<CastingState>(start())

function start(): CastingState {
  return { sequence: undefined, shot: undefined, member: undefined, copied: undefined }
}

/** Where somebody is on the casting page. */
export const castingStore: DeepReadonly<CastingState> = state

/** Shows another sequence. */
export function showSequence(key: string): void {
  Object.assign(state, { sequence: key, shot: undefined, member: undefined })
}

/** Puts the keys on a shot, or on a thing of its cast. */
export function focusCast(shot: ItemId | undefined, member?: ItemId): void {
  Object.assign(state, { shot, member })
}

/** Keeps whose cast is to be pasted. */
export function copyCastOf(shot: ItemId): void {
  state.copied = shot
}

/** Forgets everything; for tests. */
export function resetCasting(): void {
  Object.assign(state, start())
}
