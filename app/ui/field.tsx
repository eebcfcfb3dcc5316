import { useId, type ReactNode } from 'react'
import styles from './field.module.css'

/** Attributes the control inside a field must carry to be associated with its label, hint and error. */
export type FieldControl = {
  readonly id: string
  readonly 'aria-describedby': string | undefined
  readonly 'aria-invalid': true | undefined
  readonly 'aria-required': true | undefined
}

export type FieldTexts = {
  readonly label: string
  readonly hint?: string | undefined
  readonly error?: string | undefined
  /** Something unusual but allowed; shown instead of the hint. */
  readonly warning?: string | undefined
  readonly isRequired?: boolean
  /** Gives the label to assistive technology only, where the context makes it clear. */
  readonly isLabelHidden?: boolean
}

type FieldProps = FieldTexts & { readonly children: (control: FieldControl) => ReactNode }

/** A label, a control and its validation message. */
export function Field({ label, isRequired = false, isLabelHidden = false, children, ...texts }: FieldProps) {
  const { hint, warning, error } = texts
  const id = useId()
  const messageId = `${id}message`
  const message = error ?? warning ?? hint
  const tone = error !== undefined ? 'error' : warning !== undefined ? 'warning' : 'hint'
  return (
    <div className={styles['field']}>
      <label className={isLabelHidden ? 'visually-hidden' : styles['label']} htmlFor={id}>
        {label}
      </label>
      {children({
        id,
        'aria-describedby': message === undefined ? undefined : messageId,
        'aria-invalid': error === undefined ? undefined : true,
        'aria-required': isRequired ? true : undefined,
      })}
      {/* Always present, so that an error is announced when it appears. */}
      <p id={messageId} className={styles[tone]} aria-live="polite">
        {message}
      </p>
    </div>
  )
}
