import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef } from 'react'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import { pictureOf } from '#core/schema/items.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import type { SpaceModel } from '../model/space-model.ts'
import type { PeopleByCell } from '../presence/others-on-cells.ts'
import { spaceViewStore } from '../space-view-store.ts'
import type { Card } from './board.ts'
import { KanbanCard } from './kanban-card.tsx'
import type { LoadQueue } from './load-queue.ts'
import styles from './kanban.module.css'

/** What all cards of a kanban share. */
export type CardContext = {
  readonly model: SpaceModel
  readonly mediaUrls: MediaUrls
  readonly queue: LoadQueue
  readonly today: CalendarDate
  readonly others: PeopleByCell
}

export const cardGap = 6
/** Names longer than this take two lines, so that they fit on a desktop screen. */
const LINE_LETTERS = 18

/** Returns the height of a card: its name, its stage and its due date, each on a line of its own. */
export function heightOfCard({ space }: SpaceModel, { itemId }: Card): number {
  return (space.replica.find('items', itemId)?.title.length ?? 0) > LINE_LETTERS ? 82 : 64
}

type CardListProps = {
  readonly label: string
  readonly cards: readonly Card[]
  readonly context: CardContext
}

/** The cards of a column, or of its part in a lane; only the visible ones are rendered. */
export function CardList({ label, cards, context }: CardListProps) {
  const { model, mediaUrls, queue, today, others } = context
  const scroller = useRef<HTMLDivElement>(null)
  const { selection, cursor, editing } = spaceViewStore
  const cursorIndex = cursor === undefined ? -1 : cards.findIndex(({ key }) => key === cursor)
  const virtualizer = useCards({ model, cards, cursorIndex, scroller })
  return (
    <div ref={scroller} className={styles['scroller']}>
      <div
        ref={virtualizer.containerRef}
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the cards in it
        role="listbox"
        aria-label={label}
        aria-multiselectable="true"
        className={styles['cards']}
      >
        {/* oxlint-disable-next-line react/refs -- a virtualizer holds a callback ref, but is none */}
        {virtualizer.getVirtualItems().map(({ index }) => {
          const card = cards[index]
          if (card === undefined) return null
          const { replica } = model.space
          const media = pictureOf(replica.find('items', card.itemId))
          return (
            <KanbanCard
              key={card.taskId}
              model={model}
              card={card}
              index={index}
              height={heightOfCard(model, card)}
              measure={virtualizer.measureElement}
              isSelected={selection.cells.has(card.key)}
              isCursor={cursor === card.key}
              isRenaming={cursor === card.key && editing?.kind === 'item-name' && editing.itemId === card.itemId}
              imageUrl={media === undefined ? undefined : mediaUrls.get(media)}
              queue={queue}
              today={today}
              other={others.get(card.key)?.[0]}
              version={`${replica.getRowVersion(card.itemId)} ${model.getCatalogueVersion()}`}
            />
          )
        })}
      </div>
    </div>
  )
}

function useCards({
  model,
  cards,
  cursorIndex,
  scroller,
}: {
  readonly model: SpaceModel
  readonly cards: readonly Card[]
  readonly cursorIndex: number
  readonly scroller: React.RefObject<HTMLDivElement | null>
}) {
  const heightAt = (index: number): number => {
    const card = cards[index]
    return card === undefined ? 64 : heightOfCard(model, card)
  }
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: heightAt,
    measureElement: (element) => heightAt(Number(element.dataset['index'])),
    getItemKey: (index) => cards[index]?.taskId ?? index,
    gap: cardGap,
    overscan: 6,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    useFlushSync: false,
  })
  useEffect(() => {
    if (cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex)
  }, [virtualizer, cursorIndex])
  // Keeps the cursor's card visible when a bar appears below the kanban.
  useEffect(() => {
    const element = scroller.current
    if (element === null || cursorIndex < 0) return undefined
    let height = element.clientHeight
    const resizes = new ResizeObserver(() => {
      const before = height
      height = element.clientHeight
      const place = virtualizer.measurementsCache[cursorIndex]
      if (place === undefined || height >= before) return
      const { scrollTop } = element
      if (scrollTop <= place.start && place.end <= scrollTop + before) virtualizer.scrollToIndex(cursorIndex)
    })
    resizes.observe(element)
    return () => resizes.disconnect()
  }, [virtualizer, cursorIndex, scroller])
  return virtualizer
}
