import { proxy } from 'valtio'
import type { ItemId } from '#core/lib/ids.ts'
import { linkKey, type ItemLink } from '#core/schema/item-links.ts'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

type CastingState = {
  /** The id of the shown collection; the first one if it is unknown. */
  sequence: string | undefined
  /** The focused shot, and the key of the focused link in its cast. */
  shot: ItemId | undefined
  member: string | undefined
  /** The selected shots; empty while keys act on the focused one alone. */
  chosen: readonly ItemId[]
  /** Whether shots were selected one by one, so that moving the focus keeps them. */
  isKept: boolean
  /** Where the selected range begins. */
  anchor: ItemId | undefined
  /** The filter for shots that wait for one of their cast: a stage's id, or `any`. */
  waitingFor: string | undefined
  /** The shot whose cast was copied, and the text written to the clipboard. */
  copied: { readonly from: ItemId; readonly text: string } | undefined
}

const state = proxy<CastingState>(start())

function start(): CastingState {
  return {
    sequence: undefined,
    shot: undefined,
    member: undefined,
    chosen: [],
    isKept: false,
    anchor: undefined,
    waitingFor: undefined,
    copied: undefined,
  }
}

/** The focus and selection on the casting page. */
export const castingStore: DeepReadonly<CastingState> = state

/** Shows another sequence. */
export function showSequence(key: string | undefined): void {
  if (state.sequence === key) return
  Object.assign(state, { sequence: key, shot: undefined, member: undefined, anchor: undefined })
  chooseShots([])
}

/** Shows only the shots that wait for a stage, or for `any`; all again if that is already the filter. */
export function toggleWaiting(stage: string): void {
  state.waitingFor = state.waitingFor === stage ? undefined : stage
  chooseShots([])
}

/** Focuses a shot and clears the selection. */
export function focusShot(shot: ItemId): void {
  Object.assign(state, { shot, member: undefined, anchor: undefined })
  chooseShots([])
}

/** Moves the focus to a shot; shots selected one by one stay selected. */
export function moveToShot(shot: ItemId): void {
  if (state.isKept) Object.assign(state, { shot, member: undefined, anchor: undefined })
  else focusShot(shot)
}

/** Focuses a link of a shot's cast; the selection stays if it includes that shot. */
export function focusMember(link: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): void {
  if (!state.isKept && !state.chosen.includes(link.fromItemId)) chooseShots([])
  Object.assign(state, { shot: link.fromItemId, member: linkKey(link) })
}

/** Selects the shown shots from the anchor to this one. */
export function chooseUpTo(shot: ItemId, shown: readonly ItemId[]): void {
  const anchor = state.anchor ?? state.shot ?? shot
  const [first = 0, last = 0] = [shown.indexOf(anchor), shown.indexOf(shot)].toSorted((one, other) => one - other)
  const range = shown.slice(Math.max(0, first), last + 1)
  const { isKept, chosen } = state
  chooseShots(isKept ? shown.filter((id) => range.includes(id) || chosen.includes(id)) : range)
  Object.assign(state, { shot, member: undefined, anchor, isKept })
}

/** Adds a shot to the selection or removes it; the first one added joins the focused shot. */
export function toggleShot(shot: ItemId, shown: readonly ItemId[]): void {
  const { shot: at, chosen } = state
  const before = chosen.length > 0 || at === undefined || at === shot ? chosen : [at]
  const wanted = new Set(before.includes(shot) ? before.filter((id) => id !== shot) : [...before, shot])
  chooseShots(shown.filter((id) => wanted.has(id)))
  Object.assign(state, { shot, member: undefined, anchor: shot, isKept: wanted.size > 0 })
}

/** Selects these shots. */
export function chooseShots(shots: readonly ItemId[]): void {
  Object.assign(state, { chosen: shots, isKept: false })
}

/** Remembers whose cast was copied. */
export function copyCastOf(from: ItemId, text: string): void {
  state.copied = { from, text }
}

/** Resets the store; for tests. */
export function resetCasting(): void {
  Object.assign(state, start())
}
