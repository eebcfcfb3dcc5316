import { refuse, type ChangeContext, type Done } from '#core/change/context.ts'
import { deleteRows, insertRows, updateRows } from '#core/change/row-mutators.ts'
import { AppError } from '#core/lib/errors.ts'
import { makeUniqueKey, toFieldKey } from '#core/lib/field-key.ts'
import type { FieldId, ProjectId, SpaceId } from '#core/lib/ids.ts'
import { err, type Result } from '#core/lib/result.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import type { FieldDefinition, FieldKind, FieldOption, FieldOwner } from '#core/schema/field-definitions.ts'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import { projectColors } from '#core/studios/palette.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { checkFieldValue } from './check-field-value.ts'
import { setFields, type RowFieldChange } from './mutators.ts'

export type NewField = {
  readonly id?: FieldId | undefined
  readonly name: string
  readonly kind: FieldKind
  /** Defaults to items. */
  readonly of?: FieldOwner | undefined
  /** Derived from the name if absent. */
  readonly key?: string | undefined
  readonly description?: string | undefined
  readonly unit?: string | undefined
  readonly decimals?: number | undefined
  /** The options; those without a colour take the next ones in turn. */
  readonly options?: readonly GivenOption[] | undefined
  readonly placeIds?: readonly (ProjectId | SpaceId)[] | undefined
  /** The value of new items. */
  readonly defaultValue?: FieldValue | undefined
  /** Only for kind `formula`. */
  readonly formula?: string | undefined
  readonly writeFloor?: FieldDefinition['writeFloor'] | undefined
  readonly readFloor?: FieldDefinition['readFloor'] | undefined
}

/** Adds fields after the studio's others; undo deletes them. Fails with `conflict` if a key is taken. */
export async function createFields(
  input: { readonly studio: StudioReplica; readonly fields: readonly NewField[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, fields } = input
  const present = studio.getAllFields()
  if (fields.length === 0) return refuse('not-found')
  if (fields.some(({ name }) => name.trim() === '')) return refuse('name-missing')
  const taken = new Set(present.map(({ key }) => key))
  const double = fields.find(({ key }) => key !== undefined && taken.has(key))
  if (double !== undefined) return err(new AppError('conflict', `There is already a field with the key ${double.key}`))
  for (const { kind, name, formula = '', key = toFieldKey(name) } of fields) {
    const refused = kind === 'formula' ? await refuseFormula(studio, { key, name, formula }) : undefined
    if (refused !== undefined) return refused
  }
  const last = Math.max(0, ...present.map(({ position }) => position))
  const rows = fields.map(({ options = [], key, ...field }, index) => ({
    id: field.id ?? context.ids.newId<FieldId>(),
    key: key ?? makeUniqueKey(field.name, taken),
    name: field.name.trim(),
    description: field.description ?? '',
    of: field.of ?? 'item',
    kind: field.kind,
    unit: field.unit ?? '',
    decimals: field.decimals,
    options: makeOptions(options, []),
    defaultValue: field.defaultValue,
    placeIds: field.placeIds ?? [],
    formula: field.kind === 'formula' ? (field.formula ?? '') : '',
    writeFloor: field.writeFloor ?? '',
    readFloor: field.readFloor ?? '',
    position: last + index + 1,
  }))
  const label = rows.length === 1 ? 'Create field' : `Create ${rows.length} fields`
  const extra = { studio_id: studio.studioId }
  return await context.mutate(insertRows, { table: 'field_definitions', rows, extra, label }, studio)
}

/** An option by name, optionally with a colour. */
export type GivenOption = string | { readonly name: string; readonly color?: string | undefined }

/** Makes options with these names: existing ones keep their id, and their colour unless another is given. */
export function makeOptions(given: readonly GivenOption[], present: readonly FieldOption[]): readonly FieldOption[] {
  const known = new Map(present.map((option) => [option.name.toLowerCase(), option]))
  const ids = new Set(present.map(({ id }) => id))
  const wanted = new Map(
    given.flatMap((each) => {
      const { name, color } = typeof each === 'string' ? { name: each, color: undefined } : each
      return name.trim() === '' ? [] : [[name.trim().toLowerCase(), { name: name.trim(), color }]]
    }),
  )
  return [...wanted].map(([folded, { name, color }], index) => {
    const option = known.get(folded)
    if (option !== undefined) return { ...option, name, color: color ?? option.color }
    const base = toFieldKey(name)
    let id = base
    for (let n = 2; ids.has(id); n += 1) id = `${base}_${n}`
    ids.add(id)
    return { id, name, color: color ?? projectColors[(index * 5) % projectColors.length] ?? defaultStatusColor }
  })
}

/**
 * The editable properties of a field; its key is immutable, and its kind changes together with its values
 * (`change-kind.ts`).
 */
export type FieldEdit = Partial<
  Pick<
    FieldDefinition,
    | 'name'
    | 'description'
    | 'unit'
    | 'decimals'
    | 'options'
    | 'defaultValue'
    | 'placeIds'
    | 'formula'
    | 'writeFloor'
    | 'readFloor'
  >
>

/** Edits a field. */
export async function editField(
  input: { readonly studio: StudioReplica; readonly field: FieldDefinition; readonly edit: FieldEdit },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, field, edit } = input
  if (edit.name !== undefined && edit.name.trim() === '') return refuse('name-missing')
  const { formula } = edit
  const refused = formula === undefined ? undefined : await refuseFormula(studio, { ...field, ...edit, formula })
  if (refused !== undefined) return refused
  const problem =
    edit.defaultValue === undefined ? undefined : checkFieldValue({ ...field, ...edit }, edit.defaultValue)
  if (problem !== undefined) return err(new AppError('invalid-input', problem))
  const fields = { ...edit, ...withoutGoneDefault(field, edit) }
  const present: Readonly<Record<string, unknown>> = field
  const expected = Object.fromEntries(Object.keys(fields).map((name) => [name, present[name]]))
  const changes = [{ key: field.id, fields, expected }]
  return await context.mutate(updateRows, { table: 'field_definitions', changes, label: 'Change field' }, studio)
}

/** Clears the default if its option is removed. */
function withoutGoneDefault(field: FieldDefinition, edit: FieldEdit): FieldEdit {
  const { defaultValue } = field
  if (edit.options === undefined || defaultValue === undefined || 'defaultValue' in edit) return {}
  return checkFieldValue({ ...field, ...edit }, defaultValue) === undefined ? {} : { defaultValue: undefined }
}

/** Refuses an invalid formula; the formula language is loaded only when needed. */
async function refuseFormula(
  studio: StudioReplica,
  field: Pick<FieldDefinition, 'key' | 'name' | 'formula'>,
): Promise<Result<Done> | undefined> {
  const { checkFormula } = await import('./check-formula.ts')
  const checked = checkFormula(studio, field)
  return checked.ok ? undefined : checked
}

/** Reorders fields; those not named keep their positions. */
export async function reorderFields(
  input: { readonly studio: StudioReplica; readonly ids: readonly FieldId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  const changes = input.ids.map((key, index) => ({ key, fields: { position: index + 1 } }))
  const label = 'Reorder fields'
  return await context.mutate(updateRows, { table: 'field_definitions', changes, label }, input.studio)
}

/** Deletes fields; their values stay for 30 days, and undo restores the fields with them. */
export async function deleteFields(
  input: { readonly studio: StudioReplica; readonly ids: readonly FieldId[] },
  context: ChangeContext,
): Promise<Result<Done>> {
  return await context.mutate(deleteRows, { table: 'field_definitions', keys: input.ids }, input.studio)
}

/** Sets fields of items, tasks or projects in one step, key by key in each row. */
export async function changeFields(
  input: {
    readonly of: FieldOwner
    /** The scope that holds the rows. */
    readonly within: Parameters<ChangeContext['mutate']>[2]
    readonly changes: readonly RowFieldChange[]
    readonly label?: string | undefined
  },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { within, ...args } = input
  return await context.mutate(setFields, args, within)
}
