import { defaultKeyChoices, KEY_CHOICES_KEY, parseKeyChoices, type KeyChoices } from './key-choices.ts'
import type { Result } from '#core/lib/result.ts'
import type { UserId } from '#core/lib/ids.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { savePreference } from './save-preference.ts'

type KeyContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** A person's own keys, the defaults where nothing legible was saved. Fails with an `AppError` where the server cannot be asked. */
export async function loadKeyChoices({ gateway, userId }: KeyContext): Promise<KeyChoices> {
  return parseKeyChoices(await gateway.preferences.load(userId, KEY_CHOICES_KEY)) ?? defaultKeyChoices
}

/** Saves a person's own keys; `settings-save-failed` with the reason where that fails. */
export async function saveKeyChoices(choices: KeyChoices, { gateway, userId }: KeyContext): Promise<Result<void>> {
  return await savePreference(KEY_CHOICES_KEY, choices, { gateway, userId })
}
