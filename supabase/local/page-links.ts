import { withHeaders } from './http.ts'
import type { Queryable } from './queryable.ts'

/** The limit of a hosted project's API. */
export const mostRowsInAnswer = 1000

type NamePage = (request: Request, response: Response) => Promise<Response>

/** Adds the page limit, and the link to the next page, to responses with rows of a table or a procedure. */
export function makeNamePage(database: Pick<Queryable, 'query'>): NamePage {
  let loading: Promise<ReadonlySet<string>> | undefined
  return async (request, response) => {
    const [, procedure] = /^\/rest\/v1\/rpc\/([^/]+)$/.exec(new URL(request.url).pathname) ?? []
    if (procedure === undefined) return request.method === 'GET' ? namePage(request, response) : response
    if (!response.ok) return response
    try {
      // They only change with the schema, which is fixed while a host runs.
      loading ??= readListing(database)
      return (await loading).has(procedure) ? namePage(request, response) : response
    } catch {
      // The database was unavailable for a moment; the response is complete anyway.
      loading = undefined
      return response
    }
  }
}

/** The procedures that return rows; others return one value. */
async function readListing(database: Pick<Queryable, 'query'>): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and proretset`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** In a header (RFC 8288), if there may be a next page. */
function namePage(request: Request, response: Response): Response {
  const url = new URL(request.url)
  const range = /^(\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '')
  if (range === null) return response
  const [first, last] = [Number(range[1]), Number(range[2])]
  const asked = /^(\d+)-(\d+)$/.exec(request.headers.get('range') ?? '')
  const inRange = asked === null ? mostRowsInAnswer : Number(asked[2]) - Number(asked[1]) + 1
  const limit = Math.min(Number(url.searchParams.get('limit') ?? mostRowsInAnswer), inRange, mostRowsInAnswer)
  const headers = { 'page-limit': String(mostRowsInAnswer) }
  if (last - first + 1 < limit) return withHeaders(response, headers)
  // With the same query, but without the range of this page.
  if (asked !== null) url.searchParams.set('limit', String(limit))
  url.searchParams.set('offset', String(last + 1))
  return withHeaders(response, { ...headers, link: `<${url.pathname}${url.search}>; rel="next"` })
}
