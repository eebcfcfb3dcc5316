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
  /** The shots that are chosen, where it is more than the one the keys act on. */
  chosen: readonly ItemId[]
  /** They were chosen one by one: moving on keeps them. */
  isKept: boolean
  /** Where choosing a range began. */
  anchor: ItemId | undefined
  /** Shows only shots that wait for something of their cast: in this stage, or in any. */
  waitingFor: string | undefined
  /** The shot whose cast was copied, and the text that the clipboard got. */
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

/** Where somebody is on the casting page. */
export const castingStore: DeepReadonly<CastingState> = state

/** Shows another sequence. */
export function showSequence(key: string | undefined): void {
  if (state.sequence === key) return
  Object.assign(state, { sequence: key, shot: undefined, member: undefined, anchor: undefined })
  chooseShots([])
}

/** Shows only what waits in a stage, or in `any`; everything again where that is shown already. */
export function toggleWaiting(stage: string): void {
  state.waitingFor = state.waitingFor === stage ? undefined : stage
  chooseShots([])
}

/** Puts the keys on a shot; nothing else is chosen then. */
export function focusShot(shot: ItemId): void {
  Object.assign(state, { shot, member: undefined, anchor: undefined })
  chooseShots([])
}

/** Moves the keys to a shot: what was chosen one by one stays so. */
export function moveToShot(shot: ItemId): void {
  if (state.isKept) Object.assign(state, { shot, member: undefined, anchor: undefined })
  else focusShot(shot)
}

/** Puts the keys on a thing of a shot's cast; what is chosen stays as long as that shot is one of it. */
export function focusMember(link: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): void {
  if (!state.isKept && !state.chosen.includes(link.fromItemId)) chooseShots([])
  Object.assign(state, { shot: link.fromItemId, member: linkKey(link) })
}

/** Chooses the shots from where choosing began to this one, of those that are shown. */
export function chooseUpTo(shot: ItemId, shown: readonly ItemId[]): void {
  const anchor = state.anchor ?? state.shot ?? shot
  const [first = 0, last = 0] = [shown.indexOf(anchor), shown.indexOf(shot)].toSorted((one, other) => one - other)
  const range = shown.slice(Math.max(0, first), last + 1)
  const { isKept, chosen } = state
  chooseShots(isKept ? shown.filter((id) => range.includes(id) || chosen.includes(id)) : range)
  Object.assign(state, { shot, member: undefined, anchor, isKept })
}

/** Adds a shot to those that are chosen, or takes it away; the first that is added joins the one the keys are on. */
export function toggleShot(shot: ItemId, shown: readonly ItemId[]): void {
  const { shot: at, chosen } = state
  const before = chosen.length > 0 || at === undefined || at === shot ? chosen : [at]
  const wanted = new Set(before.includes(shot) ? before.filter((id) => id !== shot) : [...before, shot])
  chooseShots(shown.filter((id) => wanted.has(id)))
  Object.assign(state, { shot, member: undefined, anchor: shot, isKept: wanted.size > 0 })
}

/** Chooses these shots. */
export function chooseShots(shots: readonly ItemId[]): void {
  Object.assign(state, { chosen: shots, isKept: false })
}

/** Keeps whose cast is to be pasted. */
export function copyCastOf(from: ItemId, text: string): void {
  state.copied = { from, text }
}

/** Forgets everything; for tests. */
export function resetCasting(): void {
  Object.assign(state, start())
}
