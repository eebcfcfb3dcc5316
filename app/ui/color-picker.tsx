import { Check } from 'lucide-react'
import { useId } from 'react'
import styles from './color-picker.module.css'

type ColorPickerProps = {
  readonly label: string
  /** Each colour with its name and the colour of a sign that is legible on it. */
  readonly colors: readonly { readonly value: string; readonly name: string; readonly signColor: string }[]
  readonly value: string
  readonly onChange: (value: string) => void
}

/** A small grid of colours; the arrow keys move through it as through any radio group. */
export function ColorPicker({ label, colors, value, onChange }: ColorPickerProps) {
  const name = useId()
  return (
    <fieldset className={styles['picker']}>
      <legend className="visually-hidden">{label}</legend>
      {colors.map((color) => (
        <label
          key={color.value}
          className={styles['swatch']}
          style={{ backgroundColor: color.value, color: color.signColor }}
          data-tooltip={color.name}
        >
          <input
            type="radio"
            className={styles['input']}
            name={name}
            aria-label={color.name}
            checked={color.value === value}
            onChange={() => onChange(color.value)}
          />
          {color.value === value && <Check aria-hidden="true" />}
        </label>
      ))}
    </fieldset>
  )
}
