import { proxy } from 'valtio'
import type { ItemId } from '#core/lib/ids.ts'
import { linkKey, type ItemLink } from '#core/schema/item-links.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type CastingState = {
  /** The sequence that is shown: a collection's id; the first where it is none. */
  sequence: string | undefined
  /** The shot the keys act on, and the key of the link to a thing of its cast. */
  shot: ItemId | undefined
  member: string | undefined
  /** Whether only shots that wait for something of their cast are shown. */
  isWaitingOnly: boolean
  /** The shot whose cast was copied, and the text that the clipboard got. */
  copied: { readonly from: ItemId; readonly text: string } | undefined
}

const state = proxy<CastingState>(start())

function start(): CastingState {
  return { sequence: undefined, shot: undefined, member: undefined, isWaitingOnly: false, copied: undefined }
}

/** Where somebody is on the casting page. */
export const castingStore: DeepReadonly<CastingState> = state

/** Shows another sequence. */
export function showSequence(key: string): void {
  Object.assign(state, { sequence: key, shot: undefined, member: undefined })
}

/** Shows only what waits, or everything again. */
export function toggleWaitingOnly(): void {
  state.isWaitingOnly = !state.isWaitingOnly
}

/** Puts the keys on a shot. */
export function focusShot(shot: ItemId): void {
  Object.assign(state, { shot, member: undefined })
}

/** Puts the keys on a thing of a shot's cast. */
export function focusMember(link: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): void {
  Object.assign(state, { shot: link.fromItemId, member: linkKey(link) })
}

/** Keeps whose cast is to be pasted. */
export function copyCastOf(from: ItemId, text: string): void {
  state.copied = { from, text }
}

/** Forgets everything; for tests. */
export function resetCasting(): void {
  Object.assign(state, start())
}
