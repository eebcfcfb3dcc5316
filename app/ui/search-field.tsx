import { Search, X } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { Kbd } from './kbd.tsx'
import styles from './search-field.module.css'

type SearchFieldProps = Omit<ComponentProps<'input'>, 'value' | 'onChange' | 'type'> & {
  readonly value: string
  readonly onText: (text: string) => void
  /** The accessible name of the button that clears it. */
  readonly clearLabel: string
  /** The keys that focus it, shown while it is empty. */
  readonly keys?: string | undefined
}

/** A text field that filters as you type. */
export function SearchField({ value, onText, clearLabel, keys, className, ...input }: SearchFieldProps) {
  return (
    <span className={classNames(styles['field'], className)}>
      <Search aria-hidden="true" />
      <input
        {...input}
        type="text"
        autoComplete="off"
        value={value}
        onChange={(event) => onText(event.currentTarget.value)}
      />
      {value === '' && keys !== undefined && <Kbd>{keys}</Kbd>}
      {value !== '' && (
        <button type="button" aria-label={clearLabel} onClick={() => onText('')}>
          <X aria-hidden="true" />
        </button>
      )}
    </span>
  )
}
