import * as v from 'valibot'
import type { SessionStorage } from '#core/gateway/ports.ts'
import { withServerCheck } from '#core/gateway/server-check.ts'
import { CliError } from './cli-error.ts'
import type { HostConfig } from './host.ts'

const sessionShape = v.object({
  access_token: v.string(),
  expires_at: v.number(),
  user: v.object({ id: v.string(), email: v.nullable(v.string()), name: v.string() }),
})

const timeoutMs = 30_000
/** A session with less time left is exchanged again. */
const marginSeconds = 90

/** Returns sessions for an access token, exchanged on demand, renewed before they expire and never stored. */
export function makeTokenSessions(token: string, host: HostConfig, fetch = globalThis.fetch): SessionStorage {
  let session: ReturnType<typeof exchange> | undefined
  return {
    getItem: async () => {
      if (session === undefined || (await session).expires_at - Date.now() / 1000 < marginSeconds)
        session = exchange(token, host, fetch)
      const { access_token, expires_at, user } = await session
      const { id, email, name } = user
      const wire = { id, email: email ?? '', user_metadata: { full_name: name } }
      return JSON.stringify({ access_token, refresh_token: '', token_type: 'bearer', expires_at, user: wire })
    },
    setItem: () => {},
    removeItem: () => {},
  }
}

async function exchange(token: string, host: HostConfig, fetch: typeof globalThis.fetch) {
  const now = Math.floor(Date.now() / 1000)
  const answer = await askFunction(host, { name: 'exchange-token', body: { token } }, fetch)
  if (answer.status === 401)
    throw new CliError(
      'notSignedIn',
      reasonOf(answer) ?? 'This access token is unknown, expired or revoked.',
      'Make another one: studio-cli auth token create <name>',
    )
  const session = v.safeParse(sessionShape, answer.body)
  if (answer.status !== 200 || !session.success) throw refused(host, answer)
  const { access_token, expires_at, user } = session.output
  // Counted on this machine's clock, which may be days off the server's.
  return { access_token, user, expires_at: now + expires_at - (readIssuedAt(access_token) ?? now) }
}

/** Returns when the server issued a token (RFC 7519), in seconds on its clock. */
function readIssuedAt(token: string): number | undefined {
  try {
    const claims = v.safeParse(
      v.object({ iat: v.number() }),
      JSON.parse(Buffer.from(token.split('.')[1] ?? '', 'base64url').toString()),
    )
    return claims.success ? claims.output.iat : undefined
  } catch {
    return undefined
  }
}

type Answer = { readonly status: number; readonly body: unknown }

/** Calls an edge function that accepts callers without a session. */
export async function askFunction(
  host: HostConfig,
  { name, body }: { readonly name: string; readonly body: object },
  fetch = globalThis.fetch,
): Promise<Answer> {
  try {
    const response = await withServerCheck(fetch)(`${host.supabaseUrl}/functions/v1/${name}`, {
      method: 'POST',
      headers: { apikey: host.supabasePublishableKey, 'content-type': 'application/json' },
      body: JSON.stringify(body),
      signal: AbortSignal.timeout(timeoutMs),
    })
    return { status: response.status, body: await response.json().catch(() => undefined) }
  } catch {
    throw new CliError('offline', `No answer from ${host.supabaseUrl}.`, 'Try again when it is back.')
  }
}

/** Returns the error for a function's refusal. */
export function refused({ url }: HostConfig, { status, body }: Answer): CliError {
  const isDown = status === 429 || status >= 500
  return new CliError(isDown ? 'offline' : 'failure', reasonOf({ body }) ?? `${url} answers ${status}.`)
}

/** Returns the reason a function gives for its refusal. */
function reasonOf({ body }: Pick<Answer, 'body'>): string | undefined {
  const { error }: { error?: unknown } = Object(body)
  return typeof error === 'string' && error !== '' ? `${error}.` : undefined
}
