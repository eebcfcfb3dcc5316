import { flag } from '../define-verb.ts'

/** What every command that creates something takes, so that a script can be repeated. */
export const ifMissingFlag = flag('--if-missing', 'do nothing if it already exists')

const toKey = (name: string): string => name.trim().normalize('NFC').toLowerCase()

export type IfMissing = { readonly ifMissing?: boolean }

/** The thing of that name, in any case, where a command is content with one; absent where it is to be created. */
export function findPresent<Thing extends { readonly name: string }>(
  things: readonly Thing[],
  name: string,
  { ifMissing = false }: IfMissing,
): Thing | undefined {
  const wanted = toKey(name)
  return ifMissing ? things.find((each) => toKey(each.name) === wanted) : undefined
}
