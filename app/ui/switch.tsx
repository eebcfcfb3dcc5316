import { classNames } from '#app/lib/class-names.ts'
import styles from './switch.module.css'

type SwitchProps = {
  readonly label: string
  readonly hint?: string
  readonly isOn: boolean
  readonly onChange: (isOn: boolean) => void
  readonly isDisabled?: boolean
}

/** A setting that takes effect at once. */
export function Switch({ label, hint, isOn, onChange, isDisabled = false }: SwitchProps) {
  return (
    <label className={classNames(styles['switch'], isDisabled && styles['disabled'])}>
      <span className={styles['texts']}>
        <span>{label}</span>
        {hint !== undefined && <span className={styles['hint']}>{hint}</span>}
      </span>
      <input
        type="checkbox"
        role="switch"
        aria-checked={isOn}
        className={styles['input']}
        checked={isOn}
        disabled={isDisabled}
        onChange={(event) => onChange(event.currentTarget.checked)}
      />
    </label>
  )
}
