import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ColumnLook } from '#core/items/column-look.ts'
import { taskColumnIds, type TaskColumnId } from '#core/projects/list-view-form.ts'
import { listColumns, type ListColumn } from '#app/widgets/project-list/list-columns.ts'

/** What the columns of every list are called, and their width in pixels. */
const plainColumns: Readonly<Record<TaskColumnId, { readonly name: string; readonly width: number }>> = {
  kind: { name: 'Kind', width: 96 },
  place: { name: 'Place', width: 180 },
  stage: { name: 'Stage', width: 110 },
  status: { name: 'Status', width: 96 },
  artist: { name: 'Artist', width: 76 },
  due: { name: 'Due', width: 110 },
  estimate: { name: 'Estimate', width: 76 },
  priority: { name: 'Priority', width: 76 },
}

/** Every column of a project's tasks as they would stand, hidden ones too. */
export function listTaskColumns(fields: readonly FieldDefinition[], look: ColumnLook): readonly ListColumn[] {
  return listColumns(
    taskColumnIds.map((id) => ({ id, ...plainColumns[id] })),
    fields,
    look,
  )
}
