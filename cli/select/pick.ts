import { suggestSimilarNames } from '#core/items/item-names.ts'
import { nothingMatched, usageError } from '../cli-error.ts'
import { makeNameMatcher, type Named } from './name-pattern.ts'

type Kind = { readonly one: string; readonly many: string }

/** Finds exactly one thing by name, slug, id or pattern. */
export function pickOne<Thing extends Named>(things: readonly Thing[], pattern: string, kind: Kind): Thing {
  const found = pickAll(things, pattern, kind)
  // An exact name wins over names it is a prefix or slug of; if several things share it, the slug decides.
  const ways = [found.filter(({ name }) => name === pattern), found.filter(({ slug }) => slug === pattern), found]
  const [only] = ways.find(({ length }) => length === 1) ?? []
  if (only !== undefined) return only
  throw usageError(
    `"${pattern}" is the name of ${found.length} ${kind.many}: ${listApart(found)}.`,
    'Use an id or a slug.',
  )
}

/** Lists names with what distinguishes them: slugs, or ids if slugs are the same. */
function listApart(found: readonly Named[]): string {
  const slugs = new Set(found.map(({ slug }) => slug))
  const hasSlugs = slugs.size === found.length && !slugs.has(undefined)
  return listNames(found.map(({ id, name, slug }) => `${name} (${hasSlugs ? slug : id})`))
}

/** Finds everything a pattern matches; throws with the available names if nothing does. */
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

type Found = { readonly path: string } | { readonly record: { readonly path: string } }

/** Returns the one task that a target names; `what` is what belongs to one task: a comment, a revision. */
export function pickTask<Task extends Found>(found: readonly Task[], target: string, what: string): Task {
  const [task, second] = found
  if (task === undefined) throw nothingMatched(`There is no task "${target}".`)
  if (second === undefined) return task
  throw usageError(
    `"${target}" names ${found.length} tasks; ${what} belongs to one. They are ${listPaths(found)}.`,
    'Add the stage, and the space if needed.',
  )
}

const mostPaths = 3

function listPaths(found: readonly Found[]): string {
  const paths = found.slice(0, mostPaths).map((each) => ('record' in each ? each.record.path : each.path))
  return paths.join(', ') + (found.length > mostPaths ? ', …' : '')
}
