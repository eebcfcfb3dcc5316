import type { ColumnLook } from '#core/items/column-look.ts'
import { assetColumnIds, type AssetColumnId } from '#core/projects/list-view-form.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { listColumns, type ListColumn } from '#app/widgets/project-list/list-columns.ts'

/** The names of the columns that every asset has, and their widths in pixels. */
const plainColumns: Readonly<Record<AssetColumnId, { readonly name: string; readonly width: number }>> = {
  kind: { name: 'Kind', width: 110 },
  place: { name: 'Place', width: 180 },
  uses: { name: 'Used', width: 96 },
  stages: { name: 'Stages', width: 380 },
}

/** Lists all columns of a project's assets in their order, including hidden ones. */
export function listAssetColumns(fields: readonly FieldDefinition[], look: ColumnLook): readonly ListColumn[] {
  return listColumns(
    assetColumnIds.map((id) => ({ id, ...plainColumns[id] })),
    fields,
    look,
  )
}
