import { foldName } from '#core/lib/slug.ts'
import { isUuid } from '#core/lib/ids.ts'
import { usageError } from '../cli-error.ts'

/** Anything that can be given by name, slug or id. */
export type Named = { readonly id: string; readonly name: string; readonly slug?: string }

/** Returns a matcher for a thing's name, slug or id; ignores case, with `*`, `?`, `[a-c]` and `{a,b}` as in a shell. */
export function makeNameMatcher(pattern: string): (named: Named) => boolean {
  // Some systems write ö as two code points.
  const wanted = pattern.trim().normalize('NFC')
  const wantedId = wanted.toLowerCase()
  if (isUuid(wantedId)) return ({ id }) => id === wantedId
  const expression = toExpression(wanted)
  return ({ name, slug = '' }) =>
    expression.test(name.normalize('NFC')) || expression.test(slug) || expression.test(foldName(name))
}

/** Returns a matcher for a list of patterns separated by commas, as in `WFA,retake*`. */
export function makeListMatcher(patterns: string): (named: Named) => boolean {
  const matchers = splitList(patterns).map(makeNameMatcher)
  return (named) => matchers.some((matches) => matches(named))
}

/** Returns whether a text contains no pattern characters. */
export function isPlainName(pattern: string): boolean {
  return !/[*?[\]{}]/.test(pattern)
}

/** Splits at commas outside braces. */
export function splitList(text: string): readonly string[] {
  return text
    .split(/,(?![^{]*\})/)
    .map((part) => part.trim())
    .filter((part) => part !== '')
}

function toExpression(glob: string): RegExp {
  try {
    return new RegExp(`^(?:${globToExpression(glob)})$`, 'iu')
  } catch {
    throw usageError(`"${glob}" is not a pattern.`, 'Patterns have *, ?, [a-c] and {a,b}.')
  }
}

function globToExpression(glob: string): string {
  const parts = glob.match(/\*+|\?|\[[^\]]+\]|\{[^{}]*\}|[\s\S]/gu) ?? []
  return parts
    .map((part) => {
      if (part.startsWith('*')) return '.*'
      if (part === '?') return '.'
      if (part.startsWith('[') && part.length > 1)
        return `[${part.slice(1, -1).replace(/^!/, '^').replaceAll('\\', '\\\\')}]`
      if (part.startsWith('{') && part.length > 1)
        return `(?:${part.slice(1, -1).split(',').map(globToExpression).join('|')})`
      return part.replace(/[\\^$.*+?()[\]{}|/]/g, String.raw`\$&`)
    })
    .join('')
}
