import { proxy } from 'valtio/vanilla'
import type { DeepReadonly } from '#app/lib/deep-readonly.ts'

/** The cards of a page as keyboard commands see them. */
export type Deck = {
  /** Ids of the cards in the order shown. */
  readonly getIds: () => readonly string[]
  /** How many cards are side by side. */
  readonly countColumns: () => number
  readonly focus: (id: string) => void
  readonly open: (id: string) => void
  /** How many cards, counted from the first, can be moved. */
  readonly countMovable: () => number
  /** Moves a card before the one at `index`, counted without it. */
  readonly move: (id: string, index: number) => void
}

type DeckState = {
  /** The card that Tab reaches; undefined means the first. */
  focusedId: string | undefined
  /** The card being moved, and its new place. */
  moving: { readonly id: string; readonly index: number } | undefined
  peekedId: string | undefined
}

const initial = (): DeckState => ({ focusedId: undefined, moving: undefined, peekedId: undefined })
const state = proxy(initial())
let deck: Deck | undefined

export const deckStore: DeepReadonly<DeckState> = state

/** Returns the cards on the page; undefined if there are none. */
export function findDeck(): Deck | undefined {
  return deck
}

/** Sets the cards of the page, until the returned function is called. */
export function attachDeck(next: Deck): () => void {
  deck = next
  return () => {
    if (deck === next) resetDeck()
  }
}

export function focusCard(id: string | undefined): void {
  state.focusedId = id
}

/** Returns the card that keys act on. */
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
