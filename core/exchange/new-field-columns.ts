import type { FieldPeople } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { Sheet } from './csv.ts'
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
  const homeless = columns.flatMap((column, at) => {
    if (column.kind !== 'left' || column.isHomeless !== true) return []
    const [title, texts] = [header[at] ?? '', textsOf(at)]
    const found = described && findDescribed(title, described)
    // Of two columns with a title, the first is the described one.
    const field = found !== undefined && 'field' in found && !met.has(found.field) ? found.field : undefined
    if (field !== undefined) met.add(field)
    const isStage = column.stage !== undefined && field === undefined
    return texts.length > 0 || field !== undefined ? [{ at, column, title, texts, isStage, described: field }] : []
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
      return [at, field === undefined ? { ...column, values: texts.length } : { kind: 'field', field, isNew: true }]
    }),
  )
  return { columns: columns.map((column, at) => made.get(at) ?? column), proposed }
}
