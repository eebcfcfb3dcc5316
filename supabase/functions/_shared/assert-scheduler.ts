import type { FunctionContext } from './context.ts'
import { Failure } from './failure.ts'
import { toHash } from './sign-session.ts'

/**
 * Throws a 401 unless the caller is a program of the deployment with the service key or the secret; a person's session
 * is not enough.
 */
export async function assertScheduler(
  request: Request,
  { serviceKey, env }: FunctionContext,
  secretName = 'DELIVERY_SECRET',
): Promise<void> {
  const given = /^Bearer (\S+)$/i.exec(request.headers.get('authorization') ?? '')?.[1]
  const accepted = [serviceKey, env[secretName]?.trim()].filter(Boolean)
  // Hashes, so that the time of a comparison reveals nothing about the secret.
  const hashes = await Promise.all(accepted.map((secret) => toHash(secret ?? '')))
  if (given !== undefined && hashes.includes(await toHash(given))) return
  throw new Failure({ status: 401, code: 'not_authenticated', message: 'Not authenticated' })
}
