import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { readFieldTexts, type FieldTexts } from './kept-rows.ts'

/** Lists the fields to fill in for a space's new items or their tasks: those the person can write, without formulas. */
export function listNewFields(model: SpaceModel, of: 'item' | 'task'): readonly FieldDefinition[] {
  const fields = of === 'item' ? model.getAllFields() : model.getTaskFields()
  return fields.filter((field) => field.kind !== 'formula' && model.studio.canWrite(field))
}

/** Returns a field's initial text. */
export function startText({ studio }: SpaceModel, field: FieldDefinition): string {
  return toFieldText(field, field.defaultValue, studio.getMembers())
}

/**
 * Separates texts whose field still exists from those whose field is gone, or can no longer be written by this person.
 */
export function partTexts(
  model: SpaceModel,
  texts: FieldTexts,
): { readonly kept: FieldTexts; readonly homeless: readonly string[] } {
  const ids = new Set<string>([...listNewFields(model, 'item'), ...listNewFields(model, 'task')].map(({ id }) => id))
  const all = Object.entries(texts)
  return {
    kept: Object.fromEntries(all.filter(([id]) => ids.has(id))),
    homeless: all.flatMap(([id, text]) => (ids.has(id) || text.trim() === '' ? [] : [text])),
  }
}

type NewValues = Readonly<Record<string, FieldValue | null>>

/** Parses texts to values, leaving out those a new row has anyway; refuses the first invalid one. */
export function readNewFields(
  model: SpaceModel,
  text: string,
): Result<{ readonly item: NewValues; readonly task: NewValues }> {
  const values = { item: {} as Record<string, FieldValue | null>, task: {} as Record<string, FieldValue | null> }
  const typed = readFieldTexts(text)
  for (const owner of ['item', 'task'] as const) {
    for (const field of listNewFields(model, owner)) {
      const given = typed[field.id]
      if (given === undefined || given === startText(model, field)) continue
      const read = parseFieldText(field, given, model.studio.getMembers())
      if (!read.ok) return read
      values[owner][field.key] = read.value
    }
  }
  return ok(values)
}
