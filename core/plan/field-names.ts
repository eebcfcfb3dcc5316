import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FieldPeople } from '#core/fields/field-text.ts'

/** Of shorter names every small word would be a slip. */
const shortest = 4

/** The studio's own fields of items and tasks, to look words up in. */
export type FieldNames = {
  /** The fields that words name, by name or key, whatever the case and signs. */
  readonly find: (words: string) => readonly FieldDefinition[]
  /** The names of one word, as a slip is looked for among them. */
  readonly words: readonly string[]
  /** The numbers that are counted in a unit. */
  readonly countedIn: (unit: string) => readonly FieldDefinition[]
  /** What fields of dates are called, folded as a lexicon folds names. */
  readonly dates: readonly string[]
  readonly people: FieldPeople
}

/** The fields of a studio that sentences can name. */
export function makeFieldNames(fields: readonly FieldDefinition[], people: FieldPeople): FieldNames {
  const byName = new Map<string, FieldDefinition[]>()
  for (const field of fields)
    for (const name of new Set([foldName(field.name), foldName(field.key)]))
      byName.set(name, [...(byName.get(name) ?? []), field])
  return {
    find: (words) => byName.get(foldName(words)) ?? [],
    words: [...byName.keys()].filter((name) => name.length >= shortest && !name.includes('-')),
    countedIn: (unit) => fields.filter((each) => each.unit !== '' && foldName(each.unit) === foldName(unit)),
    dates: [...byName].flatMap(([name, named]) => (named.some(({ kind }) => kind === 'date') ? [name] : [])),
    people,
  }
}

/** The fields of a studio's items and tasks as somebody sees them. */
export function listFieldNames(studio: StudioReplica): FieldNames {
  return makeFieldNames([...studio.getFields(), ...studio.getTaskFields()], studio.getMembers())
}
