import { classNames } from '#app/lib/class-names.ts'
import type { ListColumn } from './list-columns.ts'
import styles from './project-list.module.css'

/** Returns a field cell's content and class: numbers are aligned to the end of their column. */
export function drawFieldCell({ name, field }: ListColumn, { text, value }: { text: string; value: unknown }) {
  const isNumber = field?.kind === 'number' || (field?.kind === 'formula' && typeof value === 'number')
  return {
    className: classNames(styles['field'], isNumber && styles['number']),
    content: (
      <>
        {text !== '' && <span className={styles['label']}>{name} </span>}
        {text}
      </>
    ),
  }
}
