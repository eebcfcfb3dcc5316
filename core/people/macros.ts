import { foldName } from '#core/lib/slug.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import type { UserId } from '#core/lib/ids.ts'
import { savePreference } from './save-preference.ts'
import type { Result } from '#core/lib/result.ts'

/** A sentence that somebody keeps under a name, and the key they gave it. */
export type Macro = { readonly name: string; readonly sentence: string; readonly keys?: string }

/** The preference key of a person's macros. */
const MACROS_KEY = 'macros'

export const mostMacros = 100
export const longestMacroName = 60
export const longestMacroSentence = 500

type MacroContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** Reads stored macros; what is corrupt is left out. */
export function parseMacros(value: unknown): readonly Macro[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown): Macro[] => {
    if (typeof each !== 'object' || each === null) return []
    const { name, sentence, keys }: { name?: unknown; sentence?: unknown; keys?: unknown } = each
    if (typeof name !== 'string' || typeof sentence !== 'string' || foldName(name) === '') return []
    return [{ name, sentence, ...(typeof keys === 'string' && { keys }) }]
  })
}

/** The macro of a name, whatever its case and accents. */
export function findMacro(macros: readonly Macro[], name: string): Macro | undefined {
  return macros.find((each) => foldName(each.name) === foldName(name))
}

/** A person's macros, in the order of their names. Fails with an `AppError` where the server cannot be asked. */
export async function loadMacros({ gateway, userId }: MacroContext): Promise<readonly Macro[]> {
  return parseMacros(await gateway.preferences.load(userId, MACROS_KEY))
}

/** Saves a person's macros; `settings-save-failed` with the reason where that fails. */
export async function saveMacros(macros: readonly Macro[], context: MacroContext): Promise<Result<void>> {
  return await savePreference(MACROS_KEY, macros, context)
}
