import { ChevronDown, ChevronRight } from 'lucide-react'
import { classNames } from '#app/lib/class-names.ts'
import type { ChangedRow } from './change-rows.ts'
import type { CellPage } from './list-cells.ts'
import { headingId, lineId } from './list-lines.ts'
import type { ListLook } from './list-look.ts'
import type { RowGroup } from './list-values.ts'
import styles from './project-list.module.css'

type ListHeadingProps<Row extends ChangedRow> = {
  readonly page: CellPage<Row>
  readonly look: ListLook<Row>
  readonly group: RowGroup<Row>
  readonly place: {
    /** Pixels from the top of the list. */
    readonly top: number
    readonly index: number
  }
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** The heading of a group of rows, with its progress. A folded group's heading stands for its rows. */
export function ListHeading<Row extends ChangedRow>(props: ListHeadingProps<Row>) {
  const { page, look, group, place, measure } = props
  const id = headingId(group.key)
  const { list, idOf } = page
  const { collapsed, focus } = list.store
  const isFolded = collapsed.has(group.key)
  const Sign = isFolded ? ChevronRight : ChevronDown
  const text = (
    <>
      <Sign aria-hidden="true" className={styles['sign']} />
      <b>{group.name}</b>
      <span className={styles['tally']}>{look.tally(group)}</span>
      {isFolded && <span className="visually-hidden">, collapsed</span>}
    </>
  )
  return (
    // The list has the focus and handles keys; it says which row is active.
    <div
      ref={measure}
      data-index={place.index}
      id={lineId(id)}
      role={isFolded ? 'row' : 'presentation'}
      className={classNames(styles['heading'], focus === id && styles['focused'])}
      style={{ transform: `translateY(${place.top}px)` }}
      onPointerDown={() => {
        if (isFolded) list.setCollapsed([...collapsed].filter((key) => key !== group.key))
        else list.setCollapsed([...collapsed, group.key])
        const [first] = group.rows
        list.focus(isFolded ? first && idOf(first) : id)
        list.focusColumn(undefined)
      }}
    >
      {isFolded ? (
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the grid around it
        <span role="gridcell" className={styles['headingText']}>
          {text}
        </span>
      ) : (
        text
      )}
    </div>
  )
}
