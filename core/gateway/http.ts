import { AppError } from '#core/lib/errors.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** The server's address and the caller's credentials. */
export type Http = {
  /** Without a trailing slash. */
  readonly url: string
  readonly apiKey: string
  /**
   * Fetches as the signed-in person, retrying once with a fresh token after a 401; returns a 2xx response or fails with
   * an `AppError`.
   */
  readonly fetch: Fetch
  /** Same as `fetch`, but returns any response. */
  readonly ask: Fetch
  /** Returns the authentication headers, with a renewed token if `isFresh`. */
  readonly loadHeaders: (isFresh?: boolean) => Promise<Readonly<Record<string, string>>>
  /** Fetches without credentials, for addresses that carry their own. */
  readonly plainFetch: Fetch
}

/** The longest wait for a response. */
const timeoutMs = 60_000

type HttpDeps = {
  readonly url: string
  readonly apiKey: string
  readonly fetch: Fetch
  readonly tokens: {
    readonly load: () => Promise<string>
    readonly refresh: () => Promise<unknown>
  }
}

/** Makes the HTTP client for a server. */
export function makeHttp({ url, apiKey, fetch, tokens }: HttpDeps): Http {
  async function loadHeaders(isFresh = false): Promise<Record<string, string>> {
    if (isFresh) await tokens.refresh()
    return { apikey: apiKey, authorization: `Bearer ${await tokens.load()}` }
  }

  async function call(input: RequestInfo | URL, init: RequestInit | undefined, isFresh: boolean): Promise<Response> {
    const headers = new Headers(init?.headers)
    for (const [name, value] of Object.entries(await loadHeaders(isFresh))) headers.set(name, value)
    const limit = AbortSignal.timeout(timeoutMs)
    const signal = init?.signal ? AbortSignal.any([init.signal, limit]) : limit
    return await fetch(input, { ...init, headers, signal })
  }

  const ask: Fetch = async (input, init) => {
    const response = await call(input, init, false)
    const isRefused =
      (await isTokenRefused(response)) || (init?.method === 'HEAD' && [400, 403].includes(response.status))
    return isRefused ? await call(input, init, true) : response
  }

  return {
    url,
    apiKey,
    ask,
    loadHeaders,
    plainFetch: fetch,
    fetch: async (input, init) => {
      try {
        const response = await ask(input, init)
        if (!response.ok) throw errorOfAnswer(response, await readBody(response))
        return response
      } catch (cause) {
        throw errorOfFailure(cause)
      }
    },
  }
}

/**
 * Tells whether a response rejects the token; hosted storage puts that in the body of a 400, and answers a HEAD with a
 * bare 400 or 403.
 */
export async function isTokenRefused(response: Response): Promise<boolean> {
  if (response.status === 401) return true
  if (response.status !== 400 && response.status !== 403) return false
  const body: unknown = await response
    .clone()
    .json()
    .catch(() => undefined)
  return ['401', '403'].includes(String(Object(body).statusCode))
}

/** Calls an edge function and reads its JSON. */
export async function callFunction(
  http: Http,
  name: string,
  request: {
    readonly body?: unknown
    readonly search?: Readonly<Record<string, string>>
    readonly signal?: AbortSignal
  },
): Promise<unknown> {
  const address = new URL(`${http.url}/functions/v1/${name}`)
  for (const [key, value] of Object.entries(request.search ?? {})) address.searchParams.set(key, value)
  const response = await http.fetch(address, {
    ...(request.body === undefined
      ? {}
      : { method: 'POST', body: JSON.stringify(request.body), headers: { 'content-type': 'application/json' } }),
    ...(request.signal === undefined ? {} : { signal: request.signal }),
  })
  return await response.json()
}

async function readBody(response: Response): Promise<unknown> {
  const text = await response.text()
  try {
    return JSON.parse(text)
  } catch {
    return { message: text.length < 300 ? text : '' }
  }
}

/** Returns the error for a response of an unexpected shape. */
export function badAnswer(what: string): AppError {
  return new AppError('unexpected', `The server's answer to ${what} could not be read.`)
}
