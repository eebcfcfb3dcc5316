import { useEffect, useRef, useState, type CSSProperties } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { Avatar } from '#app/ui/avatar.tsx'
import { spaceViewStore } from '../space-view-store.ts'
import { countCards, type Columns, type Lane } from './board.ts'
import { CardList, cardGap, heightOfCard, type CardContext } from './card-list.tsx'
import { ColumnHeading } from './column-heading.tsx'
import type { CardPlace } from './use-card-pointer.ts'
import styles from './kanban.module.css'

type KanbanLanesProps = {
  readonly columns: Columns
  readonly lanes: readonly Lane[]
  /** The place a card is being dragged over. */
  readonly over: CardPlace | undefined
  readonly context: CardContext
}

/** A higher lane scrolls its own content, so that the next one stays in reach. */
const MOST_HEIGHT = 360
const LEAST_HEIGHT = 76

/** The kanban in lanes: one per person, collection, kind or field value. */
export function KanbanLanes({ columns, lanes, over, context }: KanbanLanesProps) {
  // React's style type has no custom properties.
  const style = { '--statuses': columns.length } as CSSProperties
  return (
    <div className={styles['lanes']} style={style}>
      <div className={styles['laneHeadings']}>
        {columns.map((column) => (
          <div key={column.status?.id ?? ''} className={styles['laneHeading']} data-status={column.status?.id}>
            <ColumnHeading column={column} model={context.model} />
          </div>
        ))}
      </div>
      {lanes.map((lane) => (
        <LaneRow key={lane.id} lane={lane} over={over} context={context} />
      ))}
    </div>
  )
}

type LaneRowProps = Pick<KanbanLanesProps, 'over' | 'context'> & { readonly lane: Lane }

function LaneRow({ lane, over, context }: LaneRowProps) {
  const { id, title, person, columns } = lane
  const count = columns.reduce((sum, { cards }) => sum + countCards(cards), 0)
  const { ref, isNear } = useNear()
  const { cursor } = spaceViewStore
  // The card with the focus stays rendered wherever it has scrolled to.
  const hasCursor = cursor !== undefined && columns.some(({ cards }) => cards.some(({ key }) => key === cursor))
  return (
    <section ref={ref} className={styles['lane']} aria-label={title} data-lane={id}>
      <h2 className={styles['laneTitle']}>
        {person !== undefined && <Avatar {...person} isDecorative />}
        {title} <span className={styles['laneCount']}>{count}</span>
      </h2>
      <div className={styles['laneColumns']} style={{ height: heightOf(lane, context) }}>
        {columns.map(({ status, cards }) => (
          <div
            key={status?.id ?? ''}
            className={classNames(
              styles['laneCell'],
              over !== undefined &&
                over.statusId === status?.id &&
                (over.laneId === undefined || over.laneId === id) &&
                styles['target'],
            )}
            data-status={status?.id}
          >
            {(isNear || hasCursor) && (
              <CardList
                label={`${title}: ${status?.name ?? 'Unknown'}, ${countCards(cards)}`}
                cards={cards}
                context={context}
              />
            )}
          </div>
        ))}
      </div>
    </section>
  )
}

function heightOf({ columns }: Lane, { model }: CardContext): number {
  const heights = columns.map(({ cards }) =>
    // Reads no more cards than fit.
    cards.slice(0, 6).reduce((sum, card) => sum + heightOfCard(model, card) + cardGap, cardGap),
  )
  return Math.min(MOST_HEIGHT, Math.max(LEAST_HEIGHT, ...heights))
}

/** Whether an element is in view, or soon will be. */
function useNear() {
  const ref = useRef<HTMLElement>(null)
  const [isNear, setNear] = useState(typeof IntersectionObserver === 'undefined')
  useEffect(() => {
    const element = ref.current
    if (element === null || typeof IntersectionObserver === 'undefined') return undefined
    const observer = new IntersectionObserver(([entry]) => setNear(entry?.isIntersecting === true), {
      rootMargin: '600px',
    })
    observer.observe(element)
    return () => observer.disconnect()
  }, [])
  return { ref, isNear }
}
