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

/** A column that every row has and that is written like a field. */
export type OwnCell<Row> = {
  readonly field: FieldDefinition
  readonly valueOf: (row: Row) => FieldValue | undefined
  /** What a text means; as for a field unless given. */
  readonly read?: (text: string) => Result<FieldValue | null>
  /** Writes a value for each row. */
  readonly write: (part: SpacePart<Row>, values: readonly (FieldValue | null)[]) => Promise<Result<Done>>
}

/** A page of a project whose rows are gone through by keys and whose cells are written in place. */
export type CellPage<Row extends ChangedRow = ChangedRow> = {
  readonly list: ProjectList
  /** Under what its commands stand in the palette. */
  readonly group: string
  /** What a row is called: `task`. */
  readonly noun: string
  readonly idOf: (row: Row) => string
  /** The list as it is shown; undefined while the project is not open. */
  readonly findShown: () => ListedRows<Row> | undefined
  /** Every column as it would stand, hidden ones too. */
  readonly listColumns: () => readonly ListColumn[]
  readonly findOwnCell: (columnId: string) => OwnCell<Row> | undefined
  /** What a cell says that is not written. */
  readonly textOf: (row: Row, column: ListColumn) => string
  readonly open: (row: Row, context: CommandContext) => void
}

/** A cell, and what it takes. */
export type ListCell<Row extends ChangedRow = ChangedRow> = {
  readonly row: Row
  readonly column: ListColumn
  /** What it is written as; undefined where it is only read. */
  readonly field: FieldDefinition | undefined
  readonly own: OwnCell<Row> | undefined
}

/** The columns that are shown. */
export function listShownColumns<Row extends ChangedRow>({ list, listColumns }: CellPage<Row>): readonly ListColumn[] {
  return listColumns().filter(({ id }) => !list.store.view.hidden.includes(id))
}

/** A row's cell in a column. */
export function toCell<Row extends ChangedRow>(page: CellPage<Row>, row: Row, column: ListColumn): ListCell<Row> {
  const own = column.field === undefined ? page.findOwnCell(column.id) : undefined
  return { row, column, field: own?.field ?? column.field, own }
}

/** The cell that the keys are on; undefined where they are on all of a row, or its column is hidden. */
export function findFocusedCell<Row extends ChangedRow>(page: CellPage<Row>): ListCell<Row> | undefined {
  const { column: columnId, focus } = page.list.store
  if (columnId === undefined) return undefined
  const column = listShownColumns(page).find(({ id }) => id === columnId)
  const row = page.findShown()?.rows.find((each) => page.idOf(each) === focus)
  return column && row && toCell(page, row, column)
}

/** What a cell has. */
export function readCell<Row extends ChangedRow>({ row, field, own }: ListCell<Row>): FieldValue | undefined {
  if (own !== undefined) return own.valueOf(row)
  if (field === undefined) return undefined
  return (field.of === 'task' ? findTask(row) : row.place.item)?.fields?.[field.key]
}

function findTask({ place, task }: ChangedRow) {
  return task && place.replica.replica.find('item_tasks', task.id)
}

/** A cell as a spreadsheet has it. */
export function writeCell<Row extends ChangedRow>(page: CellPage<Row>, cell: ListCell<Row>): string {
  const members = findProjectContent()?.studio.getMembers() ?? []
  const { field } = cell
  if (field === undefined || field.kind === 'formula') return page.textOf(cell.row, cell.column)
  return toFieldText(field, readCell(cell), members)
}

/** Why nothing can be written into a cell, whatever it is; undefined where something can. */
export function findRefusal<Row extends ChangedRow>({ field, own, column, row }: ListCell<Row>): string | undefined {
  if (field === undefined) return `${column.name} cannot be changed here.`
  if (field.kind === 'formula') return `${field.name} is a formula and cannot be set.`
  const isThere = own !== undefined || isFieldOf(field, row.place.space)
  return isThere ? undefined : `${field.name} is not a field of ${row.place.space.name}.`
}

/** What a text means for a cell; `invalid-input` with the column's name and the reason. */
export function parseCell<Row extends ChangedRow>(cell: ListCell<Row>, text: string): Result<FieldValue | null> {
  const { field, own } = cell
  const refusal = findRefusal(cell)
  if (field === undefined || refusal !== undefined) return refuse(refusal ?? '')
  if (own?.read !== undefined) return own.read(text)
  return parseFieldText(field, text, findProjectContent()?.studio.getMembers() ?? [])
}

/** The words of a refusal as a failure. */
export function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}

/** What a cell is to have; null for nothing. */
export type CellAssignment<Row extends ChangedRow> = {
  readonly cell: ListCell<Row>
  readonly value: FieldValue | null
}

/** Writes cells wherever their rows are, with one undo for all of them. */
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

/** What is written in one step: a column that every row has, the fields of items, or those of tasks. */
function groupOf<Row extends ChangedRow>({ cell: { own, column, field } }: CellAssignment<Row>): string {
  return own === undefined ? `of ${field?.of ?? 'item'}` : column.id
}

type FieldRowOf = Parameters<typeof changeFields>[0]['changes'][number]

/** One change for each item or task, whichever lines it is in. */
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
