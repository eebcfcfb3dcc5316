import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { toFieldTitle } from './sheet-fields.ts'
import { normalize, toPlain } from './title-words.ts'

/** The field that a title means: by its key behind `field`, by its name, or by its key alone. */
export function findFieldColumn(title: string, fields: readonly FieldDefinition[]): FieldDefinition | undefined {
  return (
    fields.find(({ key }) => title === normalize(toFieldTitle(key))) ??
    fields.find(({ name }) => title === normalize(name)) ??
    fields.find(({ name, key }) => toPlain(title) === normalize(name) || title === normalize(key))
  )
}
