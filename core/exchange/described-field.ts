import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** A field of items or tasks as a workbook's sheet of fields describes it. */
export type DescribedField = Pick<
  FieldDefinition,
  'key' | 'name' | 'kind' | 'unit' | 'decimals' | 'formula' | 'description' | 'writeFloor' | 'readFloor'
> & {
  readonly of: 'item' | 'task'
  /** The options of a list, in order; those without a colour get the next one in turn. */
  readonly options: readonly { readonly name: string; readonly color: string | undefined }[]
}

/** The name of the sheet that describes the fields of the others. */
export const fieldsSheetName = 'Fields'

/** The titles of its columns. */
export const fieldsSheetTitles = [
  'name',
  'key',
  'kind',
  'for',
  'unit',
  'decimals',
  'options',
  'colours',
  'formula',
  'description',
  'written by',
  'read by',
] as const
export type FieldsSheetTitle = (typeof fieldsSheetTitles)[number]
