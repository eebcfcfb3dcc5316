import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FieldPeople } from '#core/fields/field-text.ts'

/** Shorter names are not matched with typos, as any small word would be one. */
const shortest = 4

/** Finds the studio's own fields of items and tasks by name. */
export type FieldNames = {
  /** Finds fields by name or key, ignoring case and punctuation. */
  readonly find: (words: string) => readonly FieldDefinition[]
  /** Names of one word, which may be misspelt. */
  readonly words: readonly string[]
  /** Finds the number fields with a unit. */
  readonly countedIn: (unit: string) => readonly FieldDefinition[]
  /** Names of date fields, folded like a lexicon's names. */
  readonly dates: readonly string[]
  readonly people: FieldPeople
}

/** Indexes the fields that sentences can name. */
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

/** Indexes the fields of a studio's items and tasks that this person can see. */
export function listFieldNames(studio: StudioReplica): FieldNames {
  return makeFieldNames([...studio.getFields(), ...studio.getTaskFields()], studio.getMembers())
}
