import type { FunctionContext } from '../_shared/context.ts'
import { callProcedure } from '../_shared/postgrest.ts'

/**
 * The target of a digest's unsubscribe link: ?token=…; mail programs send no session, only the token. A POST ends the
 * digests (RFC 8058). A GET only shows the person their settings, because link scanners open it too.
 */
export async function handler(request: Request, context: FunctionContext): Promise<Response> {
  const appUrl = (context.env['PUBLIC_URL'] ?? '').replace(/\/+$/, '')
  if (request.method === 'GET' || request.method === 'HEAD')
    return new Response(null, { status: 303, headers: { location: `${appUrl}/#user-settings` } })
  if (request.method !== 'POST') return new Response('Use POST', { status: 405, headers: { allow: 'GET, POST' } })
  const token = new URL(request.url).searchParams.get('token') ?? ''
  const isKnown =
    /^[0-9a-f]{8}(-[0-9a-f]{4}){3}-[0-9a-f]{12}$/.test(token) &&
    (await callProcedure<boolean>({ context, token: context.serviceKey }, 'stop_digest', { p_token: token }))
  return isKnown
    ? new Response('You will get no more digests.')
    : new Response('This link is not valid', { status: 404 })
}
