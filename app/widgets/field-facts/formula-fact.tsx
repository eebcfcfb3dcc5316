import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import styles from './facts.module.css'

/** A formula of a row: what it gives, or why it gives nothing. */
export type ShownFormula = {
  readonly field: FieldDefinition
  readonly value: FieldValue | undefined
  readonly problem: string | undefined
}

/** What a formula gives, or why it gives nothing; nobody writes it. */
export function FormulaFact({ field, value, problem }: ShownFormula) {
  return (
    <p className={styles['fact']} data-tooltip={field.formula}>
      <span className={styles['label']}>{field.name}</span>{' '}
      {value === undefined ? (
        <span className={styles['problem']}>{problem}</span>
      ) : (
        <span className={styles['value']}>{formatField(field, value, [])}</span>
      )}
    </p>
  )
}
