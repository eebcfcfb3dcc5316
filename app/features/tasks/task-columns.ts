import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ColumnLook } from '#core/items/column-look.ts'
import { taskColumnIds, type TaskColumnId } from '#core/projects/list-view-form.ts'
import { listColumns, type ListColumn } from '#app/widgets/project-list/list-columns.ts'

/** The names of the columns that every list has, and their widths in pixels. */
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

/** Lists all columns of a project's tasks in their order, including hidden ones. */
export function listTaskColumns(fields: readonly FieldDefinition[], look: ColumnLook): readonly ListColumn[] {
  return listColumns(
    taskColumnIds.map((id) => ({ id, ...plainColumns[id] })),
    fields,
    look,
  )
}
