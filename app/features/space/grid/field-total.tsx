import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { describeTotal, type FieldAmount } from '../model/field-totals.ts'

type FieldTotalProps = {
  readonly field: FieldDefinition
  readonly amount: FieldAmount | undefined
  readonly className: string | undefined
}

/** What stands for all values of a field. */
export function FieldTotal({ field, amount, className }: FieldTotalProps) {
  const total = describeTotal(field, amount)
  if (total === undefined) return null
  return (
    <span className={className} data-tooltip={total.title} aria-label={total.title} role="note">
      {total.text}
    </span>
  )
}
