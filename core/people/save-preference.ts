import type { Gateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import type { UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'

type PreferenceContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** Saves a person's own setting; fails with `settings-save-failed` and the reason. */
export async function savePreference(
  key: string,
  value: unknown,
  { gateway, userId }: PreferenceContext,
): Promise<Result<void>> {
  try {
    await gateway.preferences.save(userId, key, value)
    return ok(undefined)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { retryable, message } = cause
    return err(new AppError('settings-save-failed', messages['settings-save-failed'](message), { cause, retryable }))
  }
}
