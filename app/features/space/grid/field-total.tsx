import type { TotalKind } from '#core/items/view-form.ts'
import type { FieldColumn } from '#core/items/space-columns.ts'
import { describeTotal, type FieldAmount } from '../model/field-totals.ts'

type FieldTotalProps = {
  readonly column: FieldColumn
  readonly amount: FieldAmount | undefined
  readonly kinds: ReadonlyMap<string, TotalKind>
  readonly className: string | undefined
}

/** The total of a field's values. */
export function FieldTotal({ column, amount, kinds, className }: FieldTotalProps) {
  const total = describeTotal(column, amount, kinds)
  if (total === undefined) return null
  return (
    <span className={className} data-tooltip={total.title} aria-label={total.title} role="note">
      {total.text}
    </span>
  )
}
