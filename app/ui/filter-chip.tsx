import { X } from 'lucide-react'
import styles from './filter-chip.module.css'

type FilterChipProps = { readonly label: string; readonly values: string; readonly onRemove: () => void }

/** An active filter of a screen; pressing it removes the filter. */
export function FilterChip({ label, values, onRemove }: FilterChipProps) {
  return (
    <button
      type="button"
      className={styles['chip']}
      aria-label={`${label}: ${values}. Remove this filter`}
      onClick={onRemove}
    >
      <span className={styles['text']}>
        {label}: {values}
      </span>
      <X aria-hidden="true" />
    </button>
  )
}
