import { AppError } from '#core/lib/errors.ts'
import type { Rev } from '#core/lib/ids.ts'
import type { Unchanged } from './ports.ts'

/** Procedures that write but take no operation id; they are called through `run_once`. */
const written = new Set([
  'create_access_token',
  'create_calendar_feed',
  'create_service_account',
  'create_task_block',
  'decide_device_sign_in',
  'delete_report',
  'delete_rule',
  'delete_service_account',
  'delete_task_block',
  'delete_webhook',
  'fill_poster',
  'queue_unplanned_tasks',
  'readmit_member',
  'remove_duplicate_queue_blocks',
  'remove_studio_member',
  'renew_report_secret',
  'renew_webhook_secret',
  'replay_webhook',
  'retry_media_job',
  'revoke_access_token',
  'revoke_calendar_feed',
  'revoke_studio_invite',
  'save_push_subscription',
  'save_report',
  'save_rule',
  'save_webhook',
  'send_report',
  'set_event_retention',
  'set_following',
  'set_member_archived',
  'test_webhook',
  'update_task_block',
])

const restsMs = [300, 1500]

/** The precondition of a write: rows are unchanged since they were read, or since this gateway's own writes. */
export class Condition {
  #unchanged: Unchanged | undefined

  set = (unchanged: Unchanged): (() => Rev) => {
    this.#unchanged = unchanged
    return () => this.#unchanged?.since ?? unchanged.since
  }

  get(): Unchanged | undefined {
    return this.#unchanged
  }

  /** Records a successful write: up to this revision nobody else has changed the rows. */
  advance(since: unknown): void {
    if (this.#unchanged === undefined || typeof since !== 'number') return
    this.#unchanged = { ...this.#unchanged, since: Math.max(since, this.#unchanged.since) }
  }
}

/**
 * Returns the `run_once` arguments for a procedure that writes; undefined for procedures that read and, without a
 * condition, for those that take an operation id themselves.
 */
export function toOperation(procedure: string, args: object, condition?: Condition): object | undefined {
  const { p_operation_id: ownId, ...own } = args as { readonly p_operation_id?: string }
  const mayTakeId = ownId !== undefined || procedure === 'create_revisions'
  if (!mayTakeId && !written.has(procedure)) return undefined
  const id = ownId ?? crypto.randomUUID()
  const unchanged = condition?.get()
  if (mayTakeId && unchanged === undefined) return undefined
  return {
    p_procedure: procedure,
    p_args: own,
    p_operation_id: id,
    ...(unchanged !== undefined && { p_unchanged: unchanged }),
  }
}

/** Retries unanswered requests, one after the other per name, so that an earlier write never follows a later one. */
export class RetryQueue {
  readonly #last = new Map<string, Promise<unknown>>()

  /** Sends a request that is harmless when it arrives twice. Fails with the last attempt's error. */
  async send(name: string, ask: () => Promise<unknown>): Promise<unknown> {
    const before = this.#last.get(name)
    const mine = (async () => {
      await before
      return await withRetries(ask)
    })()
    const settled = mine.catch(() => undefined)
    this.#last.set(name, settled)
    void settled.then(() => this.#last.get(name) === settled && this.#last.delete(name))
    return await mine
  }
}

async function withRetries(ask: () => Promise<unknown>): Promise<unknown> {
  for (const restMs of restsMs) {
    try {
      return await ask()
    } catch (error) {
      // A rate limit is passed on, so that the person learns how long to wait.
      if (!(error instanceof AppError) || !error.retryable || error.retryAfterMs !== undefined) throw error
      await new Promise((resolve) => setTimeout(resolve, restMs))
    }
  }
  return await ask()
}
