import { formatField } from '#core/fields/field-text.ts'
import styles from './popup-facts.module.css'
import type { ShownFormula } from './use-formulas.ts'

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
