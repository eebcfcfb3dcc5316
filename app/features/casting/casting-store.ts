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
  Object.assign(state, { sequence: key, shot: undefined, member: undefined, chosen: [], anchor: undefined })
}

/** Shows only what waits in a stage, or in `any`; everything again where that is shown already. */
export function toggleWaiting(stage: string): void {
  state.waitingFor = state.waitingFor === stage ? undefined : stage
  state.chosen = []
}

/** Puts the keys on a shot; nothing else is chosen then. */
export function focusShot(shot: ItemId): void {
  Object.assign(state, { shot, member: undefined, chosen: [], anchor: undefined })
}

/** Puts the keys on a thing of a shot's cast; what is chosen stays as long as that shot is one of it. */
export function focusMember(link: Pick<ItemLink, 'fromItemId' | 'toItemId' | 'kind'>): void {
  if (!state.chosen.includes(link.fromItemId)) state.chosen = []
  Object.assign(state, { shot: link.fromItemId, member: linkKey(link) })
}

/** Chooses the shots from where choosing began to this one, of those that are shown. */
export function chooseUpTo(shot: ItemId, shown: readonly ItemId[]): void {
  const anchor = state.anchor ?? state.shot ?? shot
  const [first = 0, last = 0] = [shown.indexOf(anchor), shown.indexOf(shot)].toSorted((one, other) => one - other)
  chooseShots(shown.slice(Math.max(0, first), last + 1))
  Object.assign(state, { shot, member: undefined, anchor })
}

/** Adds a shot to those that are chosen, or takes it away; the first that is added joins the one the keys are on. */
export function toggleShot(shot: ItemId, shown: readonly ItemId[]): void {
  const { shot: at, chosen } = state
  const before = chosen.length > 0 || at === undefined || at === shot ? chosen : [at]
  const wanted = new Set(before.includes(shot) ? before.filter((id) => id !== shot) : [...before, shot])
  chooseShots(shown.filter((id) => wanted.has(id)))
  Object.assign(state, { shot, member: undefined, anchor: shot })
}

/** Chooses these shots. */
export function chooseShots(shots: readonly ItemId[]): void {
  state.chosen = shots
}

/** Keeps whose cast is to be pasted. */
export function copyCastOf(from: ItemId, text: string): void {
  state.copied = { from, text }
}

/** Forgets everything; for tests. */
export function resetCasting(): void {
  Object.assign(state, start())
}
