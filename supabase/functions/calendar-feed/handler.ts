import { addDays, isCalendarDate } from '#core/lib/calendar-date.ts'
import { writeCalendar, type CalendarEvent } from '#core/timeline/icalendar.ts'
import type { FunctionContext } from '../_shared/context.ts'
import { Failure } from '../_shared/failure.ts'
import { callProcedure } from '../_shared/postgrest.ts'

type Feed = {
  name: string
  events: { id: string; item: string; stage: string; project: string; start_date: string; duration: number }[]
}

/** A person's plan as a calendar: GET ?token=…; calendar apps send no session, only the token. */
export async function handler(request: Request, context: FunctionContext): Promise<Response> {
  if (request.method !== 'GET' && request.method !== 'HEAD') {
    return new Response('Use GET', { status: 405, headers: { allow: 'GET' } })
  }
  const token = new URL(request.url).searchParams.get('token') ?? ''
  try {
    if (!/^[0-9a-f]{40}$/.test(token)) throw missing()
    const call = { context, token: context.serviceKey }
    const feed = await callProcedure<Feed>(call, 'read_calendar_feed', { p_token: token })
    const calendar = writeCalendar(feed.name, feed.events.flatMap(toEvent), context.now().getTime())
    return new Response(calendar, {
      headers: {
        'content-type': 'text/calendar; charset=utf-8',
        'content-disposition': 'inline; filename="timeline.ics"',
        'cache-control': 'private, no-store',
      },
    })
  } catch (error) {
    if (!(error instanceof Failure)) throw error
    return Response.json({ error: error.message, code: error.code }, { status: error.status })
  }
}

function missing(): Failure {
  return new Failure({ status: 404, code: 'P0002', message: 'Calendar not found' })
}

function toEvent({ id, item, stage, project, start_date: day, duration }: Feed['events'][number]): CalendarEvent[] {
  if (!isCalendarDate(day)) return []
  const endDate = addDays(day, Math.max(1, Math.ceil(Number(duration))))
  return [{ id, title: `${item} ${stage}`, description: project, startDate: day, endDate }]
}
