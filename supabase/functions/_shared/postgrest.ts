import type { Call } from './call.ts'
import { Failure } from './failure.ts'
import { badToken, explainRefusal } from './token-words.ts'

type Refusal = { code?: string; message?: string }

/** Calls a database procedure as the caller. The database's refusals keep their status, code and message. */
export async function callProcedure<Answer>(
  { context, token }: Pick<Call, 'context' | 'token'>,
  name: string,
  args: Record<string, unknown>,
): Promise<Answer> {
  // A key that bypasses row rules is only accepted as both apikey and token.
  const apikey = token === context.serviceKey ? token : context.publishableKey
  const response = await fetch(`${context.supabaseUrl}/rest/v1/rpc/${name}`, {
    method: 'POST',
    headers: { apikey, authorization: `Bearer ${token}`, 'content-type': 'application/json' },
    body: JSON.stringify(args),
  })
  // The procedures return the types their callers here declare; they are developed together.
  if (response.status === 204) return undefined as Answer
  if (response.ok) return (await response.json()) as Answer
  const refusal: Refusal = await response.json().catch(() => ({}))
  if (response.status === 401) throw badToken(explainRefusal(refusal))
  if (response.status >= 500)
    throw new Failure({ status: 502, code: 'database_unavailable', message: 'The database did not answer' })
  throw new Failure({
    status: response.status,
    code: refusal.code ?? 'refused',
    message: refusal.message ?? 'The request was refused',
  })
}
