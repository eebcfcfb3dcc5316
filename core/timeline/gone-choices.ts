import { noneId } from './filter-tests.ts'

/** An id with its name. */
export type Named = { readonly id: string; readonly name: string; readonly short?: string | undefined }

/** How to name values missing from a list of choices. */
export type GoneNames = {
  /** The name of any that is gone; absent where the list is incomplete. */
  readonly gone: string | undefined
  /** Values that exist but are not offered here, such as archived members. */
  readonly unlisted?: readonly Named[] | undefined
}

/**
 * Lists chosen values that are not among the choices, so that a filter names them and they can be cleared: by name
 * where they still exist, else as gone. Empty where the list of choices is incomplete.
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
