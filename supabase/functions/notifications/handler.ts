import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { readQuery, uuid } from '../_shared/input.ts'
import { pageSize, readCursor, toCursor } from '../_shared/paging.ts'
import { callProcedure } from '../_shared/postgrest.ts'

const query = v.object({ limit: pageSize(50), after: v.optional(v.string()), studio_id: v.optional(uuid('studio_id')) })

type Notification = { recipient_id: string; created_at: string }

/** Lists the caller's notifications, newest first, a page at a time: {items, next_cursor}. */
export const handler: FunctionHandler = makeEndpoint({
  name: 'notifications',
  method: 'GET',
  callsPerMinute: 300,
  async answer(call) {
    const { limit, after, studio_id: studioId } = readQuery(call.request, query)
    const position = readCursor(after)
    const items = await callProcedure<Notification[]>(call, 'list_notifications', {
      p_limit: limit,
      p_after_time: position?.time,
      p_after_id: position?.id,
      p_studio_id: studioId,
    })
    const last = items.at(-1)
    const end = last && { time: last.created_at, id: last.recipient_id }
    return { items, next_cursor: toCursor(end, items.length === limit) }
  },
})
