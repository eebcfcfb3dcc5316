import { arrangeColumns, type ColumnLook } from '#core/items/column-look.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { taskColumnIds, type TaskColumnId } from '#core/tasks/task-view-form.ts'

/** A column of the list: one that every task has, or a field's of tasks or items. */
export type TaskColumn = {
  readonly id: string
  readonly name: string
  /** In pixels. */
  readonly width: number
  readonly field: FieldDefinition | undefined
}

/** What the columns of every list are called, and their width in pixels. */
const plainColumns: Readonly<Record<TaskColumnId, { readonly name: string; readonly width: number }>> = {
  place: { name: 'Place', width: 180 },
  stage: { name: 'Stage', width: 110 },
  status: { name: 'Status', width: 96 },
  artist: { name: 'Artist', width: 76 },
  due: { name: 'Due', width: 110 },
  estimate: { name: 'Estimate', width: 76 },
  priority: { name: 'Priority', width: 76 },
}

const fieldWidth = 110

/** Every column of a project's tasks as they would stand, hidden ones too. */
export function listColumns(fields: readonly FieldDefinition[], look: ColumnLook): readonly TaskColumn[] {
  const columns: readonly TaskColumn[] = [
    ...taskColumnIds.map((id) => ({ id, ...plainColumns[id], field: undefined })),
    ...fields.map((field) => ({ id: field.id, name: field.name, width: fieldWidth, field })),
  ]
  const arranged = arrangeColumns(
    columns.map(({ width, ...column }) => ({ ...column, plainWidth: width })),
    look,
  )
  return arranged.map(({ id, name, field, plainWidth, width = plainWidth }) => ({ id, name, width, field }))
}
