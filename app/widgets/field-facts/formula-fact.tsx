import { formatField } from '#core/fields/field-text.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import styles from './facts.module.css'

/** A row's formula with its value, or the reason it has none. */
export type ShownFormula = {
  readonly field: FieldDefinition
  readonly value: FieldValue | undefined
  readonly problem: string | undefined
}

/** Shows a formula's value, or the reason it has none; read-only. */
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
