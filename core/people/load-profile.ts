import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { OwnProfile } from './profile.ts'

/** Loads a person's own profile from the server. Fails with an `AppError`. */
export async function loadProfile(
  userId: UserId,
  { gateway }: { readonly gateway: Pick<Gateway, 'profiles'> },
): Promise<OwnProfile> {
  return await gateway.profiles.load(userId)
}
