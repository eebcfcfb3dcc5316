import * as v from 'valibot'
import { planSteps, type WorkingRule } from '#core/rules/plan-steps.ts'
import { readRuleRows, type RuleRowsWire } from '#core/rules/read-rule-rows.ts'
import type { RuleEvent } from '#core/rules/rule.ts'
import { assertScheduler } from '../_shared/assert-scheduler.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import { readBody } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'

type Claim = {
  studio_id: string
  until: number
  rules: WorkingRule[]
  events: RuleEvent[]
  rows: RuleRowsWire
}
type Done = { events: number; done: number; problems: string[] }

// The clock of a studio is locked for as long as a batch of steps takes.
const stepsAtOnce = 25
// One call does as much as fits into the time limit of hosted functions; the next one continues.
const longestMs = 50_000
const mostProblems = 20

/**
 * Carries out what the rules of all studios decide, for the schedule: {events, done, problems}. Any number may run at
 * once: what two of them decide is done once.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context)
  await readBody(request, v.object({}))
  const call = { context, token: context.serviceKey }
  const done: Done = { events: 0, done: 0, problems: [] }
  const until = performance.now() + longestMs
  while (performance.now() < until) {
    const claim = await callProcedure<Claim | null | undefined>(call, 'claim_rule_events', {})
    if (!claim) break
    done.events += claim.events.length
    const steps = planSteps(claim.rules, claim.events, readRuleRows(claim.rows))
    for (let from = 0; from === 0 || from < steps.length; from += stepsAtOnce) {
      const isLast = from + stepsAtOnce >= steps.length
      const answer = await callProcedure<{ done: number; problems: string[] }>(call, 'apply_rule_steps', {
        p_studio_id: claim.studio_id,
        p_until: isLast ? claim.until : null,
        p_steps: steps.slice(from, from + stepsAtOnce),
      })
      done.done += answer.done
      done.problems.push(...answer.problems.slice(0, mostProblems - done.problems.length))
    }
  }
  return done
})
