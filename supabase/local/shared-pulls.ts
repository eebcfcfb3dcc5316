import { promisify } from 'node:util'
import { constants, gzip } from 'node:zlib'

const compress = promisify(gzip)

/** The same pull so soon after another is one of many caused by one change. */
const soonMs = 5000
/** An answer is kept for as long as other windows may still ask for it. */
const keptMs = 15_000
const mostBytes = 32 * 1024 * 1024
/** Smaller answers are not compressed. */
const leastCompressed = 1024
const mostRecent = 1000

type Bytes = Uint8Array<ArrayBuffer>
/** An answer, also in the form most windows take: compressed once for all of them. */
type Kept = { readonly bytes: Bytes; readonly gzipped: Bytes | undefined; readonly headers: Headers }

/** The arguments of a pull of a space. */
export type SpacePull = { readonly spaceId: string; readonly since: number }

export type SharedPullsParts = {
  /**
   * Everything that decides the answer besides its arguments: the space's revision and what the caller may read there.
   * Two pulls with the same stamp have the same answer. Undefined if the caller may not see the space, or it cannot be
   * determined.
   */
  readonly findStamp: (request: Request, spaceId: string) => Promise<string | undefined>
  /** Milliseconds; this process's clock by default. */
  readonly now?: () => number
}

/**
 * After a large change every window pulls the same rows. The first is answered as usual; of the others one is, and the
 * rest get a copy of that answer, once the database has confirmed that each of them may have it.
 */
export function makeSharedPulls({ findStamp, now = () => performance.now() }: SharedPullsParts) {
  const recent = new Map<string, number>()
  const kept = new Map<string, Promise<Kept | undefined>>()
  let bytes = 0

  function isAskedAgain(key: string): boolean {
    const before = recent.get(key)
    recent.delete(key)
    recent.set(key, now())
    const [oldest] = recent.keys()
    if (recent.size > mostRecent && oldest !== undefined) recent.delete(oldest)
    return before !== undefined && now() - before < soonMs
  }

  function forget(key: string, size: number): void {
    if (kept.delete(key)) bytes -= size
  }

  /** Keeps an answer for later callers; if there is no room, only for those waiting. */
  async function keep(key: string, own: Omit<Kept, 'gzipped'>): Promise<Kept> {
    const gzipped = own.bytes.byteLength < leastCompressed ? undefined : await compressFast(own.bytes)
    const size = own.bytes.byteLength + (gzipped?.byteLength ?? 0)
    if (bytes + size > mostBytes) kept.delete(key)
    else {
      bytes += size
      setTimeout(() => forget(key, size), keptMs).unref()
    }
    return { ...own, gzipped }
  }

  return async (request: Request, pull: SpacePull, ask: () => Promise<Response>): Promise<Response> => {
    const asked = `${pull.spaceId} ${pull.since}`
    if (!isAskedAgain(asked)) return await ask()
    const stamp = await findStamp(request, pull.spaceId)
    if (stamp === undefined) return await ask()
    const key = `${asked} ${stamp}`
    for (let known = kept.get(key); known !== undefined; known = kept.get(key)) {
      const answer = await known
      if (answer !== undefined) return toResponse(answer, request)
    }
    const made = Promise.withResolvers<Kept | undefined>()
    kept.set(key, made.promise)
    const settle = (answer: Kept | undefined): void => {
      if (answer === undefined) kept.delete(key)
      made.resolve(answer)
    }
    try {
      const answer = await ask()
      if (answer.status !== 200) {
        settle(undefined)
        return answer
      }
      const own = { bytes: new Uint8Array(await answer.arrayBuffer()), headers: answer.headers }
      // A caller who became a lead in between has read what others with the first stamp may not.
      const isAsItWas = (await findStamp(request, pull.spaceId)) === stamp
      if (isAsItWas) void keep(key, own).then(settle, () => settle(undefined))
      else settle(undefined)
      return new Response(own.bytes, { headers: own.headers })
    } catch (error) {
      settle(undefined)
      throw error
    }
  }
}

function toResponse({ bytes, gzipped, headers }: Kept, request: Request): Response {
  const takesGzip = /\bgzip\b/.test(request.headers.get('accept-encoding') ?? '')
  if (gzipped === undefined || !takesGzip) return new Response(bytes, { headers })
  const own = new Headers(headers)
  own.set('content-encoding', 'gzip')
  own.append('vary', 'Accept-Encoding')
  own.delete('content-length')
  return new Response(gzipped, { headers: own })
}

/** Many wait for it. */
async function compressFast(bytes: Bytes): Promise<Bytes> {
  return new Uint8Array(await compress(bytes, { level: constants.Z_BEST_SPEED }))
}

/**
 * Returns which space a request pulls; undefined for any other request, and for one that asks for another form of the
 * answer.
 */
export function findSpacePull(request: Request, body: Uint8Array | undefined): SpacePull | undefined {
  const { pathname, search } = new URL(request.url)
  const isPlain = ['prefer', 'range', 'accept-profile'].every((name) => !request.headers.has(name))
  const profile = request.headers.get('content-profile') ?? 'public'
  const accepted = request.headers.get('accept') ?? '*/*'
  if (request.method !== 'POST' || pathname !== '/rest/v1/rpc/pull_space' || search !== '') return undefined
  if (!isPlain || profile !== 'public' || !['*/*', 'application/json'].includes(accepted)) return undefined
  if (body === undefined) return undefined
  const args = readArgs(body)
  const { p_space_id: spaceId, p_since: since = 0, ...others } = args
  if (typeof spaceId !== 'string' || typeof since !== 'number' || Object.keys(others).length > 0) return undefined
  return { spaceId, since }
}

function readArgs(body: Uint8Array): Readonly<Record<string, unknown>> {
  try {
    const args: unknown = JSON.parse(new TextDecoder().decode(body))
    return typeof args === 'object' && args !== null ? { ...args } : {}
  } catch {
    return {}
  }
}
