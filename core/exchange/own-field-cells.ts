import { parseFieldText, saysRemoved, type FieldPeople } from '#core/fields/field-text.ts'
import { hasOptions } from '#core/fields/kind-titles.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { toFieldInput } from './guess-field.ts'
import { findMisspelt, findOptionNamed, foldOption, listChosen } from './option-names.ts'
import type { DayOrder } from './read-day.ts'

/** A field of the studio's own as a column has it. */
export type FieldColumn = {
  readonly field: FieldDefinition
  /** Names that count as those of options, folded. */
  readonly sameAs?: ReadonlyMap<string, string> | undefined
}

/** What a cell says: a value, null for none; why it is not used; or what is wrong with its row. All absent: nothing. */
export type ReadFieldCell = {
  readonly value?: FieldValue | null
  readonly left?: string
  readonly problem?: string
}

/** A cell of a list of items of whose name tasks have one, too. */
export type TwinCell = {
  /** The key of the field of items, and why the cell is not used there. */
  readonly key: string
  readonly left: string | undefined
  readonly ofTask: { readonly key: string; readonly cell: ReadFieldCell }
}

type CellOptions = {
  /** Whether an empty cell takes the value away. */
  readonly isBlankClear: boolean
  readonly members?: FieldPeople | undefined
  readonly dayOrder?: DayOrder | undefined
}

/** Reads a cell of a field that is there. An option that the list does not have leaves the cell, not the row. */
export function readFieldCell(
  { field, sameAs }: FieldColumn,
  cell: string,
  { isBlankClear, members = [], dayOrder }: CellOptions,
): ReadFieldCell {
  if (cell.trim() === '' && !isBlankClear) return {}
  if (saysRemoved(field, cell))
    return { left: `${field.name}: “${cell.trim()}” names something removed; the value stays as it is.` }
  if (hasOptions(field.kind)) {
    const chosen = listChosen(field, cell)
    if (chosen.length > 0) return readChosen({ field, sameAs }, chosen)
  }
  const value = parseFieldText(field, toFieldInput(field, cell, dayOrder), members)
  return value.ok ? { value: value.value } : { problem: value.error.message }
}

function readChosen({ field, sameAs }: FieldColumn, chosen: ReturnType<typeof listChosen>): ReadFieldCell {
  const meant = chosen.map(({ text, option }) => {
    const name = sameAs?.get(foldOption(text))
    return { text, option: option ?? (name === undefined ? undefined : findOptionNamed(field.options, name)) }
  })
  const unknown = meant.filter(({ option }) => option === undefined).map(({ text }) => text)
  if (unknown.length > 0) return { left: sayUnknown(field, unknown) }
  const ids = [...new Set(meant.flatMap(({ option }) => option?.id ?? []))]
  return { value: field.kind === 'choice' ? (ids[0] ?? null) : ids }
}

function sayUnknown({ name, options }: FieldDefinition, texts: readonly string[]): string {
  const quoted = texts.map((text) => `“${text.slice(0, 60)}”`).join(', ')
  const names = options.slice(0, 8).map((option) => option.name)
  const list = options.length > 8 ? `${names.join(', ')}, …` : names.join(', ')
  const meant = texts.flatMap((text) => findMisspelt(options, text)?.name ?? [])
  const hint = meant.length === 0 ? '' : ` Did you mean ${meant.join(', ')}?`
  const isNone = texts.length === 1 ? 'is not one of' : 'are not among'
  return `${name}: ${quoted} ${isNone} its options (${list}).${hint}`
}
