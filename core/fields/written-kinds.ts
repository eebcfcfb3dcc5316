import * as v from 'valibot'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import { fieldKinds, type FieldKind, type FieldOwner } from '#core/schema/field-definitions.ts'
import type { FieldChanges, FieldValue } from '#core/schema/field-values.ts'
import { checkFieldValue } from './check-field-value.ts'
import { parseFieldText, toFieldText } from './field-text.ts'
import { hasOptions } from './kind-titles.ts'

/** The kinds of fields when values were written for them, by key, with the names of the options used. */
export type WrittenKinds = Readonly<
  Record<string, { readonly kind: FieldKind; readonly names?: Readonly<Record<string, string>> | undefined }>
>

export const writtenKinds: v.GenericSchema<WrittenKinds> = v.record(
  v.string(),
  v.object({ kind: v.picklist(fieldKinds), names: v.optional(v.record(v.string(), v.string())) }),
) as v.GenericSchema<WrittenKinds>

/** Returns the current kinds of the fields of some values. */
export function listWrittenKinds(rows: RowReader, of: FieldOwner, given: readonly FieldChanges[]): WrittenKinds {
  const keys = new Set(given.flatMap((values) => Object.keys(values)))
  if (keys.size === 0) return {}
  const fields = rows.list('field_definitions').filter((field) => field.of === of && keys.has(field.key))
  return Object.fromEntries(
    fields.map(({ key, kind, options }) => {
      if (!hasOptions(kind)) return [key, { kind }]
      const used = new Set(given.flatMap((values) => values[key] ?? []).map(String))
      const named = options.filter((option) => used.has(option.id))
      return [key, { kind, names: Object.fromEntries(named.map(({ id, name }) => [id, name])) }]
    }),
  )
}

/**
 * Makes a converter for values written for a field's former kind: it returns what the change of kind would have made of
 * them, or fails with `invalid-input` and the text if that does not convert.
 */
export function makeConverter(
  rows: RowReader,
  of: FieldOwner,
  kinds: WrittenKinds,
): (values: FieldChanges) => FieldChanges {
  const fields = new Map(
    rows.list('field_definitions').flatMap((field) => (field.of === of ? [[field.key, field]] : [])),
  )
  const convert = (key: string, value: FieldValue | null): FieldValue | null => {
    const [field, meant] = [fields.get(key), kinds[key]]
    if (field === undefined || meant === undefined || field.kind === meant.kind || value === null) return value
    const people = rows.list('studio_members')
    const options = Object.entries(meant.names ?? {}).map(([each, name]) => ({ id: each, name, color: '' }))
    const text = toFieldText({ kind: meant.kind, options }, value, people)
    const read = parseFieldText(field, text, people)
    if (read.ok && read.value !== null) return read.value
    const problem = checkFieldValue(field, {} as never) ?? ''
    throw new AppError('invalid-input', `${problem} now: “${text.slice(0, 60)}” cannot be converted`)
  }
  return (values) => Object.fromEntries(Object.entries(values).map(([key, value]) => [key, convert(key, value)]))
}
