import { defaultKeyChoices, KEY_CHOICES_KEY, parseKeyChoices, type KeyChoices } from './key-choices.ts'
import type { Result } from '#core/lib/result.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { savePreference } from './save-preference.ts'

type KeyContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/**
 * Loads a person's shortcuts, or the defaults if nothing valid is stored. Fails with an `AppError` if the server cannot
 * be reached.
 */
export async function loadKeyChoices({ gateway, userId }: KeyContext): Promise<KeyChoices> {
  return parseKeyChoices(await gateway.preferences.load(userId, KEY_CHOICES_KEY)) ?? defaultKeyChoices
}

/** Saves a person's shortcuts; fails with `settings-save-failed` and the reason. */
export async function saveKeyChoices(choices: KeyChoices, { gateway, userId }: KeyContext): Promise<Result<void>> {
  return await savePreference(KEY_CHOICES_KEY, choices, { gateway, userId })
}
