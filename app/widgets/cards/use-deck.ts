import { useEffect, useLayoutEffect, useRef, type RefObject } from 'react'
import { useSnapshot } from 'valtio'
import { useLocation } from 'wouter'
import type { CardData } from './card-data.ts'
import { attachDeck, deckStore } from './deck-store.ts'
import { runCommand } from '#app/commands/run-command.ts'

type DeckOptions = {
  readonly list: RefObject<HTMLUListElement | null>
  readonly cards: readonly CardData[]
  readonly movableCount: number
  readonly moveCommand: string
}

/** Makes the cards on the page available to commands, and keeps the focus on a card that is moved. */
export function useDeck({ list, cards, movableCount, moveCommand }: DeckOptions): void {
  const [, navigate] = useLocation()
  const latest = useRef({ cards, movableCount, navigate })
  const movingId = useSnapshot(deckStore).moving?.id

  useLayoutEffect(() => {
    latest.current = { cards, movableCount, navigate }
  })
  useEffect(
    () =>
      attachDeck({
        getIds: () => latest.current.cards.map(({ id }) => id),
        countColumns: () => countColumns(list.current),
        focus: (id) => focusElement(list.current, id),
        open: (id) => {
          const card = latest.current.cards.find((candidate) => candidate.id === id)
          if (card?.isActive === true) latest.current.navigate(card.to)
        },
        countMovable: () => latest.current.movableCount,
        move: (id, index) => void runCommand(moveCommand, { args: [id, String(index)] }),
      }),
    [list, moveCommand],
  )
  // A moving card renders without its link, which would drop the focus with the old element; the same applies at the
  // end.
  useLayoutEffect(() => {
    const element = list.current
    if (movingId === undefined) return undefined
    focusElement(element, movingId)
    return () => queueMicrotask(() => focusElement(element, movingId))
  }, [list, movingId])
}

function countColumns(list: HTMLUListElement | null): number {
  const tops = [...(list?.children ?? [])].map((card) => card.getBoundingClientRect().top)
  return tops.filter((top) => top === Math.min(...tops)).length
}

function focusElement(list: HTMLUListElement | null, id: string): void {
  const element = list?.querySelector(`[data-card="${id}"] [data-card-focus]`)
  if (element instanceof HTMLElement) element.focus()
}
