import { Check, Minus } from 'lucide-react'
import type { ComponentProps } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import styles from './checkbox.module.css'

type CheckboxProps = Pick<ComponentProps<'input'>, 'onKeyDown'> & {
  readonly label: string
  readonly isChecked: boolean | 'some'
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  /** Why it is disabled. It stays focusable, so that the reason can be read. */
  readonly disabledReason?: string | undefined
  readonly isLabelHidden?: boolean
}

export function Checkbox({
  label,
  isChecked,
  onChange,
  isDisabled = false,
  disabledReason,
  isLabelHidden = false,
  onKeyDown,
}: CheckboxProps) {
  const isRefused = disabledReason !== undefined
  return (
    <label className={classNames(styles['checkbox'], (isDisabled || isRefused) && styles['disabled'])}>
      <span className={styles['box']}>
        <input
          type="checkbox"
          className={styles['input']}
          onKeyDown={onKeyDown}
          checked={isChecked === true}
          ref={(input) => {
            if (input !== null) input.indeterminate = isChecked === 'some'
          }}
          disabled={isDisabled && !isRefused}
          aria-disabled={isRefused || undefined}
          data-tooltip={disabledReason}
          onChange={(event) => {
            if (!isRefused) onChange(event.currentTarget.checked)
          }}
        />
        {isChecked === true && <Check aria-hidden="true" />}
        {isChecked === 'some' && <Minus aria-hidden="true" />}
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}
