import type { ChangeContext, Done } from '#core/change/context.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { FieldDefinition, FieldKind } from '#core/schema/field-definitions.ts'
import type { FieldValue, FieldValues } from '#core/schema/field-values.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { findDayOrder, toDay } from '#core/exchange/read-day.ts'
import { makeOptions } from './change-fields.ts'
import { parseFieldText, toFieldText, type FieldPeople } from './field-text.ts'
import { changeFieldKind, type KindDefinition, type KindValue } from './kind-mutator.ts'
import type { FieldRowId } from './mutators.ts'
import { hasOptions, kindTitles } from './kind-titles.ts'

/** A row that has the field, with its title. */
export type KindRow = { readonly id: FieldRowId; readonly title: string; readonly fields?: FieldValues | undefined }

/** A value that the new kind does not accept. */
export type LostValue = { readonly id: FieldRowId; readonly title: string; readonly text: string }

/** The effect of a kind change on a field and its values; nothing is changed yet. */
export type KindPlan = {
  readonly field: FieldDefinition
  readonly definition: KindDefinition
  readonly values: readonly KindValue[]
  readonly lost: readonly LostValue[]
}

/** The most options that are made from typed values. */
const MOST_OPTIONS = 100

/** Plans a change of kind: what converts and what does not. Fails with `invalid-input` if the change is impossible. */
export function planKind(input: {
  readonly field: FieldDefinition
  readonly kind: FieldKind
  /** Every row that has the field. */
  readonly rows: readonly KindRow[]
  readonly people: FieldPeople
}): Result<KindPlan> {
  const { field, kind, rows, people } = input
  if (field.kind === kind) return refuse(`The kind of ${field.name} is already ${kindTitles[kind]}.`)
  if (field.kind === 'formula' || kind === 'formula')
    return refuse('A formula is calculated: create a new field instead of changing the kind.')
  const having = rows.filter(({ fields }) => fields?.[field.key] !== undefined)
  const texts = having.map(({ fields }) => toFieldText(field, fields?.[field.key], people))
  const options = hasOptions(kind)
    ? optionsOf(field, kind === 'choices' ? texts.flatMap((text) => text.split(/[,;]/)) : texts)
    : []
  if (options.length > MOST_OPTIONS)
    return refuse(`${field.name} has ${options.length} different values; a list has at most ${MOST_OPTIONS}.`)
  if (hasOptions(kind) && options.length === 0)
    return refuse(`${field.name} has no values to make a list of: create a new field.`)
  const next = { ...field, kind, options }
  const order = findDayOrder(texts)
  const convert = (text: string): FieldValue | null => {
    // Text may contain a day in spreadsheet format.
    const read = parseFieldText(next, kind === 'date' ? (toDay(text, order) ?? text) : text, people)
    return read.ok ? read.value : null
  }
  const values = having.map(({ id, fields }, at) => ({
    id,
    from: fields?.[field.key] ?? null,
    to: convert(texts[at] ?? ''),
  }))
  const lost = having.flatMap(({ id, title }, at) =>
    values[at]?.to === null ? [{ id, title, text: texts[at] ?? '' }] : [],
  )
  const start = field.defaultValue === undefined ? null : convert(toFieldText(field, field.defaultValue, people))
  const definition = { kind, options, defaultValue: start ?? undefined }
  return ok({ field, definition, values, lost })
}

function optionsOf(field: FieldDefinition, texts: readonly string[]) {
  if (hasOptions(field.kind)) return field.options
  // Text typed with commas would otherwise become several options.
  return makeOptions(
    texts.map((text) => text.trim().slice(0, 100)),
    [],
  )
}

function refuse(text: string): Result<never> {
  return err(new AppError('invalid-input', text))
}

/** Describes a plan: how many values convert, and the first of those that do not. */
export function describeKindPlan({ values, lost }: Pick<KindPlan, 'values' | 'lost'>): string {
  if (values.length === 0) return 'It has no values yet.'
  const all = values.length === 1 ? 'Its one value' : `All ${values.length} values`
  if (lost.length === 0) return `${all} can be kept.`
  const shown = lost
    .slice(0, 3)
    .map(({ title, text }) => `“${text.length > 40 ? `${text.slice(0, 40)}…` : text}” of ${title}`)
  const more = lost.length > shown.length ? ` and ${lost.length - shown.length} more` : ''
  return `${values.length - lost.length} of ${values.length} values can be kept. Cleared: ${shown.join(', ')}${more}.`
}

/** Changes the kind as planned; fails with `changed-by-someone-else` if a value has changed since. */
export async function changeKind(
  input: { readonly studio: StudioReplica; readonly plan: KindPlan },
  context: ChangeContext,
): Promise<Result<Done>> {
  const { studio, plan } = input
  const { field, definition, values } = plan
  const args = { fieldId: field.id, expectedKind: field.kind, definition, values }
  return await context.mutate(changeFieldKind, args, studio)
}
