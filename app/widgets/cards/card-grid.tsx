import { useRef, type ReactNode } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { classNames } from '#app/lib/class-names.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { cardCommands } from './card-commands.ts'
import type { CardCommands, CardData } from './card-data.ts'
import { Card } from './card.tsx'
import styles from './cards.module.css'
import { deckStore, endMove, peekCard } from './deck-store.ts'
import { useCardDrag } from './use-card-drag.ts'
import { useDeck } from './use-deck.ts'

type CardGridProps = {
  readonly label: string
  /** In order, active ones first: only those can be moved. */
  readonly cards: readonly CardData[]
  /** Without it, people see neither the controls nor a way to move cards. */
  readonly canChange: boolean
  /** Whether cards can be reordered here; defaults to `canChange`. */
  readonly canMove?: boolean
  readonly isCompact: boolean
  readonly commands: CardCommands
  readonly renderPeek: (id: string) => ReactNode
}

/** Cards in rows. Tab reaches one of them, the arrow keys move between them, `M` or a drag changes their order. */
export function CardGrid({
  label,
  cards,
  canChange,
  canMove = canChange,
  isCompact,
  commands,
  renderPeek,
}: CardGridProps) {
  useCommands(cardCommands)
  const list = useRef<HTMLUListElement>(null)
  const { focusedId, moving, peekedId } = useSnapshot(deckStore)
  const movableIds = canMove ? cards.filter(({ isActive }) => isActive).map(({ id }) => id) : []
  const reachedId = cards.some(({ id }) => id === focusedId) ? focusedId : cards[0]?.id
  const peeked = cards.find(({ id }) => id === peekedId)
  const { order, onDragStart, ...dragging } = useCardDrag({ cards, movableIds, moveCommand: commands.move })
  useDeck({ list, cards, movableCount: movableIds.length, moveCommand: commands.move })
  useLayer({ scope: 'list', blocks: 'nothing', isOpen: moving !== undefined, onClose: endMove })
  return (
    <>
      <p className="visually-hidden" aria-live="assertive">
        {moving !== undefined &&
          `Moving ${cards.find(({ id }) => id === moving.id)?.name ?? ''}: place ${moving.index + 1} of ${movableIds.length}. Arrow keys move it, Enter drops it, Escape cancels.`}
      </p>
      <ul
        {...dragging}
        ref={list}
        className={classNames(styles['cards'], isCompact && styles['compact'])}
        aria-label={label}
      >
        {cards.map((card) => (
          <Card
            key={card.id}
            card={card}
            commands={commands}
            isCompact={isCompact}
            isReached={card.id === reachedId}
            canChange={canChange}
            place={order?.indexOf(card.id)}
            isMoving={card.id === moving?.id}
            onDragStart={onDragStart}
          />
        ))}
      </ul>
      <Dialog isOpen={peeked !== undefined} onClose={() => peekCard(undefined)} title={peeked?.name ?? ''}>
        {peeked !== undefined && renderPeek(peeked.id)}
      </Dialog>
    </>
  )
}
