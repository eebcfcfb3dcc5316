import { Copy } from 'lucide-react'
import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import type { StudioId } from '#core/lib/ids.ts'
import { type Webhook } from '#core/webhooks/manage-webhooks.ts'
import { deliveriesQuery, webhooksQuery } from '#core/webhooks/queries.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { TextField } from '#app/ui/text-field.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { webhookCommands } from './webhook-commands.ts'
import { FormSelect, formTitles } from './form-select.tsx'
import { resetWebhooks, webhookStore } from './webhook-store.ts'

/** The addresses that are told what happens in the studio. */
export function WebhookPanel({ studioId }: { readonly studioId: StudioId }) {
  useCommands(webhookCommands)
  const { openId, madeCount } = useSnapshot(webhookStore)
  const { rows, asOf } = usePage(webhooksQuery({ studioId }), 'The webhooks could not be loaded')
  useEffect(() => resetWebhooks, [])
  return (
    <section className={styles['panel']} aria-label="Webhooks">
      <header className={styles['header']}>
        <h3 className={styles['heading']}>Webhooks</h3>
        <span className={styles['note']}>Tell other programs and chats what happens in the studio.</span>
      </header>
      {/* Empty again once one was made. */}
      <WebhookForm key={madeCount} />
      <MadeSecret />
      <LastState asOf={asOf} />
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((webhook) => (
            <li key={webhook.id}>
              <WebhookRow webhook={webhook} isOpen={webhook.id === openId} />
              {webhook.id === openId && <Deliveries studioId={studioId} webhookId={webhook.id} />}
            </li>
          ))}
        </ul>
      )}
    </section>
  )
}

function WebhookForm() {
  const [url, setUrl] = useState('')
  const [form, setForm] = useState<string>('standard')
  const [kinds, setKinds] = useState('')
  const [condition, setCondition] = useState('')
  return (
    <div className={styles['form']}>
      <TextField
        label="Address of the webhook"
        isLabelHidden
        placeholder="https://…"
        value={url}
        maxLength={2000}
        onChange={setUrl}
      />
      <TextField
        label="Kinds of events"
        isLabelHidden
        placeholder="All, or: task.status_changed comment"
        value={kinds}
        maxLength={500}
        onChange={setKinds}
      />
      <TextField
        label="Only where this expression holds"
        isLabelHidden
        placeholder={'Always, or: done && stage == "Comp"'}
        value={condition}
        maxLength={2000}
        onChange={setCondition}
      />
      <FormSelect value={form} onChange={setForm} />
      <CommandButton
        command="webhook.create"
        args={[url.trim(), form, kinds, condition.trim()]}
        {...(url.trim() === '' && { disabledReason: 'Give its address first' })}
      >
        Create webhook
      </CommandButton>
    </div>
  )
}

/** The secret that was just made, for the one time it can be read. */
function MadeSecret() {
  const { made } = useSnapshot(webhookStore)
  if (made === undefined) return null
  return (
    <div className={styles['made']}>
      <output className={styles['note']}>Copy the secret of “{made.name}” now: it is not shown again.</output>
      <div className={styles['secret']}>
        <TextField label="Secret" isLabelHidden value={made.secret} onChange={() => undefined} readOnly />
        <CommandIconButton command="webhook.copy-secret" icon={<Copy aria-hidden="true" />} />
      </div>
    </div>
  )
}

function WebhookRow({ webhook, isOpen }: { readonly webhook: Webhook; readonly isOpen: boolean }) {
  const { id, name, url, kinds, form, condition, isActive, failingSince } = webhook
  const state = !isActive ? 'off' : failingSince === undefined ? 'on' : 'failing: nothing arrives'
  const small = { args: [id], size: 'small', variant: 'ghost' } as const
  return (
    <div className={styles['row']}>
      <span className={styles['what']}>
        <span className={styles['name']}>{name}</span>
        <span className={styles['note']}>
          {url} · {formTitles[form]} · {kinds.length === 0 ? 'everything' : kinds.join(', ')}
          {condition !== '' && ` where ${condition}`} · {state}
        </span>
      </span>
      <CommandButton command="webhook.log" {...small} aria-label={`Log of ${name}`} aria-expanded={isOpen}>
        Log
      </CommandButton>
      <CommandButton command="webhook.test" {...small} aria-label={`Test ${name}`}>
        Test
      </CommandButton>
      <CommandButton command="webhook.switch" {...small} aria-label={`Turn ${isActive ? 'off' : 'on'} ${name}`}>
        {isActive ? 'Turn off' : 'Turn on'}
      </CommandButton>
      <CommandButton command="webhook.delete" {...small} aria-label={`Delete ${name}`}>
        Delete
      </CommandButton>
    </div>
  )
}

const time = new Intl.DateTimeFormat('en-GB', { day: 'numeric', month: 'short', hour: '2-digit', minute: '2-digit' })

function Deliveries({ studioId, webhookId }: { readonly studioId: StudioId; readonly webhookId: string }) {
  const { rows, answeredAt } = usePage(deliveriesQuery({ studioId, webhookId }), 'The log could not be loaded')
  if (answeredAt !== undefined && rows.length === 0) return <p className={styles['made']}>Nothing was delivered yet.</p>
  return (
    <ul className={styles['made']}>
      {rows.map(({ id, seq, kind, state, attempts, status, answer, createdAt }) => (
        <li key={id} className={styles['note']}>
          {time.format(Date.parse(createdAt))} · {seq} {kind} · {state}
          {attempts > 1 && ` after ${attempts} tries`}
          {status !== undefined && ` · ${status}`}
          {state !== 'sent' && answer !== '' && ` · ${answer}`}
        </li>
      ))}
    </ul>
  )
}
