import { defaultKeyChoices, KEY_CHOICES_KEY, parseKeyChoices, type KeyChoices } from './key-choices.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { err, ok, type Result } from '#core/lib/result.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'

type KeyContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** A person's own keys, the defaults where nothing legible was saved. Fails with an `AppError` where the server cannot be asked. */
export async function loadKeyChoices({ gateway, userId }: KeyContext): Promise<KeyChoices> {
  return parseKeyChoices(await gateway.preferences.load(userId, KEY_CHOICES_KEY)) ?? defaultKeyChoices
}

/** Saves a person's own keys; `settings-save-failed` with the reason where that fails. */
export async function saveKeyChoices(choices: KeyChoices, { gateway, userId }: KeyContext): Promise<Result<void>> {
  try {
    await gateway.preferences.save(userId, KEY_CHOICES_KEY, choices)
    return ok(undefined)
  } catch (cause) {
    if (!(cause instanceof AppError)) throw cause
    const { retryable, message } = cause
    return err(new AppError('settings-save-failed', messages['settings-save-failed'](message), { cause, retryable }))
  }
}
