/** Timeouts, size limits, rate limits and server errors: believed from anything in front of the server as well. */
export const mayComeFromProxy = (status: number): boolean => [408, 413, 429].includes(status) || status >= 500

export const typeOf = ({ headers }: Response): string => headers.get('content-type')?.toLowerCase() ?? ''
export const isJson = (response: Response): boolean => /^application\/([\w.-]+\+)?json/.test(typeOf(response))
const isPage = (response: Response): boolean => /^(text\/html|application\/xhtml)/.test(typeOf(response))

type Asked = {
  /** Whether bytes were uploaded, not fetched: a fetched file may be any text. */
  readonly isSent?: boolean
  readonly isInPieces?: boolean
}

/**
 * Tells whether a response may be the storage's: object stores send XML, TUS plain text, and no file is stored as HTML.
 */
export async function isFromStorage(
  response: Response,
  { isSent = false, isInPieces = false }: Asked = {},
): Promise<boolean> {
  // A HEAD answer about a TUS upload has no body.
  if (mayComeFromProxy(response.status) || response.headers.has('tus-resumable')) return true
  // Object stores answer a PUT with an empty body, some as text/html.
  const isEmpty = async (): Promise<boolean> => (await response.clone().text()) === ''
  if (isPage(response)) return isSent && response.ok && (await isEmpty())
  if (isJson(response)) return response.ok || (await isRefusal(response))
  if (isInPieces) return true
  if (!response.ok) return /^(application|text)\/xml/.test(typeOf(response))
  return !isSent || (await isEmpty())
}

/**
 * Tells whether an error comes from the server: PostgREST, GoTrue, Storage and the edge functions give a code, OAuth an
 * `error_description`; a firewall has words at most.
 */
export async function isRefusal(response: Response): Promise<boolean> {
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  // `Object` allows reading properties of any value.
  const said = Object(body) as Readonly<Record<string, unknown>>
  const has = (...names: readonly string[]): boolean => names.some((name) => typeof said[name] === 'string')
  if (has('code', 'error_code', 'statusCode') || (has('error') && has('error_description'))) return true
  // GoTrue's older form, and a gateway's about tokens. A code alone is no proof: a firewall's JSON repeats its status
  // too.
  return typeof said['code'] === 'number' && (has('msg') || (response.status === 401 && has('message')))
}

/** The error of a call that something other than the server answered. */
export const makeForeignAnswerError = (): TypeError => new TypeError('The answer did not come from the studio’s server')

/**
 * Fetches a stored file by URL. A captive portal's page or a firewall's refusal fails with a TypeError, as if the
 * network were down.
 */
export async function fetchStored(url: string | URL, init?: RequestInit): Promise<Response> {
  const response = await fetch(url, init)
  if (!(await isFromStorage(response))) throw makeForeignAnswerError()
  return response
}
