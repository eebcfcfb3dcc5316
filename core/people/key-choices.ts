/** A person's custom keyboard shortcuts. */
export type KeyChoices = {
  /** If false, single letters, digits and symbols do nothing (WCAG 2.1.4). */
  readonly hasSingleKeys: boolean
  /** Keys by command id; an empty list removes a command's keys. */
  readonly remapped: Readonly<Record<string, readonly string[]>>
}

/** The preference key of a person's shortcuts. */
export const KEY_CHOICES_KEY = 'keys'

/** The defaults: every command has its own keys, including single ones. */
export const defaultKeyChoices: KeyChoices = { hasSingleKeys: true, remapped: {} }

/** Reads stored shortcuts, without corrupt entries; undefined if they are corrupt as a whole. */
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
