import { AppError } from '#core/lib/errors.ts'
import { errorOfAnswer, errorOfFailure } from './wire-error.ts'

export type Fetch = (input: RequestInfo | URL, init?: RequestInit) => Promise<Response>

/** Where the server is and how the caller proves who they are. */
export type Http = {
  /** Without a slash at its end. */
  readonly url: string
  readonly apiKey: string
  /** Fetches as the signed-in person, once more with a fresh token after a 401; answers 2xx or fails with an `AppError`. */
  readonly fetch: Fetch
  /** As `fetch`, but hands over whatever the server answers. */
  readonly ask: Fetch
  /** The headers that prove who calls, with a token just renewed where `isFresh`. */
  readonly loadHeaders: (isFresh?: boolean) => Promise<Readonly<Record<string, string>>>
  /** Fetches without proof of who calls, for addresses that carry their own. */
  readonly plainFetch: Fetch
}

/** No single answer is waited for longer than this. */
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

/** The server's address and ways to call it. */
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

/** Whether an answer refuses the token; hosted storage says so in the body of a 400, and to a HEAD without a word. */
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

/** An answer whose shape is not what was agreed. */
export function badAnswer(what: string): AppError {
  return new AppError('unexpected', `The server's answer to ${what} could not be read.`)
}
