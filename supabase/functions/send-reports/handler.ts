import * as v from 'valibot'
import { assertScheduler } from '../_shared/assert-scheduler.ts'
import { makeOpenEndpoint } from '../_shared/endpoint.ts'
import type { Call } from '../_shared/call.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { readBody } from '../_shared/input.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { mailReport } from './mail-report.ts'
import { postReport } from './post-report.ts'
import { toProblem } from '../deliver-notifications/notice.ts'
import { toSheet, type ClaimedReport } from './to-sheet.ts'

type Done = { sent: number; later: number; problems: string[] }

// One call does as much as fits into the time limit of hosted functions; the next one continues.
const longestMs = 40_000
const mostProblems = 20
// A slow receiver holds up one of these, and no report in the others.
const atOnce = 6

/**
 * Sends the reports that are due, for the schedule: {sent, later, problems}. Any number may run at once: each report is
 * claimed by one.
 */
export const handler: FunctionHandler = makeOpenEndpoint(async (request, context) => {
  await assertScheduler(request, context)
  await readBody(request, v.object({}))
  const call = { context, token: context.serviceKey }
  const done: Done = { sent: 0, later: 0, problems: [] }
  const until = performance.now() + longestMs
  await Promise.all(Array.from({ length: atOnce }, async () => await sendUntil(until, call, done)))
  return done
})

type Caller = Pick<Call, 'context' | 'token'>

/** Sends reports one after the other, while there are any and time is left. */
async function sendUntil(until: number, call: Caller, done: Done): Promise<void> {
  while (performance.now() < until) {
    const report = await callProcedure<ClaimedReport | null | undefined>(call, 'claim_report', {})
    if (!report) return
    const problem = await send(report, call)
    await callProcedure(call, 'settle_report', {
      p_schedule_id: report.schedule_id,
      p_due: report.due,
      p_is_sent: problem === undefined,
      p_problem: problem ?? '',
    })
    if (problem === undefined) done.sent += 1
    else {
      done.later += 1
      if (done.problems.length < mostProblems) done.problems.push(problem)
    }
  }
}

/** Returns why a report was not delivered, else undefined. */
async function send(report: ClaimedReport, call: Caller): Promise<string | undefined> {
  try {
    const sheet = toSheet(report, call.context.now())
    return report.url === '' ? await mailReport(report, sheet, call.context) : await postReport(report, sheet, call)
  } catch (error) {
    return toProblem(error)
  }
}
