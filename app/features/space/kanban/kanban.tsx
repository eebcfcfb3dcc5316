import type { StatusRow } from '#core/schema/task-statuses.ts'
import { pictureOf } from '#core/schema/items.ts'
import { useVirtualizer } from '@tanstack/react-virtual'
import { useEffect, useRef, useState, useSyncExternalStore } from 'react'
import { dateInZone, type CalendarDate } from '#core/lib/calendar-date.ts'
import { kanbanMediaLoadLimit, type KanbanColumn as Column } from '#core/tasks/kanban.ts'
import type { SpacePresence } from '#core/sync/space-presence.ts'
import type { StatusId } from '#core/lib/ids.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { MediaUrls } from '#app/widgets/media-urls.ts'
import { StatusPill } from '#app/widgets/status-pill/status-pill.tsx'
import { useStatusSheet } from '#app/widgets/status-pill/use-status-sheet.ts'
import { countTasks, targetTaskIds } from '../commands/targets.ts'
import { canTakeFocus } from '../grid/can-take-focus.ts'
import { failPicture } from '../model/fail-picture.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { groupByCell, type OthersByCell } from '../presence/others-on-cells.ts'
import { useOthers } from '../presence/use-others.ts'
import { useSpaceVersion } from '../model/use-space-version.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { countCards, type Board, type Card } from './board.ts'
import { KanbanCard } from './kanban-card.tsx'
import { makeLoadQueue, type LoadQueue } from './load-queue.ts'
import { useCardPointer } from './use-card-pointer.ts'
import styles from './kanban.module.css'

type KanbanProps = {
  readonly model: SpaceModel
  readonly board: Board
  readonly mediaUrls: MediaUrls
  readonly presence: SpacePresence | undefined
}

const CARD_HEIGHT = 64

/** The tasks of the space as cards, one column per status. It shares selection and commands with the grid. */
export function Kanban({ model, board, mediaUrls, presence }: KanbanProps) {
  useSpaceVersion(model)
  const others = groupByCell(useOthers(presence), model.getPeople())
  useSyncExternalStore(mediaUrls.subscribe, mediaUrls.getVersion)
  useStatusSheet(model.getSheetStatuses())
  const root = useRef<HTMLDivElement>(null)
  // One line for all cards of the board: the limit is not a column's.
  const [queue] = useState(() => makeLoadQueue(kanbanMediaLoadLimit))
  const [today] = useState(() => dateInZone(Date.now(), Intl.DateTimeFormat().resolvedOptions().timeZone))
  const { handlers, target } = useCardPointer(model)
  useFocusCursor(root)
  const { heldOver } = spaceViewStore
  const over = target ?? heldOver
  return (
    <div
      ref={root}
      className={styles['board']}
      data-moved-by-commands=""
      onErrorCapture={(event) => failPicture({ model, mediaUrls }, event)}
      {...handlers}
    >
      {board.getColumns().map((column) => (
        <KanbanColumn
          key={column.status?.id ?? ''}
          column={column}
          model={model}
          mediaUrls={mediaUrls}
          queue={queue}
          today={today}
          others={others}
          isTarget={over !== undefined && over === column.status?.id}
        />
      ))}
      <HeldCards model={model} heldOver={heldOver} />
    </div>
  )
}

/** Tells those who do not see the column that is marked where the cards would land. */
function HeldCards({ model, heldOver }: { readonly model: SpaceModel; readonly heldOver: StatusId | undefined }) {
  const name = heldOver === undefined ? undefined : model.findStatus(heldOver)?.row.name
  return (
    <output className="visually-hidden">
      {name !== undefined && `${countTasks(targetTaskIds(model).length)} over ${name}. Enter drops, Esc cancels.`}
    </output>
  )
}

type KanbanColumnProps = Pick<KanbanProps, 'model' | 'mediaUrls'> & {
  readonly column: Column<StatusRow, Card>
  readonly queue: LoadQueue
  readonly today: CalendarDate
  readonly others: OthersByCell
  /** A card is being dragged over it. */
  readonly isTarget: boolean
}

function KanbanColumn(props: KanbanColumnProps) {
  const { model, mediaUrls, queue, today, others, isTarget } = props
  const { status, cards } = props.column
  const count = countCards(cards)
  const scroller = useRef<HTMLDivElement>(null)
  const { selection, cursor } = spaceViewStore
  const cursorIndex = cursor === undefined ? -1 : cards.findIndex(({ key }) => key === cursor)
  const virtualizer = useCards({ cards, cursorIndex, scroller })

  return (
    <section
      className={classNames(styles['column'], isTarget && styles['target'])}
      data-status={status?.id}
      aria-label={status?.name ?? 'Unknown'}
    >
      <header className={styles['header']}>
        {status === undefined ? 'Unknown' : <StatusPill status={status} />}
        {/* The pill says it already where the code is the name. */}
        {status !== undefined && !isSaidBy(status.shortCode, status.name) && (
          <span className={styles['name']}>{status.name}</span>
        )}
        <span className={styles['count']}>{count}</span>
      </header>
      <div ref={scroller} className={styles['scroller']}>
        <div
          ref={virtualizer.containerRef}
          // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- as the cards in it
          role="listbox"
          aria-label={`${status?.name ?? 'Unknown'}, ${count}`}
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
                measure={virtualizer.measureElement}
                isSelected={selection.cells.has(card.key)}
                isCursor={cursor === card.key}
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
    </section>
  )
}

/** Whether a code is its status's name: `TODO` of `TO DO`. */
function isSaidBy(code: string, name: string): boolean {
  const plain = (text: string): string => text.toLowerCase().replaceAll(/[^\p{L}\p{N}]/gu, '')
  return plain(code) === plain(name)
}

function useCards({
  cards,
  cursorIndex,
  scroller,
}: {
  readonly cards: readonly Card[]
  readonly cursorIndex: number
  readonly scroller: React.RefObject<HTMLDivElement | null>
}) {
  // oxlint-disable-next-line react/incompatible-library -- no compiler memoises this component, and the list is its own memo
  const virtualizer = useVirtualizer<HTMLDivElement, HTMLDivElement>({
    count: cards.length,
    getScrollElement: () => scroller.current,
    estimateSize: () => CARD_HEIGHT,
    measureElement: () => CARD_HEIGHT,
    getItemKey: (index) => cards[index]?.taskId ?? index,
    gap: 6,
    overscan: 6,
    directDomUpdates: true,
    directDomUpdatesMode: 'position',
    useFlushSync: false,
  })
  useEffect(() => {
    if (cursorIndex >= 0) virtualizer.scrollToIndex(cursorIndex)
  }, [virtualizer, cursorIndex])
  return virtualizer
}

/** Focus goes with the cursor, once its card is on the page. */
function useFocusCursor(root: React.RefObject<HTMLDivElement | null>): void {
  const { cursor } = spaceViewStore
  const seen = useRef(cursor)
  useEffect(() => {
    // A card that moved to another column is a new element: the old one took the focus with it.
    if (seen.current === cursor && document.activeElement !== document.body) return
    const card = root.current?.querySelector<HTMLElement>('[data-card][tabindex="0"]')
    if (card === null || card === undefined) return
    seen.current = cursor
    if (canTakeFocus()) card.focus({ preventScroll: true })
    card.scrollIntoView({ block: 'nearest', inline: 'nearest' })
  })
}
