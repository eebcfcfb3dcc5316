import type { Session, SessionGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { credentialsPath } from './credentials.ts'
import { withFileLock } from './file-lock.ts'
import type { Io } from './io.ts'

/** A session that ends within this time is refreshed first. */
const marginMs = 60_000

/**
 * Returns the stored session, valid for at least another minute. Many commands may start at once with the same sign-in,
 * so a lock lets only one of them use the refresh token, which works once.
 */
export async function loadOwnSession(sessions: SessionGateway, io: Pick<Io, 'env'>): Promise<Session> {
  const kept = await loadKept(sessions)
  if (isGood(kept)) return kept
  return await withFileLock(`${credentialsPath(io)}.lock`, async () => {
    const now = await loadKept(sessions)
    return isGood(now) ? now : await sessions.refresh()
  })
}

async function loadKept(sessions: SessionGateway): Promise<Session> {
  const session = await sessions.load()
  if (session === undefined) throw new AppError('no-active-session', messages['no-active-session'])
  return session
}

const isGood = ({ expiresAt }: Session): boolean => expiresAt - Date.now() > marginMs
