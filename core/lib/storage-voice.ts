/** Over-long waits, sizes and broken servers: what whoever stands in front of the server says of it is true as well. */
export const isSaidByAny = (status: number): boolean => [408, 413, 429].includes(status) || status >= 500

export const typeOf = ({ headers }: Response): string => headers.get('content-type')?.toLowerCase() ?? ''
export const isJson = (response: Response): boolean => /^application\/([\w.-]+\+)?json/.test(typeOf(response))
const isPage = (response: Response): boolean => /^(text\/html|application\/xhtml)/.test(typeOf(response))

type Asked = {
  /** Whether bytes were sent: a file that is fetched may be any text. */
  readonly isSent?: boolean
  readonly isInPieces?: boolean
}

/** Whether the storage may have said this; an object store speaks XML, TUS plain text, and no file is kept as a page. */
export async function isOfStorage(
  response: Response,
  { isSent = false, isInPieces = false }: Asked = {},
): Promise<boolean> {
  // An answer about an upload in pieces has no body where it was asked for by HEAD.
  if (isSaidByAny(response.status) || response.headers.has('tus-resumable')) return true
  // An object store answers a PUT with nothing, some of them with an empty page.
  const isEmpty = async (): Promise<boolean> => (await response.clone().text()) === ''
  if (isPage(response)) return isSent && response.ok && (await isEmpty())
  if (isJson(response)) return response.ok || (await isRefusal(response))
  if (isInPieces) return true
  if (!response.ok) return /^(application|text)\/xml/.test(typeOf(response))
  return !isSent || (await isEmpty())
}

/**
 * PostgREST, GoTrue, Storage and the functions give their reason a code; a firewall has words at most. OAuth's own errors are
 * told by their description.
 */
export async function isRefusal(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  // Any value may be asked for its fields this way.
  const said = Object(body) as Readonly<Record<string, unknown>>
  const has = (...names: readonly string[]): boolean => names.some((name) => typeof said[name] === 'string')
  if (has('code', 'error_code', 'statusCode') || (has('error') && has('error_description'))) return true
  // Sign-in's older form, and what a gateway says of tokens; a firewall's JSON repeats its status as well.
  return typeof said['code'] === 'number' && (has('msg') || (response.status === 401 && has('message')))
}

/** The failure of a call that somebody else answered. */
export const notTheServer = (): TypeError => new TypeError('The answer did not come from the studio’s server')

/**
 * Fetches a file by its address. A hotel's sign-in page is no file and a firewall's refusal no word of the storage: they fail with
 * the TypeError of a network that is not there.
 */
export async function fetchStored(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!(await isOfStorage(response))) throw notTheServer()
  return response
}
