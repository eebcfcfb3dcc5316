import { suggestSimilarNames } from '#core/items/item-names.ts'
import { nothingMatched, usageError } from '../cli-error.ts'
import { makeNameMatcher, type Named } from './name-pattern.ts'

type Kind = { readonly one: string; readonly many: string }

/** What a person means by a name, slug, id or pattern, when it must be exactly one. */
export function pickOne<Thing extends Named>(things: readonly Thing[], pattern: string, kind: Kind): Thing {
  const found = pickAll(things, pattern, kind)
  // An exact name wins over the others it is the start or the slug of; where several have it, the slug does.
  const ways = [found.filter(({ name }) => name === pattern), found.filter(({ slug }) => slug === pattern), found]
  const [only] = ways.find(({ length }) => length === 1) ?? []
  if (only !== undefined) return only
  throw usageError(
    `"${pattern}" is the name of ${found.length} ${kind.many}: ${listApart(found)}.`,
    'Use an id or a slug.',
  )
}

/** Names with what tells them apart: their slugs, or ids where those do not. */
function listApart(found: readonly Named[]): string {
  const slugs = new Set(found.map(({ slug }) => slug))
  const hasSlugs = slugs.size === found.length && !slugs.has(undefined)
  return listNames(found.map(({ id, name, slug }) => `${name} (${hasSlugs ? slug : id})`))
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
        ? `Choose from: ${listNames(names)}.`
        : undefined
  throw nothingMatched(`There is no ${kind.one} "${pattern}".`, hint)
}

function listNames(names: readonly string[]): string {
  const shown = names.slice(0, 12)
  return names.length > shown.length ? `${shown.join(', ')} and ${names.length - shown.length} more` : shown.join(', ')
}
