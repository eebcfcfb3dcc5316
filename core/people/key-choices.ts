/** A person's own keys. */
export type KeyChoices = {
  /** Off: letters, digits and symbols alone do nothing (WCAG 2.1.4). */
  readonly hasSingleKeys: boolean
  /** Keys by command id; an empty list takes a command's keys away. */
  readonly remapped: Readonly<Record<string, readonly string[]>>
}

/** The preference key of a person's own keys. */
export const KEY_CHOICES_KEY = 'keys'

/** Every command has its own keys, the single ones too. */
export const defaultKeyChoices: KeyChoices = { hasSingleKeys: true, remapped: {} }

/** Reads stored key choices; absent when they are corrupt, single entries that are corrupt left out. */
export function parseKeyChoices(value: unknown): KeyChoices | undefined {
  if (typeof value !== 'object' || value === null) return undefined
  const { hasSingleKeys, remapped }: { hasSingleKeys?: unknown; remapped?: unknown } = value
  if (typeof hasSingleKeys !== 'boolean' || typeof remapped !== 'object' || remapped === null) return undefined
  const entries: [string, unknown][] = Object.entries(remapped)
  return {
    hasSingleKeys,
    remapped: Object.fromEntries(
      entries.flatMap(([commandId, keys]) =>
        Array.isArray(keys) && keys.every((key) => typeof key === 'string') ? [[commandId, keys]] : [],
      ),
    ),
  }
}
