import type { ComponentProps } from 'react'
import { classNames } from '#app/lib/class-names.ts'
import { Field, type FieldTexts } from './field.tsx'
import styles from './text-input.module.css'

type TextAreaProps = FieldTexts &
  Omit<ComponentProps<'textarea'>, 'id' | 'value' | 'onChange' | 'required'> & {
    readonly value: string
    readonly onChange: (value: string) => void
  }

/** Grows with its text, between `rows` and a third of the window. */
export function TextArea(props: TextAreaProps) {
  const { label, hint, error, warning, isRequired = false, isLabelHidden = false, onChange, className, ...rest } = props
  return (
    <Field {...{ label, hint, error, warning, isRequired, isLabelHidden }}>
      {(control) => (
        <textarea
          rows={3}
          {...rest}
          {...control}
          className={classNames(styles['input'], styles['area'], className)}
          onChange={(event) => onChange(event.currentTarget.value)}
        />
      )}
    </Field>
  )
}
