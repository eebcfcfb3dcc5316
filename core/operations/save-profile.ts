import type { UndoEntry } from '../domain/undo-history.ts'
import type { Gateway, OwnProfile } from '../gateway/ports.ts'
import { AppError } from '../lib/errors.ts'
import { err, ok, type Result } from '../lib/result.ts'

export type SaveProfileInput = { readonly before: OwnProfile; readonly after: OwnProfile }
export type SavedProfile = { readonly profile: OwnProfile; readonly undo: UndoEntry<SaveProfileStep> }
type SaveProfileStep = () => Promise<Result<SavedProfile>>

/** Saves the person's own name, picture, Discord handle and notification choices; texts are trimmed. Undo saves the old ones. */
export async function saveProfile(
  { before, after }: SaveProfileInput,
  { profiles }: Pick<Gateway, 'profiles'>,
): Promise<Result<SavedProfile>> {
  const profile: OwnProfile = {
    ...after,
    displayName: after.displayName.trim(),
    discordHandle: after.discordHandle?.trim(),
  }
  try {
    await profiles.save(profile)
  } catch (cause) {
    if (cause instanceof AppError) return err(cause)
    throw cause
  }
  const again = (input: SaveProfileInput): SaveProfileStep => {
    return async () => await saveProfile(input, { profiles })
  }
  const steps = [
    { apply: again({ before, after: profile }), revert: again({ before: profile, after: before }) },
  ] as const
  return ok({ profile, undo: { label: 'Change profile', steps } })
}
