import * as v from 'valibot'
import { defineMutator, toMutation, type Mutator, type Plan } from '#core/change/define-mutator.ts'
import { id } from '#core/change/shapes.ts'
import type { RowReader } from '#core/change/transaction.ts'
import { AppError } from '#core/lib/errors.ts'
import { isUuid, type ItemId, type ProjectId, type TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { isSameValue, type FieldChanges, type FieldValues } from '#core/schema/field-values.ts'
import { fieldOwners, fieldTables, type FieldOwner } from '#core/schema/field-definitions.ts'
import { checkFieldValue } from './check-field-value.ts'
import { listWrittenKinds, makeConverter, writtenKinds, type WrittenKinds } from './written-kinds.ts'

/** The id of a row with field values. */
export type FieldRowId = ItemId | TaskId | ProjectId

type FieldRow = { readonly fields?: FieldValues | undefined }

/** New values for a row's fields; each is set only if the field has its expected value, if one is given. */
export type RowFieldChange = {
  readonly id: FieldRowId
  readonly values: FieldChanges
  readonly expected?: FieldChanges | undefined
}

/** The number of characters shown of a long text. */
const mostShown = 80

type SetFields = {
  readonly of: FieldOwner
  /** The fields' kinds when the change was made, by key; the server converts values if a kind has changed since. */
  readonly kinds?: WrittenKinds | undefined
  readonly changes: readonly RowFieldChange[]
  readonly label?: string | undefined
}

const values: v.GenericSchema<FieldChanges> = v.record(
  v.string(),
  // An undo stored as text has absent values in place of nulls; see `withNulls`.
  v.nullish(v.union([v.string(), v.number(), v.boolean(), v.array(v.string())])),
) as v.GenericSchema<FieldChanges>

const withNulls = (given: FieldChanges): FieldChanges =>
  Object.fromEntries(Object.entries(given).map(([key, value]) => [key, value ?? null]))

/** Sets fields of items, tasks or projects key by key; undo leaves alone what somebody else has set since. */
export const setFields: Mutator<'set-fields', SetFields> = defineMutator({
  kind: 'set-fields',
  args: v.object({
    of: v.picklist(fieldOwners),
    changes: v.array(v.object({ id: id<FieldRowId>(), values, expected: v.optional(values) })),
    label: v.optional(v.string()),
    kinds: v.optional(writtenKinds),
  }) as v.GenericSchema<unknown, SetFields>,
  label: ({ label, changes }) => label ?? describeChanges(changes),
  about: ({ changes }) => changes.map((change) => change.id),
  plan(rows, args): Plan<SetFields> {
    let conflictCount = 0
    const changes = args.changes.flatMap(({ values: given, expected, ...row }) => {
      const change = { ...row, values: withNulls(given), ...(expected && { expected: withNulls(expected) }) }
      const kept = Object.entries(change.values).filter(([key, value]) => {
        const isConflict = isOther(valuesOf(rows, args.of, change.id), change, key)
        if (isConflict && !isSameValue(valuesOf(rows, args.of, change.id)?.[key], value)) conflictCount += 1
        return !isConflict && !isSameValue(valuesOf(rows, args.of, change.id)?.[key], value)
      })
      if (kept.length === 0 || findRow(rows, args.of, change.id) === undefined) return []
      return [{ ...change, values: Object.fromEntries(kept) }]
    })
    if (changes.length === 0) return { refusal: conflictCount > 0 ? 'changed-by-someone-else' : 'not-found' }
    const kinds = args.kinds ?? listKinds(rows, args.of, changes)
    return { args: { ...args, changes, kinds }, changedCount: changes.length, conflictCount }
  },
  apply(tx, { of, changes, kinds = {} }) {
    const asked = changes.filter((change) => findRow(tx, of, change.id) !== undefined)
    const convert = makeConverter(tx, of, kinds)
    const present = tx.isServer ? asked.map((change) => ({ ...change, values: convert(change.values) })) : asked
    if (tx.isServer) refuseImpossible(tx, of, present)
    for (const change of present) {
      const free = Object.entries(change.values).filter(([key]) => !isOther(valuesOf(tx, of, change.id), change, key))
      tx.set({ table: fieldTables[of] }, [change.id], { fields: Object.fromEntries(free) as never })
    }
  },
  invert: (rows, { of, changes, label, kinds }) => [
    toMutation(setFields, {
      of,
      label,
      kinds,
      changes: changes.map(({ id: rowId, values: set }) => ({
        id: rowId,
        values: Object.fromEntries(Object.keys(set).map((key) => [key, valuesOf(rows, of, rowId)?.[key] ?? null])),
        expected: set,
      })),
    }),
  ],
  send: ({ of, changes, kinds = {} }) => ({
    procedure: 'set_fields',
    args: {
      p_of: of,
      p_changes: changes.map(({ id: rowId, values: set, expected }) => ({
        id: rowId,
        values: set,
        ...(expected !== undefined && { expected }),
      })),
      ...(Object.keys(kinds).length > 0 && { p_kinds: kinds }),
    },
    // The returned rows show what was left alone.
    readSkipped: () => [],
  }),
})

/** Returns the current kinds of the changed fields, with the names of the options before and after. */
function listKinds(rows: RowReader, of: FieldOwner, changes: readonly RowFieldChange[]): WrittenKinds {
  const given = changes.flatMap((change) => {
    const present = valuesOf(rows, of, change.id)
    const before = Object.keys(change.values).map((key) => [key, present?.[key] ?? null] as const)
    return [change.values, Object.fromEntries(before)]
  })
  return listWrittenKinds(rows, of, given)
}

/** Describes changes with what was typed, so that it can be read and typed again if they are refused. */
function describeChanges(changes: readonly RowFieldChange[]): string {
  const all = changes.flatMap((change) => Object.entries(change.values))
  const [first] = all
  if (first === undefined || all.length > 1) return `Change ${all.length} fields`
  const [key, value] = first
  if (value === null) return `Clear ${key}`
  // A person is an id here, which nobody has typed.
  if (isUuid(value)) return `Set ${key}`
  const text = Array.isArray(value) ? value.join(', ') : String(value)
  return `Set ${key} to “${text.length > mostShown ? `${text.slice(0, mostShown)}…` : text}”`
}

function findRow(rows: RowReader, of: FieldOwner, rowId: FieldRowId): FieldRow | undefined {
  return rows.find(fieldTables[of], rowId)
}

function valuesOf(rows: RowReader, of: FieldOwner, rowId: FieldRowId): FieldValues | undefined {
  return findRow(rows, of, rowId)?.fields
}

/** Tells whether a field's value differs from the expected one. */
function isOther(present: FieldValues | undefined, { expected }: RowFieldChange, key: string): boolean {
  return expected !== undefined && key in expected && !isSameValue(present?.[key], expected[key])
}

function refuseImpossible(rows: RowReader, of: FieldOwner, changes: readonly RowFieldChange[]): void {
  if (changes.length === 0) throw new AppError('not-found', messages['not-found'])
  const fields = new Map(rows.list('field_definitions').map((field) => [field.key, field]))
  for (const change of changes) {
    const present = valuesOf(rows, of, change.id)
    for (const [key, value] of Object.entries(change.values)) {
      const isLeft = isOther(present, change, key) || isSameValue(present?.[key], value)
      if (value === null || isLeft) continue
      const field = fields.get(key)
      const isStranger = field?.kind === 'person' && rows.find('studio_members', String(value)) === undefined
      const problem =
        field === undefined
          ? `There is no field with the key ${key}`
          : field.of !== of
            ? `${field.name} is a field of ${field.of}s`
            : (checkFieldValue(field, value) ??
              (isStranger ? `${field.name} takes a member of this studio` : undefined))
      if (problem !== undefined) throw new AppError('invalid-input', problem)
    }
  }
}
