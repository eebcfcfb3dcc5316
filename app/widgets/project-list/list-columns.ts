import type { CSSProperties } from 'react'
import { arrangeColumns, type ColumnLook } from '#core/items/column-look.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** A column of a project's list: a built-in one, or a field. */
export type ListColumn = {
  readonly id: string
  readonly name: string
  /** In pixels. */
  readonly width: number
  readonly field: FieldDefinition | undefined
}

/** The built-in columns with their names and widths in pixels, in their initial order. */
export type OwnColumns = readonly Omit<ListColumn, 'field'>[]

const fieldWidth = 110

/** Lists all columns in their order, hidden ones included. */
export function listColumns(
  own: OwnColumns,
  fields: readonly FieldDefinition[],
  look: ColumnLook,
): readonly ListColumn[] {
  const columns: readonly ListColumn[] = [
    ...own.map((column) => ({ ...column, field: undefined })),
    ...fields.map((field) => ({ id: field.id, name: field.name, width: fieldWidth, field })),
  ]
  const arranged = arrangeColumns(
    columns.map(({ width, ...column }) => ({ ...column, plainWidth: width })),
    look,
  )
  return arranged.map(({ id, name, field, plainWidth, width = plainWidth }) => ({ id, name, width, field }))
}

/**
 * Returns the style that lays out a list's lines in these columns, after a picture and a name of the given minimum
 * widths.
 */
export function styleOfColumns(
  columns: readonly ListColumn[],
  [picture, name]: readonly [number, number],
): CSSProperties {
  const sizes = [`${picture}px`, `minmax(${name}px, 1fr)`, ...columns.map(({ width }) => `${width}px`)]
  const width = columns.reduce((sum, column) => sum + column.width + 12, picture + name + 68)
  // React's style type has no custom properties.
  return { '--columns': sizes.join(' '), '--width': `${width}px` } as CSSProperties
}
