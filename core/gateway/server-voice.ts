import type { Fetch } from './http.ts'

/**
 * Fetches, and takes only the studio's server at its word. The sign-in page of a hotel's network, a firewall's refusal or a
 * proxy's error page is no answer: it fails with the TypeError of a network that is not there, so that nothing is refused,
 * deleted or shown on its account.
 */
export function hearServer(fetch: Fetch): Fetch {
  return async (input, init) => {
    const response = await fetch(input, init)
    const { pathname } = new URL(input instanceof Request ? input.url : input, 'http://localhost')
    if (!(await isOfServer(response, pathname))) throw notTheServer()
    return response
  }
}

/** Whether the storage may have said this to bytes that were sent to it; an object store speaks XML, TUS plain text. */
export async function isOfStorage(response: Response): Promise<boolean> {
  // An answer about an upload in pieces has no body where it was asked for by HEAD.
  if (isSaidByAny(response.status) || response.headers.has('tus-resumable')) return true
  return !isPage(response) && (response.ok || !isJson(response) || (await isRefusal(response)))
}

/** The failure of a call that somebody else answered. */
export const notTheServer = (): TypeError => new TypeError('The answer is not of the studio’s server')

/** Over-long waits, sizes and broken servers: what whoever stands in front of the server says of it is true as well. */
const isSaidByAny = (status: number): boolean => [408, 413, 429].includes(status) || status >= 500

const typeOf = ({ headers }: Response): string => headers.get('content-type')?.toLowerCase() ?? ''
const isPage = (response: Response): boolean => /^(text\/html|application\/xhtml)/.test(typeOf(response))

async function isOfServer(response: Response, path: string): Promise<boolean> {
  if (isSaidByAny(response.status)) return true
  if (/\/storage\/v1\//.test(path)) return await isOfStorage(response)
  if (isJson(response)) return response.ok || (await isRefusal(response))
  // Nothing to say, as to a write: an answer without a type.
  return response.ok && typeOf(response) === ''
}

const isJson = (response: Response): boolean => /^application\/([\w.-]+\+)?json/.test(typeOf(response))

/**
 * PostgREST, GoTrue, Storage and the functions give their reason a code; a firewall has words at most. OAuth's own errors are
 * told by their description.
 */
async function isRefusal(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  // Any value may be asked for its fields this way.
  const said = Object(body) as Readonly<Record<string, unknown>>
  const has = (...names: readonly string[]): boolean => names.some((name) => typeof said[name] === 'string')
  if (has('code', 'error_code', 'statusCode') || (has('error') && has('error_description'))) return true
  return typeof said['code'] === 'number' && has('msg', 'message')
}
