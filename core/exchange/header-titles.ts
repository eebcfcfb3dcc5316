import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ColumnMapping } from './column-mapping.ts'
import { findFieldColumn, withNumbers } from './find-field-column.ts'
import { taskFields as foreignTaskFields, taskTitles } from './foreign-columns.ts'
import { translateTitles } from './foreign-words.ts'
import { withScenesAsPlaces } from './scene-panels.ts'
import { normalize } from './title-words.ts'

/** Returns a header's titles in English and lower case, each mapped one as the mapping has it. */
export function toTitles(header: readonly string[], mapping: ColumnMapping): readonly string[] {
  return translateTitles(toPlainTitles(header, mapping))
}

function toPlainTitles(header: readonly string[], mapping: ColumnMapping): readonly string[] {
  const names = new Map(mapping.map(([ours, theirs]) => [normalize(theirs), ours]))
  return header.map((title) => normalize(names.get(normalize(title)) ?? title))
}

type Own = {
  /** All fields of items. */
  readonly fields: readonly FieldDefinition[]
  readonly taskFields: readonly FieldDefinition[]
}

/** Returns a header's titles as `toTitles` does; those of the studio's own fields stay in the studio's language. */
export function toOwnTitles(
  header: readonly string[],
  mapping: ColumnMapping,
  { fields, taskFields }: Own,
): readonly string[] {
  const plain = toPlainTitles(header, mapping)
  const english = translateTitles(plain)
  const isOfTasks = english.some((title) => taskTitles.has(title))
  const isOwn = (title: string): boolean =>
    findFieldColumn(title, [...fields, ...taskFields]) !== undefined ||
    taskFields.some(({ name }) => title.endsWith(` ${normalize(name)}`))
  const titles = english.map((title, at) => {
    const written = plain[at] ?? title
    // In a list of tasks, what every task has comes before fields.
    const isTaken = isOfTasks && foreignTaskFields.has(title)
    return written !== title && !isTaken && isOwn(written) ? written : title
  })
  return withScenesAsPlaces(withNumbers(titles, [...fields, ...taskFields]), fields)
}
