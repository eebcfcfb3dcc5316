import { foldName } from '#core/lib/slug.ts'
import { mentionsRemoved } from '#core/fields/field-text.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import type { FieldColumn } from './own-field-cells.ts'
import type { FieldAnswers } from './propose-fields.ts'
import { proposeOptions } from './propose-options.ts'
import { isErrorCell } from './error-cell.ts'
import type { SheetColumn } from './sheet-column.ts'

type Given = {
  readonly fieldAnswers?: FieldAnswers | undefined
  readonly fields?: readonly FieldDefinition[] | undefined
  readonly taskFields?: readonly FieldDefinition[] | undefined
  /** Whether a row is a task in a sheet of items. */
  readonly isTask: (record: CsvRecord) => boolean
}

/**
 * Pairs a list field of items with the task field of the same name: in a sheet of items and tasks, either may be meant.
 */
export function pairTwinColumns(columns: readonly SheetColumn[], taskFields: readonly FieldDefinition[] = []) {
  return columns.map((column): SheetColumn => {
    if (column.kind !== 'field' || column.isNew === true || !hasOptions(column.field.kind)) return column
    const name = foldName(column.field.name)
    const twin = taskFields.find((field) => hasOptions(field.kind) && foldName(field.name) === name)
    return twin === undefined ? column : { ...column, twin: { field: twin } }
  })
}

/** Adds the accepted new options to list columns. */
export function withNewOptions({ header, records }: Sheet, columns: readonly SheetColumn[], given: Given) {
  const { fieldAnswers: answers, fields = [], taskFields = [], isTask } = given
  if (answers === undefined) return { columns, proposed: [] }
  const hasTwins = columns.some((column) => column.kind === 'field' && column.twin !== undefined)
  const { ofTasks = [], ofItems = [] } = hasTwins
    ? Object.groupBy(records, (record) => (isTask(record) ? 'ofTasks' : 'ofItems'))
    : { ofItems: records }
  const isOfTasks = columns.some(({ kind }) => kind === 'row task')
  const lists = columns.flatMap((column, at) => {
    if ((column.kind !== 'field' && column.kind !== 'task field') || !hasOptions(column.field.kind)) return []
    if (column.isNew === true) return []
    const twin = column.kind === 'field' ? column.twin : undefined
    const toList = (field: FieldDefinition, of: readonly CsvRecord[]) => {
      const isSaid = (text: string): boolean => !isErrorCell(text) && !mentionsRemoved(field, text)
      const isMeant = isOfTasks && twin === undefined && field.of === 'item'
      return { title: header[at] ?? '', field, texts: listTexts(of, at).filter(isSaid), isOfTasks: isMeant }
    }
    return twin === undefined
      ? [toList(column.field, records)]
      : [toList(column.field, ofItems), toList(twin.field, ofTasks)]
  })
  const { options = { rest: 'propose', names: new Map() }, isAllowed } = answers
  const proposed = proposeOptions(lists, { answers: options, isAllowed, fields: [...fields, ...taskFields] })
  const widen = <Column extends FieldColumn>(column: Column): Column => {
    const found = proposed.get(column.field.id)
    return found === undefined ? column : { ...column, field: found.field, sameAs: found.sameAs }
  }
  const toWide = (column: SheetColumn): SheetColumn => {
    if (column.kind === 'task field') return widen(column)
    if (column.kind !== 'field') return column
    return widen({ ...column, ...(column.twin !== undefined && { twin: widen(column.twin) }) })
  }
  return { columns: columns.map(toWide), proposed: [...proposed.values()] }
}

/** Lists the texts in a column that are not empty. */
export function listTexts(records: readonly CsvRecord[], at: number): readonly string[] {
  return records.map(({ cells }) => (cells[at] ?? '').trim()).filter((text) => text !== '')
}
