import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { readFieldTexts } from './kept-rows.ts'

/** The fields that new items of a space are given; formulas are worked out. */
export function listNewFields(model: SpaceModel): readonly FieldDefinition[] {
  return model.getAllFields().filter(({ kind }) => kind !== 'formula')
}

/** What stands in a field before anything is typed. */
export function startText({ studio }: SpaceModel, field: FieldDefinition): string {
  return toFieldText(field, field.defaultValue, studio.getMembers())
}

/** The values that texts mean, without those that are as a new item has them anyway; the first that is none is refused. */
export function readNewFields(model: SpaceModel, text: string): Result<Readonly<Record<string, FieldValue | null>>> {
  const values: Record<string, FieldValue | null> = {}
  const typed = readFieldTexts(text)
  for (const field of listNewFields(model)) {
    const given = typed[field.id]
    if (given === undefined || given === startText(model, field)) continue
    const read = parseFieldText(field, given, model.studio.getMembers())
    if (!read.ok) return read
    values[field.key] = read.value
  }
  return ok(values)
}
