import type { KeyboardEvent } from 'react'
import type { FieldKind } from '#core/schema/field-definitions.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import type { ChangedRow } from './change-rows.ts'
import { findFocusedCell, type CellPage, type ListCell } from './list-cells.ts'

/**
 * On the cell of a field, typing begins its text as in a spreadsheet: letters are no shortcuts there. In the other columns they
 * are, and digits alone begin an estimate or a day.
 */
export function writeByTyping<Row extends ChangedRow>(page: CellPage<Row>, event: KeyboardEvent): void {
  const isOther =
    event.defaultPrevented || event.ctrlKey || event.metaKey || event.altKey || event.nativeEvent.isComposing
  if (isOther || event.target !== event.currentTarget || page.list.store.editing !== undefined) return
  const cell = findFocusedCell(page)
  if (cell?.field === undefined || !canChangeStudio()) return
  const { key } = event
  const { kind } = cell.field
  if (key === 'Delete' || key === 'Backspace') void runCommand(`${page.list.page}.clear-cells`)
  else if (key === 'Enter' || (key === ' ' && kind === 'checkbox')) void runCommand(`${page.list.page}.edit-cell`)
  else if (key.length === 1 && beginsText(cell, kind, key))
    void runCommand(`${page.list.page}.edit-cell`, { args: [key] })
  else return
  event.preventDefault()
}

const ofDigits: readonly FieldKind[] = ['number', 'date']

function beginsText<Row extends ChangedRow>({ own }: ListCell<Row>, kind: FieldKind, key: string): boolean {
  return own === undefined ? key !== ' ' : ofDigits.includes(kind) && /\d/.test(key)
}
