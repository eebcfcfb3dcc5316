import { flag } from '../define-verb.ts'

/** The flag of every command that creates something, so that scripts can be repeated. */
export const ifMissingFlag = flag('--if-missing', 'do nothing if it already exists')

const toKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()

export type IfMissing = { readonly ifMissing?: boolean }

/**
 * Returns the existing thing of that name, ignoring case, if the command accepts it; undefined if it is to be created.
 */
export function findExisting<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  name: string,
  { ifMissing = false }: IfMissing,
): Thing | undefined {
  const wanted = toKey(name)
  return ifMissing ? things.find((each) => toKey(each.name) === wanted) : undefined
}
