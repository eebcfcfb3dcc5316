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

/** Numbers repeated titles where the studio has such a field: an import makes `Notes` and `Notes 2` of two `Notes`. */
export function withNumbers(titles: readonly string[], fields: readonly FieldDefinition[]): readonly string[] {
  const met = new Map<string, number>()
  return titles.map((title) => {
    const count = (met.get(title) ?? 0) + 1
    met.set(title, count)
    const numbered = `${title} ${count}`
    return count > 1 && fields.some(({ name }) => normalize(name) === numbered) ? numbered : title
  })
}
