import { foldName } from '#core/lib/slug.ts'
import type { Gateway } from '#core/gateway/ports.ts'
import { isUuid, toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import { savePreference } from './save-preference.ts'
import type { Result } from '#core/lib/result.ts'

/**
 * A sentence saved under a name, optionally with a key. It refers to one studio's data, and is available only there.
 */
export type Macro = {
  readonly name: string
  readonly sentence: string
  readonly keys?: string
  /** Absent for macros saved before they belonged to a studio, which are available everywhere. */
  readonly studioId?: StudioId
}

/** The preference key of a person's macros. */
const MACROS_KEY = 'macros'

export const mostMacros = 100
export const longestMacroName = 60
export const longestMacroSentence = 500

type MacroContext = { readonly userId: UserId; readonly gateway: Pick<Gateway, 'preferences'> }

/** Reads stored macros, leaving out corrupt ones. */
export function parseMacros(value: unknown): readonly Macro[] {
  if (!Array.isArray(value)) return []
  return value.flatMap((each: unknown): Macro[] => {
    if (typeof each !== 'object' || each === null) return []
    const { name, sentence, keys, studioId }: { [Field in keyof Macro]?: unknown } = each
    if (typeof name !== 'string' || typeof sentence !== 'string' || foldName(name) === '') return []
    return [
      {
        name,
        sentence,
        ...(typeof keys === 'string' && { keys }),
        ...(isUuid(studioId) && { studioId: toId<StudioId>(studioId) }),
      },
    ]
  })
}

/** Returns the macros available in a studio. */
export function macrosOf<Kept extends Pick<Macro, 'studioId'>>(
  macros: readonly Kept[],
  studioId: StudioId | undefined,
): readonly Kept[] {
  return macros.filter((each) => each.studioId === undefined || each.studioId === studioId)
}

/** Finds a macro by name, ignoring case and accents. */
export function findMacro(macros: readonly Macro[], name: string): Macro | undefined {
  return macros.find((each) => foldName(each.name) === foldName(name))
}

/** Loads a person's macros, in order of name. Fails with an `AppError` if the server cannot be reached. */
export async function loadMacros({ gateway, userId }: MacroContext): Promise<readonly Macro[]> {
  return parseMacros(await gateway.preferences.load(userId, MACROS_KEY))
}

/** Saves a person's macros; fails with `settings-save-failed` and the reason. */
export async function saveMacros(macros: readonly Macro[], context: MacroContext): Promise<Result<void>> {
  return await savePreference(MACROS_KEY, macros, context)
}
