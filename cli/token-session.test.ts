import { afterEach, expect, test, vi } from 'vitest'
import { makeTokenSessions } from './token-session.ts'
import type { HostConfig } from './host.ts'

afterEach(() => void vi.useRealTimers())

const dayMs = 86_400_000
const serverNow = Date.UTC(2026, 10, 22, 12)

/** A server that issues sessions of a quarter of an hour on its own clock, and counts them. */
function aServer() {
  const server = { exchanges: 0, now: serverNow }
  const fetch = async (): Promise<Response> => {
    server.exchanges += 1
    const iat = server.now / 1000
    const claims = Buffer.from(JSON.stringify({ iat, exp: iat + 900, name: 'Æsa?>' })).toString('base64url')
    const user = { id: 'u', email: null, name: 'Farm' }
    await Promise.resolve()
    return Response.json({ access_token: `head.${claims}.sign`, expires_at: iat + 900, user })
  }
  return { server, fetch }
}

test.each([0, dayMs, -dayMs])(
  'a session lasts its full time even if the clock is %d ms off the server’s',
  async (skew) => {
    vi.useFakeTimers({ now: serverNow + skew, toFake: ['Date'] })
    const { server, fetch } = aServer()
    const sessions = makeTokenSessions('token', { supabaseUrl: 'https://api.test' } as HostConfig, fetch)

    const first = JSON.parse(String(await sessions.getItem('xsheet-session'))) as { readonly expires_at: number }
    await sessions.getItem('xsheet-session')
    const before = server.exchanges
    vi.setSystemTime(serverNow + skew + 14 * 60_000)
    server.now += 14 * 60_000
    await sessions.getItem('xsheet-session')

    expect(first.expires_at * 1000 - (serverNow + skew)).toBe(900_000)
    expect([before, server.exchanges]).toEqual([1, 2])
  },
)
