import type { FunctionHandler } from '../_shared/context.ts'
import { makeForwarder } from '../_shared/endpoint.ts'
import { explainRefusal } from '../_shared/token-words.ts'

const passedOn = ['accept', 'content-type', 'prefer', 'range', 'range-unit', 'idempotency-key']

/**
 * The REST address for programs: `/functions/v1/api/rpc/<procedure>` and `/functions/v1/api/<table>` are `/rest/v1/…`,
 * called with an access token itself. The embedded host accepts such a token at `/rest/v1` directly.
 */
export const handler: FunctionHandler = makeForwarder(async ({ request, context, token }) => {
  const { pathname, search } = new URL(request.url)
  const place = pathname.replace(/^(?:\/functions\/v1)?\/api\/?/, '')
  const headers = new Headers({ apikey: context.publishableKey, authorization: `Bearer ${token}` })
  for (const name of passedOn) {
    const value = request.headers.get(name)
    if (value !== null) headers.set(name, value)
  }
  const isReading = request.method === 'GET' || request.method === 'HEAD'
  const answer = await fetch(`${context.supabaseUrl}/rest/v1/${place}${search}`, {
    method: request.method,
    headers,
    ...(!isReading && { body: await request.arrayBuffer() }),
  })
  const kept = new Headers(answer.headers)
  // fetch has decompressed the body.
  for (const name of ['content-encoding', 'content-length', 'transfer-encoding']) kept.delete(name)
  // A hosted project's reason for refusing a session is written for programmers.
  if (answer.headers.get('www-authenticate')?.includes('invalid_token') === true) {
    const refusal = (await answer.json()) as { readonly message?: string }
    return Response.json({ ...refusal, message: explainRefusal(refusal) }, { status: answer.status, headers: kept })
  }
  return new Response(answer.body, { status: answer.status, headers: kept })
})
