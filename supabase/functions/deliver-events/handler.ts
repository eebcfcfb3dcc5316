import * as v from 'valibot'
import { makeEventTest, type EventTest } from '#core/rules/event-condition.ts'
import { readRuleRows, type RuleRowsWire } from '#core/rules/read-rule-rows.ts'
import type { RuleEvent } from '#core/rules/rule.ts'
import { assertScheduler } from '../_shared/assert-scheduler.ts'
import type { FunctionContext, FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { readBody } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { postOutside } from './post-outside.ts'
import { toMessage, type WebhookForm } from './to-message.ts'

type Delivery = {
  delivery_id: string
  url: string
  form: WebhookForm
  attempt: number
  body: string
  headers: Record<string, string>
  /** The webhook's expression, if it has one, and the event it is evaluated for. */
  condition?: string
  event: StudioEvent
}
type StudioEvent = RuleEvent & { readonly studio_id: string }
type Claim = {
  deliveries: Delivery[]
  /** The rows that expressions are evaluated on, by studio. */
  rows: Record<string, RuleRowsWire>
}
type Result = {
  delivery_id: string
  is_sent: boolean
  status?: number
  answer: string
  retry_seconds?: number
  is_skipped?: boolean
}
type Done = { sent: number; later: number; problems: string[] }

const batchSize = 50
const timeoutMs = 10_000
// One call does as much as fits into the time limit of hosted functions; the next one continues.
const longestMs = 50_000
const mostProblems = 20

/**
 * Delivers what waits for webhooks, for the schedule: {sent, later, problems}. Any number may run at once: each
 * delivery is claimed by one.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context)
  await readBody(request, v.object({}))
  const call = { context, token: context.serviceKey }
  const done: Done = { sent: 0, later: 0, problems: [] }
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const { deliveries, rows } = await callProcedure<Claim>(call, 'claim_deliveries', { p_limit: batchSize })
    if (deliveries.length === 0) break
    const judge = makeJudge(rows)
    const results = await Promise.all(
      deliveries.map(async (delivery) => findSkipped(delivery, judge) ?? (await deliver(delivery, context))),
    )
    await callProcedure(call, 'settle_deliveries', { p_results: results })
    for (const { is_sent, status, answer, is_skipped } of results) {
      if (is_skipped === true) continue
      if (is_sent) done.sent += 1
      else {
        done.later += 1
        if (done.problems.length < mostProblems) done.problems.push(`${status ?? 'no answer'}: ${answer.slice(0, 200)}`)
      }
    }
  }
  return done
})

type Judge = (condition: string, event: StudioEvent) => ReturnType<EventTest>

/** Parses each expression once for all deliveries of a call. */
function makeJudge(rows: Claim['rows']): Judge {
  const tests = new Map<string, EventTest>()
  return (condition, event) => {
    const key = `${event.studio_id} ${condition}`
    const ofStudio = rows[event.studio_id]
    if (ofStudio === undefined) throw new Error('The rows of a studio are not among what was claimed')
    const test = tests.get(key) ?? makeEventTest(condition, readRuleRows(ofStudio))
    tests.set(key, test)
    return test(event)
  }
}

/** The result for a delivery that the webhook's expression does not match. */
function findSkipped({ delivery_id, condition, event }: Delivery, judge: Judge): Result | undefined {
  const holds = condition === undefined || judge(condition, event)
  if (holds === true) return undefined
  return { delivery_id, is_sent: false, is_skipped: true, answer: holds === false ? '' : holds.problem }
}

async function deliver({ delivery_id, url, form, body, headers }: Delivery, { env }: FunctionContext): Promise<Result> {
  const isStandard = form === 'standard'
  const { status, answer, retryAfter } = await postOutside({
    url,
    body: toMessage(form, body, (env['PUBLIC_URL'] ?? '').replace(/\/+$/, '')),
    headers: { 'content-type': 'application/json', 'user-agent': 'Xsheet', ...(isStandard && headers) },
    mayReachInside: env['WEBHOOKS_REACH_INSIDE'] === '1',
    timeoutMs,
  })
  const seconds = Number(retryAfter)
  return {
    delivery_id,
    is_sent: status !== undefined && status >= 200 && status < 300,
    answer,
    ...(status !== undefined && { status }),
    ...(Number.isInteger(seconds) && seconds > 0 && { retry_seconds: seconds }),
  }
}
