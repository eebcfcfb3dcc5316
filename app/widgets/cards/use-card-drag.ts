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

/** Moves cards with the pointer: the others make room while one is dragged over them. */
export function useCardDrag({ cards, movableIds, moveCommand }: CardDragOptions) {
  const { moving: shown } = useSnapshot(deckStore)
  const orderOf = ({ id, index }: { readonly id: string; readonly index: number }): readonly string[] =>
    placeAt(cards, id, index).map((card) => card.id)
  return {
    /** The order with the moving card in its new place; undefined while none is being moved. */
    order: shown === undefined ? undefined : orderOf(shown),
    onDragStart: (event: DragEvent, id: string): void => {
      event.dataTransfer.effectAllowed = 'move'
      event.dataTransfer.setData('text/plain', cards.find((card) => card.id === id)?.name ?? '')
      startMove(id, movableIds.indexOf(id))
    },
    // Reads the store rather than the rendered state: a quick drop comes before the page has redrawn.
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
