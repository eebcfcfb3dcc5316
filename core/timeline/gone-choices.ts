import { noneId } from './filter-tests.ts'

/** Something by its id, and by what it is called. */
export type Named = { readonly id: string; readonly name: string; readonly short?: string | undefined }

/** What a list of choices does not hold is called by; absent where the list is not whole. */
export type GoneNames = {
  /** What stands for any of them. */
  readonly gone: string | undefined
  /** What is not offered here and is there all the same, such as members that were archived. */
  readonly unlisted?: readonly Named[] | undefined
}

/**
 * What is chosen and not among the choices, so that a filter says it and it can be taken off: by name where it is still
 * there, else as gone; nothing where the list is not whole.
 */
export function listGone(
  values: readonly string[],
  choices: readonly Named[],
  { gone, unlisted = [] }: GoneNames,
): readonly (Named & { readonly isGone?: true })[] {
  if (gone === undefined) return []
  const known = new Set([...choices.map(({ id }) => id), noneId, ''])
  return values
    .filter((value) => !known.has(value))
    .map((id) => unlisted.find((each) => each.id === id) ?? { id, name: gone, isGone: true })
}
