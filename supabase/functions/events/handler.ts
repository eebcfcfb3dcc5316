import * as v from 'valibot'
import type { Call } from '../_shared/call.ts'
import type { FunctionHandler } from '../_shared/context.ts'
import { makeEndpoint } from '../_shared/endpoint.ts'
import { readQuery, uuid } from '../_shared/input.ts'
import { pageSize } from '../_shared/paging.ts'
import { callProcedure } from '../_shared/postgrest.ts'
import { listenForNews } from '../_shared/wait-for-news.ts'

// Shorter than the timeouts of gateways and proxies in between.
const longestWaitSeconds = 25
const wholeNumber = (name: string) => v.pipe(v.string(), v.regex(/^\d{1,15}$/, `${name} must be a whole number`))

const query = v.object({
  studio_id: uuid('studio_id'),
  after: v.optional(wholeNumber('after'), '0'),
  limit: pageSize(1000),
  kinds: v.optional(v.string()),
  wait: v.optional(wholeNumber('wait'), '0'),
})

type Page = { events: unknown[]; cursor: number; newest: number }

/**
 * Lists what happened in a studio after an event number, oldest first: {events, cursor, newest}. With `wait`, the
 * response is held for up to so many seconds until there is something, or until the studio's news turn out to contain
 * nothing for the caller.
 */
export const handler: FunctionHandler = makeEndpoint({
  name: 'events',
  method: 'GET',
  callsPerMinute: 600,
  async answer(call) {
    const { studio_id: studioId, after, limit, kinds, wait } = readQuery(call.request, query)
    const ask = async (from: number): Promise<Page> =>
      await callProcedure<Page>(call, 'list_events', {
        p_studio_id: studioId,
        p_after: from,
        p_limit: limit,
        p_kinds: kinds === undefined || kinds === '' ? undefined : kinds.split(','),
      })
    const page = await ask(Number(after))
    const seconds = Math.min(Number(wait), longestWaitSeconds)
    return page.events.length > 0 || seconds === 0 ? page : await waitFor({ call, studioId, page, ask, seconds })
  },
})

type Waiting = {
  call: Call
  studioId: string
  page: Page
  ask: (after: number) => Promise<Page>
  seconds: number
}

async function waitFor({ call, studioId, page, ask, seconds }: Waiting): Promise<Page> {
  const until = performance.now() + seconds * 1000
  const news = await listenForNews(call, studioId, seconds * 1000)
  try {
    // Something may have happened before the channel was joined.
    let latest = await ask(page.cursor)
    while (latest.events.length === 0 && performance.now() < until && !call.request.signal.aborted) {
      await news.next(until - performance.now())
      latest = await ask(latest.cursor)
    }
    return latest
  } finally {
    news.close()
  }
}
