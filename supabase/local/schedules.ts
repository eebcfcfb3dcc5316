import type { FunctionContext, FunctionHandler } from '#supabase/functions/_shared/context.ts'
import { handler as deliverEvents } from '#supabase/functions/deliver-events/handler.ts'
import { handler as deliver } from '#supabase/functions/deliver-notifications/handler.ts'
import { handler as runRules } from '#supabase/functions/run-rules/handler.ts'
import { handler as sendReports } from '#supabase/functions/send-reports/handler.ts'
import { handler as sweep } from '#supabase/functions/sweep-media/handler.ts'
import { toMessage } from './host-error.ts'
import { claimRun } from './hosts/install.ts'
import type { Queryable } from './queryable.ts'
import type { Settings } from './settings.ts'
import type { Watch } from './watch.ts'

export interface Schedules {
  /** Stops, once the running job is done. */
  close(): Promise<void>
}

export type ScheduleParts = {
  settings: Pick<Settings, 'push' | 'mail'>
  database: Queryable
  context: FunctionContext
  countRun: Watch['countRun']
}

type Job = {
  name: string
  handler: FunctionHandler
  body: object
  everyMs: number
  failure: string
  /** Whether there is work; hosts then share it by claiming. Without it, one host runs the job each time. */
  isWanted?: (database: Queryable) => Promise<boolean>
}

const minuteMs = 60_000
const longestPauseMs = 10 * minuteMs
const failure = 'Notifications were not all delivered'
const jobs = {
  push: { name: 'push', handler: deliver, body: { only: 'push' }, everyMs: minuteMs / 2, failure },
  digests: { name: 'digests', handler: deliver, body: { only: 'digests' }, everyMs: 10 * minuteMs, failure },
  events: {
    name: 'events',
    handler: deliverEvents,
    body: {},
    // Somebody may be waiting: it costs a query of a millisecond each second.
    everyMs: 1000,
    failure: 'Events were not all delivered',
    isWanted: async (database) => {
      const [row] = await database.query<{ wanted: boolean }>('select public.has_deliveries() as wanted')
      return row?.wanted === true
    },
  },
  rules: {
    name: 'rules',
    handler: runRules,
    body: {},
    everyMs: 1000,
    failure: 'Rules did not all run',
    isWanted: async (database) => {
      const [row] = await database.query<{ wanted: boolean }>('select public.has_rule_work() as wanted')
      return row?.wanted === true
    },
  },
  reports: {
    name: 'reports',
    handler: sendReports,
    body: {},
    everyMs: minuteMs / 4,
    failure: 'Reports were not all sent',
    isWanted: async (database) => {
      const [row] = await database.query<{ wanted: boolean }>('select public.has_reports() as wanted')
      return row?.wanted === true
    },
  },
  sweep: {
    name: 'sweep',
    handler: sweep,
    body: {},
    // Also works if no host runs that long: it is polled more often, and run when due.
    everyMs: 6 * 60 * minuteMs,
    failure: 'Unused files were not all removed',
  },
} as const satisfies Record<string, Job>

/**
 * Calls the functions that a schedule calls on a hosted project: `sweep-media`, `deliver-events`, `run-rules`,
 * `send-reports`, and `deliver-notifications` for whichever of push and mail is configured. Of several hosts on one
 * database one calls each time; events and reports are shared between them.
 */
export function startSchedules({ settings, ...surroundings }: ScheduleParts): Schedules {
  const wanted = [
    jobs.sweep,
    jobs.events,
    jobs.rules,
    jobs.reports,
    ...(settings.push ? [jobs.push] : []),
    ...(settings.mail ? [jobs.digests] : []),
  ]
  const schedules = wanted.map((job) => startSchedule(job, surroundings))
  return {
    async close() {
      await Promise.all(schedules.map((schedule) => schedule.close()))
    },
  }
}

type Surroundings = Omit<ScheduleParts, 'settings'>

function startSchedule(job: Job, surroundings: Surroundings): Schedules {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // A job that takes longer than the interval is not started again.
    running ??= run(job, surroundings).finally(() => (running = undefined))
  }, toPause(job))
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

const toPause = ({ everyMs }: Job): number => Math.min(everyMs, longestPauseMs)

async function run(job: Job, { database, context, countRun }: Surroundings): Promise<void> {
  const { handler, body, failure, isWanted } = job
  try {
    if (!(await (isWanted?.(database) ?? claimRun(database, { ...job, askedEveryMs: toPause(job) })))) return
    const headers = { authorization: `Bearer ${context.serviceKey}` }
    const request = new Request(context.supabaseUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    const response = await handler(request, context)
    const text = await response.text()
    const isDone = response.ok && !/"problems":\["/.test(text)
    countRun(job.name, isDone ? 'done' : 'failed')
    if (!isDone) console.error(`${failure}: ${text}`)
  } catch (error) {
    countRun(job.name, 'failed')
    console.error(`${failure}: ${toMessage(error)}`)
  }
}
