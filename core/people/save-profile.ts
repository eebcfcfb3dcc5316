import type { Gateway } from '#core/gateway/ports.ts'
import type { OwnProfile } from './profile.ts'
import { AppError } from '#core/lib/errors.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

/** Saves the person's own name, picture, Discord handle and notification settings, trimmed. Returns what was saved. */
export async function saveProfile(
  after: OwnProfile,
  { gateway }: { readonly gateway: Pick<Gateway, 'profiles'> },
): Promise<Result<OwnProfile>> {
  const profile: OwnProfile = {
    ...after,
    displayName: after.displayName.trim(),
    discordHandle: after.discordHandle?.trim(),
  }
  try {
    await gateway.profiles.save(profile)
    return ok(profile)
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
}
