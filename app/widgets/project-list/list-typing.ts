import type { KeyboardEvent } from 'react'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { hasRange } from './cell-range.ts'
import type { ChangedRow } from './change-rows.ts'
import { findFocusedCell, type CellPage, type ListCell } from './list-cells.ts'

/**
 * Typing on a field's cell starts editing it, as in a spreadsheet: letters are not shortcuts there. In the other
 * columns they are, and only digits start an estimate or a date.
 */
export function writeByTyping<Row extends ChangedRow>(page: CellPage<Row>, event: KeyboardEvent): void {
  const isOther =
    event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing
  if (isOther || event.target !== event.currentTarget || page.list.store.editing !== undefined) return
  const cell = findFocusedCell(page)
  const { key } = event
  const isClearing = key === 'Delete' || key === 'Backspace'
  // A range may end on a read-only column.
  const isMeant = cell?.field !== undefined || (isClearing && hasRange(page))
  if (cell === undefined || !isMeant || !canChangeStudio()) return
  const kind = cell.field?.kind ?? 'text'
  if (isClearing) void runCommand(`${page.list.page}.clear-cells`)
  else if (key === 'Enter' || (key === ' ' && kind === 'checkbox')) void runCommand(`${page.list.page}.edit-cell`)
  else if (key.length === 1 && isStartOfText(cell, kind, key))
    void runCommand(`${page.list.page}.edit-cell`, { args: [key] })
  else return
  event.preventDefault()
}

const ofDigits: readonly FieldKind[] = ['number', 'date']

function isStartOfText<Row extends ChangedRow>({ own }: ListCell<Row>, kind: FieldKind, key: string): boolean {
  return own === undefined ? key !== ' ' : ofDigits.includes(kind) && /\d/.test(key)
}
