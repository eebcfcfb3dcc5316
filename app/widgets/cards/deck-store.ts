import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** A page of cards as the keys see it. */
export type Deck = {
  /** The cards in the order shown. */
  readonly getIds: () => readonly string[]
  /** How many stand side by side at the moment. */
  readonly countColumns: () => number
  readonly focus: (id: string) => void
  readonly open: (id: string) => void
  /** How many, from the first, have a place that can be changed. */
  readonly countMovable: () => number
  /** Puts a card before the one now at `index`, counted without it. */
  readonly move: (id: string, index: number) => void
}

type DeckState = {
  /** The card that Tab reaches; the first while there is none. */
  focusedId: string | undefined
  /** The card on the move, and the place it would have. */
  moving: { readonly id: string; readonly index: number } | undefined
  peekedId: string | undefined
}

const initial = (): DeckState => ({ focusedId: undefined, moving: undefined, peekedId: undefined })
const state = proxy(initial())
let deck: Deck | undefined

export const deckStore: DeepReadonly<DeckState> = state

/** The cards on the page; absent where the page has none. */
export function findDeck(): Deck | undefined {
  return deck
}

/** Makes these the cards of the page, until the answer is called. */
export function attachDeck(next: Deck): () => void {
  deck = next
  return () => {
    if (deck === next) resetDeck()
  }
}

export function focusCard(id: string | undefined): void {
  state.focusedId = id
}

/** The card the keys act on. */
export function findFocusedId(): string | undefined {
  const ids = deck?.getIds() ?? []
  return ids.includes(state.focusedId ?? '') ? state.focusedId : ids[0]
}

export function startMove(id: string, index: number): void {
  state.moving = { id, index }
}

export function endMove(): void {
  state.moving = undefined
}

export function peekCard(id: string | undefined): void {
  state.peekedId = id
}

function resetDeck(): void {
  deck = undefined
  Object.assign(state, initial())
}
