import { suggestSimilarNames } from '#core/domain/item-names.ts'
import { nothingMatched, usageError } from '../cli-error.ts'
import { makeNameMatcher, type Named } from './name-pattern.ts'

type Kind = { readonly one: string; readonly many: string }

/** What a person means by a name, slug, id or pattern, when it must be exactly one. */
export function pickOne<Thing extends Named>(things: readonly Thing[], pattern: string, kind: Kind): Thing {
  const found = pickAll(things, pattern, kind)
  // An exact name wins over the others it is the start or the slug of.
  const exact = found.find(({ name }) => name === pattern)
  const [first, second] = found
  if (first === undefined || (exact === undefined && second !== undefined))
    throw usageError(
      `"${pattern}" is the name of ${found.length} ${kind.many}: ${found.map(({ name }) => name).join(', ')}.`,
      'Use an id or a slug.',
    )
  return exact ?? first
}

/** Everything a pattern means; fails with what there is when that is nothing. */
export function pickAll<Thing extends Named>(things: readonly Thing[], pattern: string, kind: Kind): readonly Thing[] {
  const found = things.filter(makeNameMatcher(pattern))
  if (found.length > 0) return found
  const names = things.map(({ name }) => name)
  const similar = suggestSimilarNames(pattern, names)
  const hint =
    similar.length > 0
      ? `Did you mean ${similar.join(' or ')}?`
      : names.length > 0
        ? `There is ${listNames(names)}.`
        : undefined
  throw nothingMatched(`There is no ${kind.one} "${pattern}".`, hint)
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}
