import { makeOptions } from '#core/fields/change-fields.ts'
import { kindTitles } from '#core/fields/kind-titles.ts'
import { newId, type FieldId } from '#core/lib/ids.ts'
import { foldName } from '#core/lib/slug.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { newRow } from '#core/schema/tables.ts'
import type { RoleName } from '#core/schema/user-roles.ts'
import type { DescribedField } from './described-field.ts'
import { stageFields } from './foreign-columns.ts'
import { findFieldColumn } from './find-field-column.ts'
import type { LeftOut } from './import-row.ts'
import type { NewField } from './propose-fields.ts'
import { toFieldTitle } from './sheet-fields.ts'
import { normalize } from './title-words.ts'

/** What a file describes about fields, compared with the studio's. */
export type DescribedFields = {
  /** The fields as the import would create them; unused where the studio has one of the name or key. */
  readonly fields: readonly NewField[]
  /** The fields that the studio lacks and the person may create. */
  readonly missing: readonly NewField[]
  /** Why a formula cannot mean a key of the file: here it is another field's, or of another kind. */
  readonly otherKeys: ReadonlyMap<string, string>
  /** Those of them that cannot be created, with the reason; their columns become nothing else. */
  readonly kept: ReadonlyMap<NewField, string>
  readonly notes: readonly string[]
  readonly left: readonly LeftOut[]
}

type Given = {
  /** All fields of the studio. */
  readonly present: readonly FieldDefinition[]
  /** Whether the person has at least this role. */
  readonly hasRole: (floor: RoleName | '') => boolean
}

/** Compares the fields that a file describes with those of the studio. */
export function compareDescribed(described: readonly DescribedField[], { present, hasRole }: Given): DescribedFields {
  const keys = new Set(present.map(({ key }) => key))
  const last = Math.max(0, ...present.map(({ position }) => position))
  const fields: NewField[] = []
  const missing: NewField[] = []
  const otherKeys = new Map<string, string>()
  const kept = new Map<NewField, string>()
  const notes: string[] = []
  for (const [index, each] of described.entries()) {
    const key = freeKey(each.key, keys)
    const { options, ...values } = each
    const position = last + index + 1
    const made = { ...values, id: newId<FieldId>(), key, position, options: makeOptions(options, []) }
    const field: NewField = { ...newRow('field_definitions', made), isDescribed: true }
    fields.push(field)
    const here = findHere(each, present)
    const other = here === undefined ? undefined : describeOther(each, here)
    const isMoved = here === undefined ? key !== each.key : here.key !== each.key
    if (isMoved || other !== undefined)
      otherKeys.set(each.key, `${each.key} means another field here, or one of another kind`)
    if (other !== undefined) notes.push(other)
    if (here !== undefined) continue
    const floor = [each.readFloor, each.writeFloor].find((role) => !hasRole(role))
    if (floor === undefined) missing.push(field)
    else kept.set(field, `It is for the role ${floor} and above: ask somebody who has it to import the file.`)
  }
  const left = [...kept].map(([{ name }, reason]): LeftOut => ({ part: `Field "${name}"`, reason }))
  return { fields, missing, otherKeys, kept, notes, left }
}

function findHere({ of, name, key }: DescribedField, present: readonly FieldDefinition[]): FieldDefinition | undefined {
  const owned = present.filter((field) => field.of === of)
  return owned.find((field) => foldName(field.name) === foldName(name)) ?? owned.find((field) => field.key === key)
}

function describeOther({ name, kind }: DescribedField, here: FieldDefinition): string | undefined {
  if (here.kind === kind) return undefined
  const called = here.name === name ? '' : ` ${here.name}`
  return (
    `The file describes the field ${name} as “${kindTitles[kind]}”, but the studio’s field${called} is ` +
    `“${kindTitles[here.kind]}”: its cells are read as that.`
  )
}

function freeKey(wanted: string, taken: Set<string>): string {
  let key = wanted
  for (let n = 2; taken.has(key); n += 1) key = `${wanted.slice(0, 36)}_${n}`
  taken.add(key)
  return key
}

/** What a column that matches no field of the studio is, by the file's description of its fields. */
export type DescribedColumn =
  | { readonly field: NewField }
  /** A column that becomes no field of its own. */
  | { readonly reason: string }

/** Finds what the file describes about a column by its title; undefined if nothing. */
export function findDescribed(title: string, { fields, kept }: DescribedFields): DescribedColumn | undefined {
  const field = findFieldColumn(
    normalize(title),
    fields.filter(({ of }) => of === 'item'),
  )
  const isKept = field === undefined ? undefined : kept.get(field)
  if (isKept !== undefined) return { reason: isKept }
  if (field?.kind === 'formula') return { reason: 'It is calculated from other fields.' }
  if (field !== undefined) return { field }
  const ofTasks = fields.find((each) => isTaskColumn(title, each))
  return ofTasks && { reason: kept.get(ofTasks) ?? `It is for the field ${ofTasks.name} of tasks.` }
}

/** Tells whether a title is that of a stage and a field of tasks: `Animation Vendor`, `Comp field vendor`. */
export function isTaskColumn(title: string, { of, key, name }: FieldDefinition): boolean {
  if (of !== 'task') return false
  const plain = normalize(title)
  return [toFieldTitle(key), name].some((each) => {
    const words = normalize(each)
    return plain.endsWith(` ${words}`) && !stageFields.some(([known]) => known === words)
  })
}
