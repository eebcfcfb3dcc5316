import { classNames } from '#app/lib/class-names.ts'
import { countCards, type Columns } from './board.ts'
import { CardList, type CardContext } from './card-list.tsx'
import { ColumnHeading } from './column-heading.tsx'
import styles from './kanban.module.css'

type KanbanColumnProps = {
  readonly column: Columns[number]
  readonly context: CardContext
  /** Whether a card is being dragged over it. */
  readonly isTarget: boolean
}

/** The cards of one status, below its heading. */
export function KanbanColumn({ column, context, isTarget }: KanbanColumnProps) {
  const { status, cards } = column
  const name = status?.name ?? 'Unknown'
  return (
    <section
      className={classNames(styles['column'], isTarget && styles['target'])}
      data-status={status?.id}
      aria-label={name}
    >
      <ColumnHeading column={column} model={context.model} />
      <CardList label={`${name}, ${countCards(cards)}`} cards={cards} context={context} />
    </section>
  )
}
