import { noneId } from './filter-tests.ts'

type Named = { readonly id: string; readonly name: string }

/** What a list of choices does not hold is called by; absent where the list is not whole. */
export type GoneNames = {
  /** What stands for any of them: `Deleted status`. */
  readonly gone: string | undefined
  /** Members that were archived, by name. */
  readonly former?: readonly Named[] | undefined
}

/**
 * What is chosen and no longer among the choices, so that a filter says it and it can be taken off; nothing where the
 * list is not whole.
 */
export function listGone(
  values: readonly string[],
  choices: readonly Named[],
  { gone, former = [] }: GoneNames,
): readonly (Named & { readonly isGone: true })[] {
  if (gone === undefined) return []
  const known = new Set([...choices.map(({ id }) => id), noneId, ''])
  return values
    .filter((value) => !known.has(value))
    .map((id) => {
      const name = former.find((each) => each.id === id)?.name
      return { id, name: name === undefined ? gone : `${name} (archived)`, isGone: true }
    })
}
