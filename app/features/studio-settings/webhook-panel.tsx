import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { StudioId } from '#core/lib/ids.ts'
import { ruleNamesQuery } from '#core/rules/queries.ts'
import { type Webhook } from '#core/webhooks/manage-webhooks.ts'
import { deliveriesQuery, webhooksQuery } from '#core/webhooks/queries.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommands } from '#app/commands/use-commands.ts'
import { AlertDialog } from '#app/ui/alert-dialog.tsx'
import styles from '#app/widgets/access-tokens/access-tokens.module.css'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { dialogSection } from '#app/widgets/dialog-section.ts'
import { LastState } from '#app/widgets/last-state.tsx'
import { usePage } from '#app/widgets/use-page.ts'
import { refreshLog, webhookCommands } from './webhook-commands.ts'
import { formTitles } from './form-select.tsx'
import { MadeSecret } from './made-secret.tsx'
import { WebhookForm } from './webhook-form.tsx'
import { askToDelete, resetWebhooks, webhookStore } from './webhook-store.ts'

/** The studio's webhooks. */
export function WebhookPanel({ studioId }: { readonly studioId: StudioId }) {
  useCommands(webhookCommands)
  const { openId, editedId, madeCount, made, deletingId } = useSnapshot(webhookStore)
  const { rows, asOf } = usePage(webhooksQuery({ studioId }), 'The webhooks could not be loaded')
  const names = usePage(ruleNamesQuery({ studioId }), 'What expressions can name could not be loaded').rows[0]
  useEffect(() => resetWebhooks, [])
  return (
    <section ref={dialogSection} className={styles['panel']} aria-label="Webhooks">
      <header className={styles['header']}>
        <h3 className={styles['heading']}>Webhooks</h3>
        <span className={styles['note']}>Tell other programs and chats what happens in the studio.</span>
      </header>
      {/* The key empties the form after each webhook. */}
      <WebhookForm key={madeCount} names={names} />
      <MadeSecret made={made} command="webhook.copy-secret" />
      <LastState asOf={asOf} />
      {rows.length > 0 && (
        <ul className={styles['rows']}>
          {rows.map((webhook) => (
            <li key={webhook.id}>
              <WebhookRow webhook={webhook} isOpen={webhook.id === openId} isEdited={webhook.id === editedId} />
              {webhook.id === editedId && <WebhookForm webhook={webhook} names={names} />}
              {webhook.id === openId && <Deliveries studioId={studioId} webhookId={webhook.id} />}
            </li>
          ))}
        </ul>
      )}
      <AlertDialog
        isOpen={deletingId !== undefined}
        title={`Delete the webhook “${rows.find(({ id }) => id === deletingId)?.name ?? ''}”?`}
        description="Nothing is sent there any more. Its secret and its log are gone for good."
        confirmLabel="Delete"
        tone="danger"
        onConfirm={() => void runCommand('webhook.delete', { args: [deletingId ?? '', 'yes'] })}
        onCancel={() => askToDelete(undefined)}
      />
    </section>
  )
}

type RowProps = { readonly webhook: Webhook; readonly isOpen: boolean; readonly isEdited: boolean }

function WebhookRow({ webhook, isOpen, isEdited }: RowProps) {
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
      <CommandButton command="webhook.edit" {...small} aria-label={`Change ${name}`} aria-expanded={isEdited}>
        Change
      </CommandButton>
      {form === 'standard' && (
        <CommandButton
          command="webhook.renew-secret"
          {...small}
          args={[id, 'day']}
          aria-label={`Renew secret: ${name}`}
        >
          Renew secret
        </CommandButton>
      )}
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

const lookAgainMs = 1500
// The first tries follow one another within seconds.
const soonTries = 3

function Deliveries({ studioId, webhookId }: { readonly studioId: StudioId; readonly webhookId: string }) {
  const { rows, answeredAt } = usePage(deliveriesQuery({ studioId, webhookId }), 'The log could not be loaded')
  const isWaiting = rows.some(({ state, attempts }) => state === 'waiting' && attempts < soonTries)
  // Deliveries are not part of the studio's news, so this polls while a result is near.
  useEffect(() => {
    if (!isWaiting) return undefined
    const timer = setInterval(() => void refreshLog(), lookAgainMs)
    return () => clearInterval(timer)
  }, [isWaiting])
  if (answeredAt !== undefined && rows.length === 0) return <p className={styles['made']}>Nothing was delivered yet.</p>
  return (
    <ul className={styles['made']}>
      {rows.map(({ id, seq, kind, state, attempts, status, answer, createdAt, isReplay }) => (
        <li key={id} className={styles['note']}>
          {time.format(Date.parse(createdAt))} · {seq} {kind} · {state}
          {isReplay && ' (again)'}
          {attempts > 1 && ` after ${attempts} tries`}
          {status !== undefined && ` · ${status}`}
          {state !== 'sent' && answer !== '' && ` · ${answer}`}
          {/* A test is not worth replaying: a new one does the same. */}
          {state !== 'waiting' && kind !== 'webhook.tested' && (
            <CommandButton
              command="webhook.replay"
              args={[webhookId, String(seq), String(seq)]}
              size="small"
              variant="ghost"
              aria-label={`Send again: ${seq}`}
            >
              Send again
            </CommandButton>
          )}
        </li>
      ))}
    </ul>
  )
}
