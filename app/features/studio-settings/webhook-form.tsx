import { useState } from 'react'
import { findConditionHint } from '#core/rules/event-condition.ts'
import type { RuleRows } from '#core/rules/rule.ts'
import type { Webhook } from '#core/webhooks/manage-webhooks.ts'
import { TextField } from '#app/ui/text-field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { FormActions } from './form-actions.tsx'
import { FormSelect } from './form-select.tsx'

const nothing = { url: '', kinds: [], condition: '', form: 'standard', name: '' } as const

type WebhookFormProps = {
  readonly webhook?: Webhook
  /** What expressions can name; undefined until loaded. */
  readonly names: RuleRows | undefined
}

/** Edits a webhook's address and the events it receives. */
export function WebhookForm({ webhook, names }: WebhookFormProps) {
  const before = webhook ?? nothing
  const [name, setName] = useState(before.name)
  const [url, setUrl] = useState(before.url)
  const [form, setForm] = useState<string>(before.form)
  const [kinds, setKinds] = useState(before.kinds.join(' '))
  const [condition, setCondition] = useState(before.condition)
  // Several forms may be open, so accessible names include the webhook's.
  const named = (label: string) => ({
    label,
    ...(webhook !== undefined && { 'aria-label': `${label}: ${webhook.name}` }),
  })
  const args = [url.trim(), form, kinds, condition.trim()]
  const findProblem = (): string | undefined => {
    if (args[0] === '') return 'Give its address first'
    return webhook !== undefined && name.trim() === '' ? 'Give it a name first' : undefined
  }
  return (
    <div className={styles['labelled']}>
      {webhook !== undefined && (
        <TextField
          {...named('Name of the webhook')}
          value={name}
          maxLength={100}
          // oxlint-disable-next-line jsx-a11y/no-autofocus -- it opens because somebody asked for it
          autoFocus
          onChange={setName}
        />
      )}
      <TextField
        {...named('Address of the webhook')}
        placeholder="https://…"
        value={url}
        maxLength={2000}
        onChange={setUrl}
      />
      <TextField
        {...named('Kinds of events')}
        placeholder="All, or: task.status_changed comment"
        value={kinds}
        maxLength={500}
        onChange={setKinds}
      />
      <TextField
        {...named('Only where this expression holds')}
        placeholder={'Always, or: done && stage == "Compositing"'}
        value={condition}
        warning={names && findConditionHint(condition, names)}
        maxLength={2000}
        onChange={setCondition}
      />
      <FormSelect value={form} onChange={setForm} />
      <FormActions
        noun="webhook"
        id={webhook?.id}
        args={webhook === undefined ? args : [name.trim(), ...args]}
        problem={findProblem()}
      />
    </div>
  )
}
