import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ImportChanges, NewImportOption } from './import-changes.ts'
import type { ProposedOptions } from './propose-options.ts'
import type { Catalogue } from './space-content.ts'

type Input = { readonly catalogue: Catalogue; readonly newOptions?: readonly ProposedOptions[] }

/** Plans an import with the accepted new options, and creates only those that a value uses. */
export function planWithOptions<Given extends Input, Plan extends { readonly changes: ImportChanges }>(
  input: Given,
  plan: (input: Given) => Plan,
): Plan {
  const { newOptions = [] } = input
  if (newOptions.length === 0) return plan(input)
  const planned = plan({ ...input, catalogue: withNewOptions(input.catalogue, newOptions) })
  const options = listUsedOptions(planned.changes, newOptions)
  return options.length === 0 ? planned : { ...planned, changes: { ...planned.changes, options } }
}

/** Adds new options to the lists of the catalogue. */
function withNewOptions(catalogue: Catalogue, proposed: readonly ProposedOptions[]): Catalogue {
  const widened = new Map(proposed.map(({ field }) => [field.id, field]))
  const widen = (fields: readonly FieldDefinition[] = []) => fields.map((field) => widened.get(field.id) ?? field)
  return { ...catalogue, fields: widen(catalogue.fields), taskFields: widen(catalogue.taskFields) }
}

/** Filters new options to those that a value uses. */
function listUsedOptions(
  { items, tasks, itemChanges, taskChanges }: ImportChanges,
  proposed: readonly ProposedOptions[],
): readonly NewImportOption[] {
  const made = proposed.flatMap((each) => each.made)
  if (made.length === 0) return []
  const values = new Map<string, Set<unknown>>()
  const note = (key: string, value: unknown): void => {
    const known = values.get(key) ?? new Set()
    for (const each of Array.isArray(value) ? (value as readonly unknown[]) : [value]) known.add(each)
    values.set(key, known)
  }
  const lists = [...items.map(({ fields }) => fields), ...tasks.map(({ fields }) => fields)]
  const changed = itemChanges.map(({ fields }) => fields['fields'])
  for (const fields of [...lists, ...changed])
    for (const [key, value] of Object.entries(Object(fields) as object)) note(key, value)
  for (const { field, to } of taskChanges) if (field.startsWith('fields.')) note(field.slice('fields.'.length), to)
  return made.filter(({ key, id }) => values.get(key)?.has(id) === true)
}
