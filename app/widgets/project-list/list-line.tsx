import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import type { ChangedRow } from './change-rows.ts'
import { ListCellBox } from './list-cell.tsx'
import type { CellPage } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'
import type { ListLook } from './list-look.ts'
import { lineId } from './list-lines.ts'
import { dragOverLine, pressLine } from './list-pointer.ts'
import styles from './project-list.module.css'

type ListLineProps<Row extends ChangedRow> = {
  readonly page: CellPage<Row>
  readonly look: ListLook<Row>
  readonly row: Row
  readonly columns: readonly ListColumn[]
  readonly place: {
    /** Pixels from the top of the list. */
    readonly top: number
    readonly index: number
    /** Its index among all rows shown. */
    readonly at: number
  }
  readonly measure: ((element: HTMLElement | null) => void) | undefined
}

/** One row of a list. */
export function ListLineBox<Row extends ChangedRow>(props: ListLineProps<Row>) {
  const { page, look, row, columns, place, measure } = props
  const { list } = page
  const { focus, column: focusedColumn, editing, selected } = list.store
  const id = page.idOf(row)
  const isSelected = selected.has(id)
  const isFocused = focus === id
  return (
    // The list has the focus and handles keys; it says which row or cell is active.
    <div
      ref={measure}
      data-index={place.index}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the grid around it
      role="row"
      id={lineId(id)}
      aria-selected={isSelected}
      aria-rowindex={place.at + 1}
      className={classNames(
        styles['line'],
        look.classOfLine,
        isFocused && (focusedColumn === undefined ? styles['focused'] : styles['entered']),
        isSelected && styles['selected'],
        editing?.rowId === id && styles['raised'],
      )}
      style={{ transform: `translateY(${place.top}px)` }}
      onMouseDown={(event) => pressLine(page, row, event)}
      onMouseMove={(event) => dragOverLine(page, row, event)}
      onDoubleClick={() => {
        if (list.store.editing === undefined) void runCommand(`${list.page}.edit-cell`)
      }}
    >
      <span className={styles['picture']} aria-hidden="true">
        {look.picture(row)}
      </span>
      <span
        // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the grid around it
        role="rowheader"
        aria-colindex={1}
        className={styles['name']}
      >
        {look.name(row)}
      </span>
      {columns.map((column, index) => {
        const { content, className } = look.cell(row, column)
        return (
          <ListCellBox key={column.id} page={page} row={row} column={column} at={index + 1} className={className}>
            {content}
          </ListCellBox>
        )
      })}
    </div>
  )
}
