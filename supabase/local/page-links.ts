import { withHeaders } from './http.ts'

/** As a hosted project's API has it. */
export const mostRowsInAnswer = 1000

/** Says of a list how many rows a page has at most, and where the next one is (RFC 8288), as far as there may be one. */
export function namePage(request: Request, response: Response): Response {
  const url = new URL(request.url)
  const range = /^(\d+)-(\d+)\//.exec(response.headers.get('content-range') ?? '')
  if (request.method !== 'GET' || url.pathname.startsWith('/rest/v1/rpc/') || range === null) return response
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
