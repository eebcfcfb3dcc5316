import type { CSSProperties } from 'react'
import { arrangeColumns, type ColumnLook } from '#core/items/column-look.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** A column of a list of a project: one that every row has, or a field's. */
export type ListColumn = {
  readonly id: string
  readonly name: string
  /** In pixels. */
  readonly width: number
  readonly field: FieldDefinition | undefined
}

/** What the columns that every row has are called, and their width in pixels, in the order in which the list begins. */
export type OwnColumns = readonly Omit<ListColumn, 'field'>[]

const fieldWidth = 110

/** Every column of a list as it would stand, hidden ones too. */
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

/** The style of a list whose lines stand in these columns, after a picture and a name of at least so many pixels. */
export function styleOfColumns(
  columns: readonly ListColumn[],
  [picture, name]: readonly [number, number],
): CSSProperties {
  const sizes = [`${picture}px`, `minmax(${name}px, 1fr)`, ...columns.map(({ width }) => `${width}px`)]
  const width = columns.reduce((sum, column) => sum + column.width + 12, picture + name + 68)
  // Properties of the page's own are no part of React's type.
  return { '--columns': sizes.join(' '), '--width': `${width}px` } as CSSProperties
}
