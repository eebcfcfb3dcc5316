import { nothingMatched, usageError } from '#cli/cli-error.ts'

type Named = { readonly id: string; readonly name: string }

/** Finds the one with this id or, in any case, this name; `missing` says that there is none. */
export function findNamed<Row extends Named>(
  rows: readonly Row[],
  which: string,
  { noun, missing = `There is no ${noun}` }: { readonly noun: string; readonly missing?: string },
): Row {
  const byId = rows.filter(({ id }) => id === which)
  const found = byId.length > 0 ? byId : rows.filter(({ name }) => name.toLowerCase() === which.toLowerCase())
  const [first, second] = found
  if (first === undefined) throw nothingMatched(`${missing} "${which}".`, `List them with: studio-cli ${noun} list`)
  if (second !== undefined) throw usageError(`"${which}" is the name of ${found.length} ${noun}s.`, 'Use an id.')
  return first
}
