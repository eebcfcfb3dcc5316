import type { DragEvent } from 'react'
import { useSnapshot } from 'valtio'
import { runCommand } from '#app/commands/run-command.ts'
import type { CardData } from './card-data.ts'
import { deckStore, endMove, startMove } from './deck-store.ts'
import { placeAt } from './place-card.ts'

type CardDragOptions = {
  readonly cards: readonly CardData[]
  readonly movableIds: readonly string[]
  readonly moveCommand: string
}

/** Moving cards with the pointer: the others make room while one is dragged over them. */
export function useCardDrag({ cards, movableIds, moveCommand }: CardDragOptions) {
  const { moving: shown } = useSnapshot(deckStore)
  const orderOf = ({ id, index }: { readonly id: string; readonly index: number }): readonly string[] =>
    placeAt(cards, id, index).map((card) => card.id)
  return {
    /** The cards as they would stand; undefined while none is on the move. */
    order: shown === undefined ? undefined : orderOf(shown),
    onDragStart: (event: DragEvent, id: string): void => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', cards.find((card) => card.id === id)?.name ?? '')
      startMove(id, movableIds.indexOf(id))
    },
    // What the store says, not what is drawn: a quick hand lets go before the page has followed.
    onDragOver: (event: DragEvent): void => {
      const { moving } = deckStore
      if (moving === undefined) return
      event.preventDefault()
      const card = event.target instanceof Element ? event.target.closest('[data-card]') : null
      const index = orderOf(moving).indexOf(card?.getAttribute('data-card') ?? '')
      if (index >= 0 && index !== moving.index) startMove(moving.id, Math.min(index, movableIds.length - 1))
    },
    onDrop: (event: DragEvent): void => {
      const { moving } = deckStore
      if (moving === undefined) return
      event.preventDefault()
      endMove()
      void runCommand(moveCommand, { args: [moving.id, String(moving.index)] })
    },
    onDragEnd: endMove,
  }
}
