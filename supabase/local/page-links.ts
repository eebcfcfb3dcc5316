import { withHeaders } from './http.ts'
import type { Queryable } from './queryable.ts'

/** As a hosted project's API has it. */
export const mostRowsInAnswer = 1000

type NamePage = (request: Request, response: Response) => Promise<Response>

/** Says of the rows of a table or a procedure how many a page has at most, and where the next one is. */
export function makeNamePage(database: Pick<Queryable, 'query'>): NamePage {
  let loading: Promise<ReadonlySet<string>> | undefined
  return async (request, response) => {
    const [, procedure] = /^\/rest\/v1\/rpc\/([^/]+)$/.exec(new URL(request.url).pathname) ?? []
    if (procedure === undefined) return request.method === 'GET' ? namePage(request, response) : response
    if (!response.ok) return response
    try {
      // They change with the schema alone, which no host outlives.
      loading ??= readListing(database)
      return (await loading).has(procedure) ? namePage(request, response) : response
    } catch {
      // The database was away for a moment; the answer is whole.
      loading = undefined
      return response
    }
  }
}

/** The procedures that answer rows; what the others answer is one value. */
async function readListing(database: Pick<Queryable, 'query'>): Promise<ReadonlySet<string>> {
  const rows = await database.query<{ name: string }>(
    `select distinct proname as name from pg_proc where pronamespace = 'public'::regnamespace and proretset`,
  )
  return new Set(rows.map(({ name }) => name))
}

/** In a header (RFC 8288), as far as there may be a next page. */
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
  // Asked for as it stands, without the range of this one.
  if (asked !== null) url.searchParams.set('limit', String(limit))
  url.searchParams.set('offset', String(last + 1))
  return withHeaders(response, { ...headers, link: `<${url.pathname}${url.search}>; rel="next"` })
}
