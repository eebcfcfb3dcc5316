import type { ReactNode } from 'react'
import { toId } from '#core/lib/ids.ts'
import { toCellKey } from '#core/lib/selection-range.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { classNames } from '#app/lib/class-names.ts'
import { FieldInput } from '#app/widgets/field-input/field-input.tsx'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ChangedRow } from './change-rows.ts'
import { parseCell, readCell, toCell, type CellPage } from './list-cells.ts'
import type { ListColumn } from './list-columns.ts'
import { cellId } from './list-lines.ts'
import styles from './project-list.module.css'

type ListCellProps<Row extends ChangedRow> = {
  readonly page: CellPage<Row>
  readonly row: Row
  readonly column: ListColumn
  /** Its index among the columns; the name is the first. */
  readonly at: number
  readonly className: string | undefined
  readonly children: ReactNode
}

/** A cell of a list: its text, or the field that edits it. */
export function ListCellBox<Row extends ChangedRow>({
  page,
  row,
  column,
  at,
  className,
  children,
}: ListCellProps<Row>) {
  const { column: focused, editing, focus, range } = page.list.store
  const rowId = page.idOf(row)
  const isEdited = editing?.rowId === rowId && editing.columnId === column.id
  const isChosen = range.cells.has(toCellKey(toId(rowId), toId(column.id)))
  return (
    <span
      id={cellId(rowId, column.id)}
      // oxlint-disable-next-line jsx-a11y/prefer-tag-over-role -- belongs to the grid around it
      role="gridcell"
      aria-colindex={at + 1}
      aria-selected={isChosen}
      data-column={column.id}
      className={classNames(
        className,
        isChosen && styles['chosenCell'],
        focus === rowId && focused === column.id && styles['focusedCell'],
        isEdited && styles['edited'],
      )}
    >
      {isEdited ? <Writing page={page} row={row} column={column} /> : children}
    </span>
  )
}

/** The grid's own editing field, with any refusal below it. */
function Writing<Row extends ChangedRow>({ page, row, column }: Pick<ListCellProps<Row>, 'page' | 'row' | 'column'>) {
  const { list } = page
  const cell = toCell(page, row, column)
  if (cell.field === undefined) return null
  return (
    <FieldInput
      label={`${column.name} of ${row.place.item.title}`}
      field={cell.field}
      value={readCell(cell)}
      people={findProjectContent()?.studio.getMembers() ?? []}
      draft={list.store.editing?.draft}
      read={(text) => parseCell(cell, text)}
      onCommit={(text) => void runCommand(`${list.page}.save-cell`, { args: [page.idOf(row), column.id, text] })}
      onCancel={() => list.edit(undefined)}
    />
  )
}
