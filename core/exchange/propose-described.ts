import type { FieldPeople } from '#core/fields/field-text.ts'
import type { Sheet } from './csv.ts'
import { findDescribed, isTaskColumn, type DescribedFields } from './described-fields.ts'
import { listOptions } from './guess-field.ts'
import { listTexts } from './option-columns.ts'
import {
  freeLabel,
  judge,
  readProposed,
  type FieldAnswers,
  type NewField,
  type ProposedField,
} from './propose-fields.ts'
import type { DayOrder } from './read-day.ts'

type Given = {
  readonly described: DescribedFields
  readonly answers: FieldAnswers
  readonly people: FieldPeople
  readonly dayOrder?: DayOrder | undefined
}

/**
 * Proposes the described fields that no column becomes: those of tasks, whose columns name a stage too, formulas, and
 * fields without a column. They are labelled by name, numbered if a column or another has it.
 */
export function proposeDescribed({ header, records }: Sheet, given: Given): readonly ProposedField[] {
  const { described, answers, people, dayOrder } = given
  const labels = new Set(header.map((title) => title.toLowerCase()))
  const ofColumns = new Set(
    header.flatMap((title) => {
      const found = title === '' ? undefined : findDescribed(title, described)
      return found !== undefined && 'field' in found ? [found.field] : []
    }),
  )
  return described.missing
    .filter((field) => !ofColumns.has(field))
    .map((field): ProposedField => {
      const at = header.flatMap((title, index) => (isTaskColumn(title, field) ? [index] : []))
      const texts = at.flatMap((index) => listTexts(records, index))
      const label = freeLabel(field.name, labels)
      const { state } = judge(label, { kind: field.kind, answers })
      const { name, key, kind, unit, formula } = field
      const misfits = texts.filter((text) => !readProposed(field, text, { people, dayOrder }).ok).length
      const proposal = {
        column: label,
        name,
        key,
        kind,
        unit,
        state,
        misfits,
        options: field.options.map((option) => option.name),
        values: texts.length,
        examples: listOptions(texts).slice(0, 3),
        kinds: [kind],
        described: {
          of: field.of === 'task' ? ('task' as const) : ('item' as const),
          formula,
        },
      }
      return { proposal, field: state === 'taken' ? field : undefined }
    })
}

/** Lists the fields of tasks that an import creates. */
export function listNewTaskFields(proposed: readonly ProposedField[]): readonly NewField[] {
  return proposed.flatMap(({ field }) => (field?.of === 'task' ? [field] : []))
}
