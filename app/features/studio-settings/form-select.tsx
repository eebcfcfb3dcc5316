import { webhookForms, type WebhookForm } from '#core/webhooks/manage-webhooks.ts'
import { Field } from '#app/ui/field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'

/** The names of what reads a webhook or report. */
export const formTitles: Readonly<Record<WebhookForm, string>> = {
  standard: 'A program',
  slack: 'Slack',
  discord: 'Discord',
  mattermost: 'Mattermost',
  teams: 'Teams',
}

type FormSelectProps = { readonly value: string; readonly onChange: (form: string) => void }

/** Selects what reads an address: a program or a chat tool. */
export function FormSelect({ value, onChange }: FormSelectProps) {
  return (
    <Field label="What reads it">
      {(control) => (
        <select
          {...control}
          className={styles['select']}
          value={value}
          onChange={(event) => onChange(event.currentTarget.value)}
        >
          {webhookForms.map((form) => (
            <option key={form} value={form}>
              {formTitles[form]}
            </option>
          ))}
        </select>
      )}
    </Field>
  )
}
