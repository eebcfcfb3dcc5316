import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { toFieldTitle } from './sheet-fields.ts'
import { normalize, stripTitlePrefix } from './title-words.ts'

/** Finds the field that a title names: by `field` and its key, by name, or by key alone. */
export function findFieldColumn(title: string, fields: readonly FieldDefinition[]): FieldDefinition | undefined {
  return (
    fields.find(({ key }) => title === normalize(toFieldTitle(key))) ??
    fields.find(({ name }) => title === normalize(name)) ??
    fields.find(({ name, key }) => stripTitlePrefix(title) === normalize(name) || title === normalize(key))
  )
}
