import type { RoleName } from '#core/schema/user-roles.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }

/** How long a token is valid by default, and at most, in days. */
export const tokenDays = { usual: 90, most: 366 } as const

/** An access token as its studio lists it, without the token itself. */
export type ListedToken = {
  readonly id: string
  readonly name: string
  /** The token's last characters, to tell it apart. */
  readonly hint: string
  readonly userId: UserId
  readonly userName: string
  readonly isService: boolean
  readonly createdAt: EpochMs
  readonly expiresAt: EpochMs
  readonly lastUsedAt: EpochMs | undefined
  readonly revokedAt: EpochMs | undefined
}

/** A new token; this is the only time it can be read. */
export type MadeToken = { readonly id: string; readonly token: string; readonly expiresAt: EpochMs }

/** A program's account, which acts only through its tokens. */
export type ServiceAccount = {
  readonly id: UserId
  readonly name: string
  readonly role: string
  readonly createdAt: EpochMs
  /** The number of its valid tokens. */
  readonly tokenCount: number
  readonly lastUsedAt: EpochMs | undefined
}

export type TokenInput = {
  readonly studioId: StudioId
  readonly name: string
  readonly days?: number
  /** The account it acts as; the caller by default. */
  readonly serviceAccountId?: UserId
}

/**
 * Creates a token that acts in one studio only. Fails with an `AppError`, also for callers who are signed in with a
 * token themselves.
 */
export async function createAccessToken(input: TokenInput, { gateway }: Context): Promise<MadeToken> {
  const { studioId, name, days = tokenDays.usual, serviceAccountId } = input
  const answer = await gateway.call('create_access_token', {
    p_studio_id: studioId,
    p_name: name,
    p_days: days,
    ...(serviceAccountId !== undefined && { p_service_account_id: serviceAccountId }),
  })
  // The procedure's own answer (create_access_token).
  const { id, token, expires_at } = answer as { id: string; token: string; expires_at: string }
  return { id, token, expiresAt: Date.parse(expires_at) }
}

/** Lists the caller's tokens in a studio, or everybody's for those who may manage its users; newest first. */
export async function listAccessTokens(studioId: StudioId, { gateway }: Context): Promise<readonly ListedToken[]> {
  const rows = await loadRows<WireToken>(gateway, 'list_access_tokens', studioId)
  return rows.map((row) => ({
    id: row.id,
    name: row.name,
    hint: row.hint,
    userId: toId<UserId>(row.user_id),
    userName: row.user_name,
    isService: row.is_service,
    createdAt: Date.parse(row.created_at),
    expiresAt: Date.parse(row.expires_at),
    lastUsedAt: toTime(row.last_used_at),
    revokedAt: toTime(row.revoked_at),
  }))
}

/** Revokes a token and ends its sessions at once; repeatable. */
export async function revokeAccessToken(tokenId: string, { gateway }: Context): Promise<void> {
  await gateway.call('revoke_access_token', { p_token_id: tokenId })
}

/** Creates an account for programs with a role below the caller's, and returns its id. */
export async function createServiceAccount(
  { studioId, name, role }: { readonly studioId: StudioId; readonly name: string; readonly role: RoleName },
  { gateway }: Context,
): Promise<UserId> {
  const args = { p_studio_id: studioId, p_name: name, p_role: role }
  // The procedure's own answer (create_service_account).
  const { id } = (await gateway.call('create_service_account', args)) as { id: string }
  return toId<UserId>(id)
}

/** Lists a studio's service accounts by name; empty for callers who may not manage its users. */
export async function listServiceAccounts(
  studioId: StudioId,
  { gateway }: Context,
): Promise<readonly ServiceAccount[]> {
  const rows = await loadRows<WireAccount>(gateway, 'list_service_accounts', studioId)
  return rows.map((row) => ({
    id: toId<UserId>(row.id),
    name: row.name,
    role: row.role,
    createdAt: Date.parse(row.created_at),
    tokenCount: row.token_count,
    lastUsedAt: toTime(row.last_used_at),
  }))
}

/** Ends a service account's tokens and membership; its posts stay. */
export async function deleteServiceAccount(id: UserId, { gateway }: Context): Promise<void> {
  await gateway.call('delete_service_account', { p_id: id })
}

/** Returns the name of the machine that shows a code. Fails with an `AppError` for a wrong or expired code. */
export async function findWaitingMachine(code: string, { gateway }: Context): Promise<string> {
  // The procedure's own answer (describe_device_sign_in).
  const answer = (await gateway.call('describe_device_sign_in', { p_user_code: code })) as { client_name: string }
  return answer.client_name
}

/** Lets the machine that shows a code act as the caller in one studio; without a studio, rejects it. */
export async function decideMachine(
  { code, studioId }: { readonly code: string; readonly studioId: StudioId | undefined },
  { gateway }: Context,
): Promise<void> {
  await gateway.call('decide_device_sign_in', {
    p_user_code: code,
    p_studio_id: studioId ?? null,
    p_is_approved: studioId !== undefined,
  })
}

type WireToken = {
  readonly id: string
  readonly name: string
  readonly hint: string
  readonly user_id: string
  readonly user_name: string
  readonly is_service: boolean
  readonly created_at: string
  readonly expires_at: string
  readonly last_used_at: string | null
  readonly revoked_at: string | null
}

type WireAccount = {
  readonly id: string
  readonly name: string
  readonly role: string
  readonly created_at: string
  readonly token_count: number
  readonly last_used_at: string | null
}

async function loadRows<Row>(
  gateway: Context['gateway'],
  procedure: 'list_access_tokens' | 'list_service_accounts',
  studioId: StudioId,
): Promise<readonly Row[]> {
  const rows = await gateway.call(procedure, { p_studio_id: studioId })
  // The procedure's own columns.
  return Array.isArray(rows) ? (rows as readonly Row[]) : []
}

function toTime(text: string | null): EpochMs | undefined {
  return text === null ? undefined : Date.parse(text)
}
