import { attempt } from '#core/lib/attempt.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { StudioId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { type Result } from '#core/lib/result.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** An invite link as its studio lists it, without the token. */
export type ListedInvite = {
  readonly id: string
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  readonly isValid: boolean
  readonly useCount: number
}

type WireInvite = {
  readonly id: string
  readonly created_at: string
  readonly expires_at: string
  readonly is_valid: boolean
  readonly use_count: number
}

/** Default lifetime of an invite link, in days (ruling 17). */
export const inviteDays = 14

/** Creates an invite link and returns its token, readable only now. Fails with `invite-token-missing` if none comes. */
export async function createInvite(
  { studioId, days = inviteDays }: { readonly studioId: StudioId; readonly days?: number },
  { gateway }: Context,
): Promise<Result<string>> {
  return await attempt(async () => {
    const rows = await gateway.call('generate_studio_invite', { p_studio_id: studioId, p_expires_in_days: days })
    const token: unknown = Array.isArray(rows) ? Object(rows[0]).token : undefined
    if (typeof token === 'string') return token
    throw new AppError('invite-token-missing', messages['invite-token-missing'])
  })
}

/** Lists a studio's invite links, newest first; empty for callers who may not manage its users. */
export async function listInvites(studioId: StudioId, { gateway }: Context): Promise<readonly ListedInvite[]> {
  const rows = await gateway.call('list_studio_invites', { p_studio_id: studioId })
  if (!Array.isArray(rows)) return []
  // The procedure's own columns (list_studio_invites).
  return (rows as readonly WireInvite[]).map((row) => ({
    id: row.id,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
    isValid: row.is_valid,
    useCount: row.use_count,
  }))
}

/** Revokes an invite link at once. */
export async function revokeInvite(inviteId: string, { gateway }: Context): Promise<Result<void>> {
  return await attempt(async () => {
    await gateway.call('revoke_studio_invite', { p_invite_id: inviteId })
  })
}
