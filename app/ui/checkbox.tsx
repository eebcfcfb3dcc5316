import { Check, Minus } from 'lucide-react'
import { classNames } from '#app/lib/class-names.ts'
import styles from './checkbox.module.css'

type CheckboxProps = {
  readonly label: string
  readonly isChecked: boolean | 'some'
  readonly onChange: (isChecked: boolean) => void
  readonly isDisabled?: boolean
  readonly isLabelHidden?: boolean
}

export function Checkbox({ label, isChecked, onChange, isDisabled = false, isLabelHidden = false }: CheckboxProps) {
  return (
    <label className={classNames(styles['checkbox'], isDisabled && styles['disabled'])}>
      <span className={styles['box']}>
        <input
          type="checkbox"
          className={styles['input']}
          checked={isChecked === true}
          ref={(input) => {
            if (input !== null) input.indeterminate = isChecked === 'some'
          }}
          disabled={isDisabled}
          onChange={(event) => onChange(event.currentTarget.checked)}
        />
        {isChecked === true && <Check aria-hidden="true" />}
        {isChecked === 'some' && <Minus aria-hidden="true" />}
      </span>
      <span className={isLabelHidden ? 'visually-hidden' : undefined}>{label}</span>
    </label>
  )
}
