import { parseFieldText, toFieldText } from '#core/fields/field-text.ts'
import { ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { readFieldTexts, type FieldTexts } from './kept-rows.ts'

/** The fields that new items of a space are given, and their tasks: those one writes; formulas are calculated. */
export function listNewFields(model: SpaceModel, of: 'item' | 'task'): readonly FieldDefinition[] {
  const fields = of === 'item' ? model.getAllFields() : model.getTaskFields()
  return fields.filter((field) => field.kind !== 'formula' && model.studio.canWrite(field))
}

/** What stands in a field before anything is typed. */
export function startText({ studio }: SpaceModel, field: FieldDefinition): string {
  return toFieldText(field, field.defaultValue, studio.getMembers())
}

/** Which texts still have a field to go to, and what was typed for one that is gone, or no longer this person's to write. */
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

/** The values that texts mean, without those that are as a new row has them anyway; the first that is none is refused. */
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
