import { attempt } from '#core/lib/attempt.ts'
import type { EpochMs } from '#core/lib/calendar-date.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type RoleId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }
type Membership = { readonly studioId: StudioId; readonly userId: UserId }

/** Changes a member's role. Fails with `role-update-failed` if the server says why, else with `role-update-error`. */
export async function setMemberRole(
  { studioId, userId, roleId }: Membership & { readonly roleId: RoleId },
  { gateway }: Context,
): Promise<Result<void>> {
  try {
    const member = { p_studio_id: studioId, p_user_id: userId }
    const args = { ...member, p_new_role_id: roleId, p_operation_id: crypto.randomUUID() }
    const answer: unknown = await gateway.call('update_studio_member_role', args)
    const { success, error }: { success?: unknown; error?: unknown } = Object(answer)
    if (success === true) return ok(undefined)
    const reason = typeof error === 'string' ? error : messages.unexpected
    return err(new AppError('role-update-failed', messages['role-update-failed'](reason)))
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { message, retryable } = cause
    return err(new AppError('role-update-error', messages['role-update-error'](message), { cause, retryable }))
  }
}

/** Archives a member, who keeps their history and loses access, or restores them (ruling 5). */
export async function setMemberArchived(
  { studioId, userId, isArchived }: Membership & { readonly isArchived: boolean },
  context: Context,
): Promise<Result<void>> {
  const args = { p_studio_id: studioId, p_user_id: userId, p_is_archived: isArchived }
  return await attempt(async () => {
    await context.gateway.call('set_member_archived', args)
  })
}

/** Ends a membership, never the person's comments or revisions (ruling 5). */
export async function removeMember({ studioId, userId }: Membership, context: Context): Promise<Result<void>> {
  return await attempt(async () => {
    await context.gateway.call('remove_studio_member', { p_studio_id: studioId, p_user_id: userId })
  })
}

/** Somebody who was removed from a studio, with their former role. */
export type RemovedMember = {
  readonly userId: UserId
  readonly displayName: string
  readonly email: string
  readonly avatarUrl: string | undefined
  /** Their former role, which they get back when readmitted. */
  readonly role: string
  readonly removedAt: EpochMs
}

type WireRemoved = {
  readonly user_id: string
  readonly role: string
  readonly display_name: string
  readonly email: string
  readonly avatar_url: string | null
  readonly removed_at: string
}

/** Lists the people whom the caller may readmit, last removed first; empty for callers who may not manage users. */
export async function listRemovedMembers(studioId: StudioId, { gateway }: Context): Promise<readonly RemovedMember[]> {
  const rows = await gateway.call('list_removed_members', { p_studio_id: studioId })
  if (!Array.isArray(rows)) return []
  // The procedure's own columns (list_removed_members).
  return (rows as readonly WireRemoved[]).map((row) => ({
    userId: toId<UserId>(row.user_id),
    displayName: row.display_name,
    email: row.email,
    avatarUrl: row.avatar_url ?? undefined,
    role: row.role,
    removedAt: Date.parse(row.removed_at),
  }))
}

/** Readmits a removed member with the role they had. */
export async function readmitMember({ studioId, userId }: Membership, { gateway }: Context): Promise<Result<void>> {
  return await attempt(async () => {
    await gateway.call('readmit_member', { p_studio_id: studioId, p_user_id: userId })
  })
}
