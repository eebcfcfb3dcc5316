import { findText, textOf } from '#core/lib/json.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { asSentence } from '#core/lib/text.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { findConditionProblem } from '#core/rules/event-condition.ts'
import { loadRuleHistory } from '#core/rules/manage-rules.ts'

/** The payload format of an address: Standard Webhooks, or the message format of a chat tool. */
export const webhookForms = ['standard', 'slack', 'discord', 'mattermost', 'teams'] as const
export type WebhookForm = (typeof webhookForms)[number]

/** An address that receives a studio's events. No kinds means all but those of the audit log. */
export type Webhook = {
  readonly id: string
  readonly name: string
  readonly url: string
  readonly kinds: readonly string[]
  readonly form: WebhookForm
  readonly projectId: string | undefined
  /** An expression over an event's fields: only matching events are sent. Empty sends all. */
  readonly condition: string
  readonly isActive: boolean
  /** In ISO 8601: since when deliveries have been failing that were retried for a day. */
  readonly failingSince: string | undefined
}

/** A webhook's delivery of one event. */
export type Delivery = {
  readonly id: string
  readonly seq: number
  readonly kind: string
  readonly state: 'waiting' | 'sent' | 'failed' | 'skipped'
  readonly attempts: number
  readonly status: number | undefined
  readonly answer: string
  readonly createdAt: string
  readonly nextAt: string | undefined
  /** Whether it is a requested replay. */
  readonly isReplay: boolean
}

type Asks = { readonly gateway: Pick<Gateway, 'call'> }

/** Lists a studio's webhooks by name; empty for callers who may not manage its users. Fails with an `AppError`. */
export async function listWebhooks(studioId: StudioId, { gateway }: Asks): Promise<readonly Webhook[]> {
  return listOf(await gateway.call('list_webhooks', { p_studio_id: studioId })).map(toWebhook)
}

/**
 * Creates or changes a webhook; `secret` is returned only on creation, and never again. An invalid condition is refused
 * with its reason and position. Fails with an `AppError`.
 */
export async function saveWebhook(
  { studioId, ...webhook }: Omit<Webhook, 'failingSince'> & { readonly studioId: StudioId },
  { gateway }: Asks,
): Promise<Webhook & { readonly secret: string | undefined }> {
  if (webhook.condition.trim() !== '') {
    const { rows } = await loadRuleHistory({ studioId, days: 0 }, { gateway })
    const problem = findConditionProblem(webhook.condition, rows)
    if (problem !== undefined) throw new AppError('invalid-input', asSentence(problem))
  }
  const answer: Wire = Object(
    await gateway.call('save_webhook', {
      p_studio_id: studioId,
      p_id: webhook.id,
      p_name: webhook.name,
      p_url: webhook.url,
      p_kinds: webhook.kinds,
      p_form: webhook.form,
      p_project_id: webhook.projectId ?? null,
      p_is_active: webhook.isActive,
      p_condition: webhook.condition,
    }),
  )
  return { ...toWebhook(answer), secret: findText(answer['secret']) }
}

/** A new secret, readable only once, and until when the previous one stays valid, in ISO 8601. */
export type NewSecret = { readonly secret: string; readonly oldUntil: string | undefined }

/**
 * Renews a webhook's secret, which is shown once; the old one stays valid for a day, or ends at once. Fails with an
 * `AppError`.
 */
export async function renewWebhookSecret(
  { id, isAtOnce }: { readonly id: string; readonly isAtOnce: boolean },
  { gateway }: Asks,
): Promise<NewSecret> {
  return toNewSecret(await gateway.call('renew_webhook_secret', { p_id: id, p_is_at_once: isAtOnce }))
}

/** Decodes a new secret. */
export function toNewSecret(answer: unknown): NewSecret {
  const { secret, old_until: oldUntil }: Wire = Object(answer)
  return { secret: textOf(secret), oldUntil: findText(oldUntil) }
}

/** Deletes a webhook with its log and pending deliveries. Fails with an `AppError`. */
export async function deleteWebhook(id: string, { gateway }: Asks): Promise<void> {
  await gateway.call('delete_webhook', { p_id: id })
}

/** Lists a webhook's latest deliveries, newest first. Fails with an `AppError`. */
export async function listDeliveries(id: string, limit: number, { gateway }: Asks): Promise<readonly Delivery[]> {
  return listOf(await gateway.call('list_deliveries', { p_webhook_id: id, p_limit: limit })).map(toDelivery)
}

/** Sends a webhook a test event and returns its number. Fails with an `AppError`. */
export async function testWebhook(id: string, { gateway }: Asks): Promise<number> {
  return Number(await gateway.call('test_webhook', { p_id: id }))
}

/** Redelivers events from one number up to another or the newest, and returns how many. Fails with an `AppError`. */
export async function replayWebhook(
  { id, from, to }: { readonly id: string; readonly from: number; readonly to?: number | undefined },
  { gateway }: Asks,
): Promise<number> {
  return Number(await gateway.call('replay_webhook', { p_id: id, p_from: from, ...(to !== undefined && { p_to: to }) }))
}

type Wire = Readonly<Record<string, unknown>>

function listOf(answer: unknown): readonly Wire[] {
  if (!Array.isArray(answer)) throw new AppError('unexpected', 'The server’s answer is not a list.')
  return answer.map((row: unknown) => Object(row))
}

function toWebhook(row: Wire): Webhook {
  return {
    id: textOf(row['id']),
    name: textOf(row['name']),
    url: textOf(row['url']),
    kinds: Array.isArray(row['kinds']) ? row['kinds'].map(String) : [],
    form: webhookForms.find((form) => form === row['form']) ?? 'standard',
    projectId: findText(row['project_id']),
    condition: textOf(row['condition']),
    isActive: row['is_active'] === true,
    failingSince: findText(row['failing_since']),
  }
}

function toDelivery(row: Wire): Delivery {
  const { state, status } = row
  return {
    id: textOf(row['id']),
    seq: Number(row['seq']),
    kind: textOf(row['kind']),
    state: state === 'sent' || state === 'failed' || state === 'skipped' ? state : 'waiting',
    attempts: Number(row['attempts']),
    status: typeof status === 'number' ? status : undefined,
    answer: textOf(row['answer']),
    createdAt: textOf(row['created_at']),
    nextAt: findText(row['next_at']),
    isReplay: row['is_replay'] === true,
  }
}
