import type { FunctionContext, FunctionHandler } from '#supabase/functions/_shared/context.ts'
import { handler as deliver } from '#supabase/functions/deliver-notifications/handler.ts'
import { handler as sweep } from '#supabase/functions/sweep-media/handler.ts'
import { toMessage } from './host-error.ts'
import type { Settings } from './settings.ts'

export interface Schedules {
  /** Stops, after what is running. */
  close(): Promise<void>
}

export type ScheduleParts = { settings: Pick<Settings, 'push' | 'mail'>; context: FunctionContext }

type Job = { handler: FunctionHandler; body: object; everyMs: number; failure: string }

const minuteMs = 60_000
const failure = 'Notifications were not all delivered'
const jobs = {
  push: { handler: deliver, body: { only: 'push' }, everyMs: minuteMs / 2, failure },
  digests: { handler: deliver, body: { only: 'digests' }, everyMs: 10 * minuteMs, failure },
  sweep: { handler: sweep, body: {}, everyMs: 6 * 60 * minuteMs, failure: 'Unused files were not all removed' },
} as const satisfies Record<string, Job>

/**
 * Calls the functions that a schedule calls on a hosted project: `sweep-media`, and `deliver-notifications` for what is
 * configured of push and mail.
 */
export function startSchedules({ settings, context }: ScheduleParts): Schedules {
  const wanted = [jobs.sweep, ...(settings.push ? [jobs.push] : []), ...(settings.mail ? [jobs.digests] : [])]
  const schedules = wanted.map((job) => startSchedule(job, context))
  return {
    async close() {
      await Promise.all(schedules.map((schedule) => schedule.close()))
    },
  }
}

function startSchedule(job: Job, context: FunctionContext): Schedules {
  let running: Promise<void> | undefined
  const timer = setInterval(() => {
    // One that takes longer than the pause is not overtaken.
    running ??= run(job, context).finally(() => (running = undefined))
  }, job.everyMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await running
    },
  }
}

async function run({ handler, body, failure }: Job, context: FunctionContext): Promise<void> {
  try {
    const headers = { authorization: `Bearer ${context.serviceKey}` }
    const request = new Request(context.supabaseUrl, { method: 'POST', headers, body: JSON.stringify(body) })
    const response = await handler(request, context)
    const text = await response.text()
    if (!response.ok || /"problems":\["/.test(text)) console.error(`${failure}: ${text}`)
  } catch (error) {
    console.error(`${failure}: ${toMessage(error)}`)
  }
}
