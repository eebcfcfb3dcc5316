import type { FieldPeople } from '#core/fields/field-text.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { CsvRecord, Sheet } from './csv.ts'
import { findDescribed, type DescribedFields } from './described-fields.ts'
import { listTexts } from './option-columns.ts'
import { proposeFields, type FieldAnswers } from './propose-fields.ts'
import type { DayOrder } from './read-day.ts'
import type { SheetColumn } from './sheet-column.ts'

type Given = {
  readonly fieldAnswers?: FieldAnswers | undefined
  readonly fields?: readonly FieldDefinition[] | undefined
  readonly studioFields?: readonly FieldDefinition[] | undefined
  readonly members?: FieldPeople | undefined
  /** What the file says about the fields of its columns. */
  readonly fieldsOfFile?: DescribedFields | undefined
  readonly dayOrder?: DayOrder | undefined
  /** Whether a row is a task in a sheet of items; absent if none is. */
  readonly isTask?: ((record: CsvRecord) => boolean) | undefined
}

/**
 * Turns columns into the fields proposed for them; columns without values become none, unless the file describes their
 * field.
 */
export function withNewFields({ header, records }: Sheet, written: readonly SheetColumn[], options: Given) {
  const { fieldAnswers: answers, fields = [], studioFields: present = fields, members: people = [] } = options
  const { fieldsOfFile: described, dayOrder } = options
  if (answers === undefined) return { columns: written, proposed: [] }
  const textsOf = (at: number): readonly string[] => listTexts(records, at).filter((text) => text !== '[]')
  const columns = written.map((column, at): SheetColumn => {
    if (column.kind !== 'left' || column.isHomeless !== true || described === undefined) return column
    const found = findDescribed(header[at] ?? '', described)
    if (found === undefined || 'field' in found) return column
    return { kind: 'left', reason: found.reason, values: textsOf(at).length }
  })
  const met = new Set<FieldDefinition>()
  const isOfTasks = makeTaskTest({ header, records }, columns, options.isTask)
  const homeless = columns.flatMap((column, at) => {
    if (column.kind !== 'left' || column.isHomeless !== true) return []
    const [title, texts] = [header[at] ?? '', textsOf(at)]
    const found = described && findDescribed(title, described)
    // Of two columns with a title, the first is the described one.
    const field = found !== undefined && 'field' in found && !met.has(found.field) ? found.field : undefined
    if (field !== undefined) met.add(field)
    const isStage = column.stage !== undefined && field === undefined
    if (texts.length === 0 && field === undefined) return []
    const isOfTask = field === undefined && isOfTasks(at, column.isOfTask)
    return [{ at, column, title, texts, isStage, isOfTasks: isOfTask, described: field }]
  })
  if (homeless.length === 0) return { columns, proposed: [] }
  const proposed = proposeFields({
    columns: homeless,
    answers,
    present,
    people,
    described: described?.fields,
    dayOrder,
  })
  const made = new Map(
    homeless.map(({ at, column, texts }, index): [number, SheetColumn] => {
      const field = proposed[index]?.field
      if (field === undefined) return [at, { ...column, values: texts.length }]
      if (field.of === 'task') return [at, { kind: 'task field', stage: undefined, field, isNew: true }]
      return [at, { kind: 'field', field, isNew: true }]
    }),
  )
  return { columns: columns.map((column, at) => made.get(at) ?? column), proposed }
}

const placeFields = /^(?:collection.*|name|full name|slug|path|episode|task asset|asset type|kind|entity type)$/

/**
 * Makes a function that tells whether a column, counted from 0, is about tasks: only tasks have a value or, in a list of
 * tasks, those of one item differ.
 */
function makeTaskTest(
  { records }: Sheet,
  columns: readonly SheetColumn[],
  isTask: Given['isTask'],
): (at: number, isLikely?: boolean) => boolean {
  if (isTask !== undefined) {
    const ofItems = records.filter((record) => !isTask(record))
    return (at) => listTexts(ofItems, at).length === 0 && listTexts(records, at).length > 0
  }
  if (!columns.some((column) => column.kind === 'row task' && column.field === 'stage')) return () => false
  const places = columns.flatMap((column, at) => (column.kind === 'item' && placeFields.test(column.field) ? [at] : []))
  const keyOf = ({ cells }: CsvRecord): string => JSON.stringify(places.map((at) => foldName(cells[at] ?? '')))
  return (at, isLikely) => {
    if (isLikely === true) return true
    const met = new Map<string, string>()
    return records.some((record) => {
      const [key, text] = [keyOf(record), (record.cells[at] ?? '').trim()]
      const before = met.get(key)
      met.set(key, before ?? text)
      return before !== undefined && before !== text
    })
  }
}
