import type { FieldKind } from '#core/schema/field-definitions.ts'
import type { CsvRecord } from './csv.ts'
import { listTexts } from './option-columns.ts'
import { listKinds } from './propose-fields.ts'
import type { SheetColumn } from './sheet-column.ts'

/** A recognised column: what it means, and which kinds of field it could become instead. */
export type KnownColumn = {
  readonly title: string
  readonly meaning: string
  readonly kinds: readonly FieldKind[]
}

// Words for meanings that depend on several columns.
const words: Readonly<Record<string, string>> = {
  'full name': 'name',
  'parent task': 'item of a task',
  kind: 'item type or kind',
  'entity type': 'item type',
  'asset type': 'item kind',
  path: 'collection and name',
  'task asset': 'name',
  'item status': 'omitted',
  assets: 'cast',
  'cast asset': 'cast',
}

/** Lists a sheet's recognised columns, in order. */
export function listKnownColumns(
  header: readonly string[],
  columns: readonly SheetColumn[],
  records: readonly CsvRecord[],
): readonly KnownColumn[] {
  return columns.flatMap((column, at): KnownColumn[] => {
    const meaning = describeMeaning(column)
    const title = header[at] ?? ''
    if (meaning === undefined || title === '') return []
    // The studio has this field already, so no other field is offered.
    return [{ title, meaning, kinds: column.kind.endsWith('field') ? [] : listKinds(listTexts(records, at)) }]
  })
}

/** Returns the meaning of a column, as a mapping writes it; undefined if it is not used. */
function describeMeaning(column: SheetColumn): string | undefined {
  switch (column.kind) {
    case 'item':
      return words[column.field] ?? column.field
    case 'task':
      return column.field === 'status' ? column.stage : `${column.stage} ${column.field}`
    case 'row task':
      return column.field === 'stage' ? 'stage' : `task ${column.field}`
    case 'comment':
      return `comment ${column.field}`
    case 'id':
      return `${column.system} id`
    case 'field':
      return column.field.name
    case 'task field':
      return column.stage === undefined ? column.field.name : `${column.stage} ${column.field.name}`
    case 'left':
      return undefined
  }
}
