import type { ComponentProps } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './text-input.module.css'

type TextFieldProps = FieldTexts &
  Omit<ComponentProps<'input'>, 'id' | 'value' | 'onChange' | 'required'> & {
    readonly value: string
    readonly onChange: (value: string) => void
  }

export function TextField(props: TextFieldProps) {
  const { label, hint, error, warning, isRequired = false, isLabelHidden = false, onChange, className, ...rest } = props
  return (
    <Field {...{ label, hint, error, warning, isRequired, isLabelHidden }}>
      {(control) => (
        <input
          type="text"
          autoComplete="off"
          {...rest}
          {...control}
          className={classNames(styles['input'], className)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
