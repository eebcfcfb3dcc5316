import type { Done } from '#core/change/context.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import { countOf } from '#core/lib/text.ts'
import { isFieldOf, type FieldDefinition, type FieldOwner } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { CommandContext, CommandOutcome } from '#app/commands/define-command.ts'
import { refuseRole } from '#app/widgets/field-facts/field-row.ts'
import { performAll } from '#app/widgets/perform.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ChangedRow, SpacePart } from './change-rows.ts'
import type { ListColumn } from './list-columns.ts'
import type { ListedRows } from './list-lines.ts'
import type { ProjectList } from './list-store.ts'

/** A built-in column of every row that is edited like a field. */
export type OwnCell<Row> = {
  readonly field: FieldDefinition
  readonly valueOf: (row: Row) => FieldValue | undefined
  /** Parses a text; by default, as the field does. */
  readonly read?: (text: string) => Result<FieldValue | null>
  /** Writes one value per row. */
  readonly write: (part: SpacePart<Row>, values: readonly (FieldValue | null)[]) => Promise<Result<Done>>
}

/** A project's list whose rows are navigated by keys and whose cells are edited in place. */
export type CellPage<Row extends ChangedRow = ChangedRow> = {
  readonly list: ProjectList
  /** The palette heading of its commands. */
  readonly group: string
  /** The word for a row: `task`. */
  readonly noun: string
  readonly idOf: (row: Row) => string
  /** Returns the list as shown; undefined while the project is not open. */
  readonly findShown: () => ListedRows<Row> | undefined
  /** All columns in their order, hidden ones included. */
  readonly listColumns: () => readonly ListColumn[]
  readonly findOwnCell: (columnId: string) => OwnCell<Row> | undefined
  /** Returns the text of a read-only cell. */
  readonly textOf: (row: Row, column: ListColumn) => string
  readonly open: (row: Row, context: CommandContext) => void
}

/** A cell with the field it is edited as. */
export type ListCell<Row extends ChangedRow = ChangedRow> = {
  readonly row: Row
  readonly column: ListColumn
  /** The field it is edited as; undefined if it is read-only. */
  readonly field: FieldDefinition | undefined
  readonly own: OwnCell<Row> | undefined
}

/** Returns the visible columns. */
export function listShownColumns<Row extends ChangedRow>({ list, listColumns }: CellPage<Row>): readonly ListColumn[] {
  return listColumns().filter(({ id }) => !list.store.view.hidden.includes(id))
}

/** Returns a row's cell in a column. */
export function toCell<Row extends ChangedRow>(page: CellPage<Row>, row: Row, column: ListColumn): ListCell<Row> {
  const own = column.field === undefined ? page.findOwnCell(column.id) : undefined
  return { row, column, field: own?.field ?? column.field, own }
}

/** Returns the focused cell; undefined if the whole row is focused, or the column is hidden. */
export function findFocusedCell<Row extends ChangedRow>(page: CellPage<Row>): ListCell<Row> | undefined {
  const { column: columnId, focus } = page.list.store
  if (columnId === undefined) return undefined
  const column = listShownColumns(page).find(({ id }) => id === columnId)
  const row = page.findShown()?.rows.find((each) => page.idOf(each) === focus)
  return column && row && toCell(page, row, column)
}

/** Returns a cell's value. */
export function readCell<Row extends ChangedRow>({ row, field, own }: ListCell<Row>): FieldValue | undefined {
  if (own !== undefined) return own.valueOf(row)
  if (field === undefined) return undefined
  return (field.of === 'task' ? findTask(row) : row.place.item)?.fields?.[field.key]
}

function findTask({ place, task }: ChangedRow) {
  return task && place.replica.replica.find('item_tasks', task.id)
}

/** Formats a cell's value for a spreadsheet. */
export function writeCell<Row extends ChangedRow>(page: CellPage<Row>, cell: ListCell<Row>): string {
  const members = findProjectContent()?.studio.getMembers() ?? []
  const { field } = cell
  if (field === undefined || field.kind === 'formula') return page.textOf(cell.row, cell.column)
  return toFieldText(field, readCell(cell), members)
}

/** Returns why a cell cannot be edited at all; undefined if it can. */
export function findRefusal<Row extends ChangedRow>({ field, own, column, row }: ListCell<Row>): string | undefined {
  if (field === undefined) return `${column.name} cannot be changed here.`
  if (field.kind === 'formula') return `${field.name} is a formula and cannot be set.`
  const isThere = own !== undefined || isFieldOf(field, row.place.space)
  return isThere ? undefined : `${field.name} is not a field of ${row.place.space.name}.`
}

/** Parses a text for a cell; fails with `invalid-input`, giving the column's name and the reason. */
export function parseCell<Row extends ChangedRow>(cell: ListCell<Row>, text: string): Result<FieldValue | null> {
  const { field, own } = cell
  const refusal = findRefusal(cell)
  if (field === undefined || refusal !== undefined) return refuse(refusal ?? '')
  if (own?.read !== undefined) return own.read(text)
  return parseFieldText(field, text, findProjectContent()?.studio.getMembers() ?? [])
}

/** Returns a refusal as a failed Result. */
export function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}

/** A cell's new value; null clears it. */
export type CellAssignment<Row extends ChangedRow> = {
  readonly cell: ListCell<Row>
  readonly value: FieldValue | null
}

/** Writes cells in any spaces, with one undo for all. */
export async function setCells<Row extends ChangedRow>(
  assignments: readonly CellAssignment<Row>[],
): Promise<CommandOutcome> {
  const content = findProjectContent()
  if (content === undefined || assignments.length === 0) return ok(undefined)
  const { client, studio } = content
  const locked = assignments.find(({ cell: { field } }) => field !== undefined && !studio.canWrite(field))?.cell.field
  if (locked !== undefined) return refuseRole(locked)
  const steps = [...Map.groupBy(assignments, ({ cell }) => cell.row.place.replica)].flatMap(([replica, ofSpace]) =>
    [...Map.groupBy(ofSpace, groupOf).values()].map((group) => async () => {
      const rows = group.map(({ cell }) => cell.row)
      const itemIds = rows.map(({ place }) => place.item.id)
      const [own] = group.flatMap(({ cell }) => cell.own ?? [])
      if (own !== undefined) {
        const values = group.map(({ value }) => value)
        return await own.write({ client, replica, rows, itemIds }, values)
      }
      const of = group[0]?.cell.field?.of ?? 'item'
      return await changeFields({ of, within: replica, changes: toChanges(group) }, client)
    }),
  )
  const count = assignments.length
  return await performAll(steps, {
    client,
    failedText: (reason) => reason,
    doneText: count > 1 ? `${countOf(count, 'cell')} changed` : undefined,
    goneText: messages['not-found'],
  })
}

/** Groups what is written in one step: a built-in column, the fields of items, or those of tasks. */
function groupOf<Row extends ChangedRow>({ cell: { own, column, field } }: CellAssignment<Row>): string {
  return own === undefined ? `of ${field?.of ?? 'item'}` : column.id
}

type FieldRowOf = Parameters<typeof changeFields>[0]['changes'][number]

/** Returns one change per item or task, whichever rows it appears in. */
function toChanges<Row extends ChangedRow>(group: readonly CellAssignment<Row>[]): readonly FieldRowOf[] {
  const idOf = ({ cell: { row, field } }: CellAssignment<Row>) => fieldRowId(row, field?.of ?? 'item')
  return [...Map.groupBy(group, idOf)].flatMap(([id, ofRow]) => {
    const values = ofRow.flatMap(({ cell: { field }, value }) => (field === undefined ? [] : [[field.key, value]]))
    return id === undefined ? [] : [{ id, values: Object.fromEntries(values) }]
  })
}

function fieldRowId(row: ChangedRow, of: FieldOwner) {
  return of === 'task' ? row.task?.id : row.place.item.id
}
