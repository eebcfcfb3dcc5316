import { useId } from 'react'
import styles from './segmented.module.css'

type SegmentedProps<Value extends string> = {
  readonly label: string
  readonly value: Value
  readonly options: readonly { readonly value: Value; readonly label: string; readonly keys?: string | undefined }[]
  readonly onChange: (value: Value) => void
}

/** A choice between a few visible options. The arrow keys move inside it, as in any radio group. */
export function Segmented<Value extends string>({ label, value, options, onChange }: SegmentedProps<Value>) {
  const name = useId()
  return (
    <fieldset className={styles['segmented']}>
      <legend className="visually-hidden">{label}</legend>
      {options.map((option) => (
        <label key={option.value} className={styles['segment']} data-tooltip-keys={option.keys}>
          <input
            type="radio"
            className={styles['input']}
            name={name}
            value={option.value}
            checked={option.value === value}
            onChange={() => onChange(option.value)}
          />
          {option.label}
        </label>
      ))}
    </fieldset>
  )
}
