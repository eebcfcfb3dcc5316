import type { Gateway } from '../gateway/ports.ts'
import { AppError } from '../lib/errors.ts'
import type { RoleId, StudioId, UserId } from '../lib/ids.ts'
import { messages } from '../lib/messages.ts'
import { err, ok, type Result } from '../lib/result.ts'

type Context = { readonly gateway: Pick<Gateway, 'call'> }
type Membership = { readonly studioId: StudioId; readonly userId: UserId }

/** Gives a member another role. Fails with `role-update-failed` where the server says why not, else with `role-update-error`. */
export async function setMemberRole(
  { studioId, userId, roleId }: Membership & { readonly roleId: RoleId },
  { gateway }: Context,
): Promise<Result<void>> {
  try {
    const args = { p_studio_id: studioId, p_user_id: userId, p_new_role_id: roleId }
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

/** Archives a member, who keeps their history and loses access, or brings them back (ruling 5). */
export async function setMemberArchived(
  { studioId, userId, isArchived }: Membership & { readonly isArchived: boolean },
  context: Context,
): Promise<Result<void>> {
  const args = { p_studio_id: studioId, p_user_id: userId, p_is_archived: isArchived }
  return await attempt(() => context.gateway.call('set_member_archived', args))
}

/** Ends a membership, never the person's comments or revisions (ruling 5). */
export async function removeMember({ studioId, userId }: Membership, context: Context): Promise<Result<void>> {
  return await attempt(() => context.gateway.call('remove_studio_member', { p_studio_id: studioId, p_user_id: userId }))
}

async function attempt(call: () => Promise<unknown>): Promise<Result<void>> {
  try {
    await call()
    return ok(undefined)
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
}
