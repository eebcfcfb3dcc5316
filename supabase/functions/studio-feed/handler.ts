import * as v from 'valibot'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { readQuery, uuid } from '../_shared/input.ts'
import { pageSize, readCursor, toCursor } from '../_shared/paging.ts'
import { callProcedure } from '../_shared/postgrest.ts'

const query = v.object({
  studio_id: uuid('studio_id'),
  limit: pageSize(100),
  after: v.optional(v.string()),
  actions: v.optional(v.string(), 'REVISION_ADD,COMMENT_ADD'),
})

type FeedItem = { id: string; created_at: string }

/** Lists what happened in a studio, newest first, a page at a time: {items, next_cursor}. No actions, no items. */
export const handler: FunctionHandler = makeEndpoint({
  name: 'studio-feed',
  method: 'GET',
  callsPerMinute: 300,
  async answer(call) {
    const { studio_id: studioId, limit, after, actions } = readQuery(call.request, query)
    const position = readCursor(after)
    const items = await callProcedure<FeedItem[]>(call, 'list_studio_feed', {
      p_studio_id: studioId,
      p_actions: actions.split(',').filter(Boolean),
      p_limit: limit,
      p_after_time: position?.time,
      p_after_id: position?.id,
    })
    const last = items.at(-1)
    return { items, next_cursor: toCursor(last && { time: last.created_at, id: last.id }, items.length === limit) }
  },
})
