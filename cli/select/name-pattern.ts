import { foldName } from '#core/lib/slug.ts'
import { isUuid } from '#core/lib/ids.ts'
import { usageError } from '../cli-error.ts'

/** Something people name: by its name, by its slug or by its id. */
export type Named = { readonly id: string; readonly name: string; readonly slug?: string }

/** Whether one of a thing's names is as a pattern has it; `*`, `?`, `[a-c]` and `{a,b}` as in a shell, any case. */
export function makeNameMatcher(pattern: string): (named: Named) => boolean {
  // Some systems write an ö as two signs.
  const wanted = pattern.trim().normalize('NFC')
  const wantedId = wanted.toLowerCase()
  if (isUuid(wantedId)) return ({ id }) => id === wantedId
  const expression = toExpression(wanted)
  return ({ name, slug = '' }) =>
    expression.test(name.normalize('NFC')) || expression.test(slug) || expression.test(foldName(name))
}

/** Whether a text is matched by one of several patterns with commas between, as in `WFA,retake*`. */
export function makeListMatcher(patterns: string): (named: Named) => boolean {
  const matchers = splitList(patterns).map(makeNameMatcher)
  return (named) => matchers.some((matches) => matches(named))
}

/** Whether a text would match by being equal only. */
export function isPlainName(pattern: string): boolean {
  return !/[*?[\]{}]/.test(pattern)
}

/** Splits at commas that stand outside of braces. */
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
