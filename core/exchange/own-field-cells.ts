import { parseFieldText, mentionsRemoved, type FieldPeople } from '#core/fields/field-text.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { toFieldInput } from './guess-field.ts'
import { findMisspelt, findOptionNamed, foldOption, listChosen } from './option-names.ts'
import type { DayOrder } from './read-day.ts'

/** A column that holds one of the studio's own fields. */
export type FieldColumn = {
  readonly field: FieldDefinition
  /** Names accepted for an option's, folded. */
  readonly sameAs?: ReadonlyMap<string, string> | undefined
}

/** The result of a cell: a value (null clears it), or why it is not used. Empty: no change. */
export type ReadFieldCell = {
  readonly value?: FieldValue | null
  readonly left?: string
}

/** A cell for a list field of items, when tasks have a field of the same name. */
export type TwinCell = {
  /** The key of the items' field, and why the cell is not used for it. */
  readonly key: string
  readonly left: string | undefined
  readonly ofTask: { readonly key: string; readonly cell: ReadFieldCell }
}

type CellOptions = {
  /** Whether an empty cell clears the value. */
  readonly isBlankClear: boolean
  readonly members?: FieldPeople | undefined
  readonly dayOrder?: DayOrder | undefined
}

/** Reads a cell of an existing field. A text that does not fit leaves out the cell, not the row. */
export function readFieldCell(
  { field, sameAs }: FieldColumn,
  cell: string,
  { isBlankClear, members = [], dayOrder }: CellOptions,
): ReadFieldCell {
  if (cell.trim() === '' && !isBlankClear) return {}
  if (mentionsRemoved(field, cell))
    return { left: `${field.name}: “${cell.trim()}” names something removed; the value stays as it is.` }
  if (hasOptions(field.kind)) {
    const chosen = listChosen(field, cell)
    if (chosen.length > 0) return readChosen({ field, sameAs }, chosen)
  }
  const value = parseFieldText(field, toFieldInput(field, cell, dayOrder), members)
  return value.ok ? { value: value.value } : { left: value.error.message }
}

function readChosen({ field, sameAs }: FieldColumn, chosen: ReturnType<typeof listChosen>): ReadFieldCell {
  const meant = chosen.map(({ text, option }) => {
    const name = sameAs?.get(foldOption(text))
    return { text, option: option ?? (name === undefined ? undefined : findOptionNamed(field.options, name)) }
  })
  const unknown = meant.filter(({ option }) => option === undefined).map(({ text }) => text)
  if (unknown.length > 0) return { left: describeUnknownOptions(field, unknown) }
  const ids = [...new Set(meant.flatMap(({ option }) => option?.id ?? []))]
  return { value: field.kind === 'choice' ? (ids[0] ?? null) : ids }
}

function describeUnknownOptions({ name, options }: FieldDefinition, texts: readonly string[]): string {
  const quoted = texts.map((text) => `“${text.slice(0, 60)}”`).join(', ')
  const names = options.slice(0, 8).map((option) => option.name)
  const list = options.length > 8 ? `${names.join(', ')}, …` : names.join(', ')
  const meant = texts.flatMap((text) => findMisspelt(options, text)?.name ?? [])
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`
  const isNone = texts.length === 1 ? 'is not one of' : 'are not among'
  return `${name}: ${quoted} ${isNone} its options (${list}).${hint}`
}
