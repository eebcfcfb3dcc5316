import { formatField } from '#core/fields/field-text.ts'
import type { TotalKind } from '#core/items/view-form.ts'
import type { ItemId } from '#core/lib/ids.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'

/** All values of a field over some items. */
export type FieldAmount = {
  readonly items: number
  /** How many have a value; of a checkbox, how many are ticked. */
  readonly filled: number
  readonly numbers: number
  readonly sum: number
  readonly least: number
  readonly most: number
}

export type MutableFieldAmount = { -readonly [Key in keyof FieldAmount]: FieldAmount[Key] }

/** A field whose values are summed. */
export type SummedField = {
  /** Its column's id. */
  readonly id: string
  readonly read: (itemId: ItemId) => unknown
  /** Whether an item has what holds the values; always true where absent. */
  readonly isThere?: ((itemId: ItemId) => boolean) | undefined
}

/** Adds a value to the amounts of one field. */
export function addValue(id: string, value: unknown, targets: readonly Map<string, MutableFieldAmount>[]): void {
  for (const amounts of targets) {
    const amount = amounts.get(id) ?? { items: 0, filled: 0, numbers: 0, sum: 0, least: Infinity, most: -Infinity }
    amounts.set(id, amount)
    amount.items += 1
    if (value === undefined || value === null || value === '' || value === false) continue
    amount.filled += 1
    if (typeof value !== 'number') continue
    amount.numbers += 1
    amount.sum += value
    amount.least = Math.min(amount.least, value)
    amount.most = Math.max(amount.most, value)
  }
}

export const totalTitles: Readonly<Record<TotalKind, string>> = {
  sum: 'Sum',
  mean: 'Mean',
  min: 'Least',
  max: 'Most',
  count: 'How many have one',
  share: 'Share of those that have one',
}

/** Lists the totals a field can have: numbers can also be summed. */
export function listTotalKinds({ kind }: Pick<FieldDefinition, 'kind'>): readonly TotalKind[] {
  const counts: readonly TotalKind[] = ['count', 'share']
  return kind === 'number' || kind === 'formula' ? ['sum', 'mean', 'min', 'max', ...counts] : counts
}

/** Describes the chosen total of a field's column; absent where there is nothing to show. */
export function describeTotal(
  { id, field }: { readonly id: string; readonly field: FieldDefinition },
  amount: FieldAmount | undefined,
  kinds: ReadonlyMap<string, TotalKind>,
): { readonly text: string; readonly title: string } | undefined {
  const kind = kinds.get(id) ?? getDefaultTotalKind(field)
  if (kind === undefined || amount === undefined || amount.items === 0) return undefined
  const text = formatTotal(field, amount, kind)
  return text === undefined ? undefined : { text, title: `${totalTitles[kind]}: ${text}` }
}

/** Returns the default total: a sum of numbers, a share of checkboxes, none of others. */
function getDefaultTotalKind({ kind }: FieldDefinition): TotalKind | undefined {
  if (kind === 'number' || kind === 'formula') return 'sum'
  return kind === 'checkbox' ? 'share' : undefined
}

function formatTotal(field: FieldDefinition, amount: FieldAmount, kind: TotalKind): string | undefined {
  if (kind === 'count') return String(amount.filled)
  if (kind === 'share') return `${Math.round((amount.filled / amount.items) * 100)} %`
  if (amount.numbers === 0) return undefined
  const { sum, least, most, numbers } = amount
  const value = { sum, mean: sum / numbers, min: least, max: most }[kind]
  // Rounds away the floating-point error of a sum of decimals.
  const rounded = Math.round(value * 1e6) / 1e6
  const isMean = kind === 'mean' && field.decimals === undefined
  return formatField(isMean ? { ...field, decimals: Number.isInteger(rounded) ? 0 : 1 } : field, rounded, [])
}
