import { lazily } from './lazily.ts'

// Once: made anew for each comparison, it takes most of the time of a layout.
const getCollator = lazily(() => new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }))

/**
 * Orders names by their letters in any case and numbers in them by value, as the person's language does. Names that differ in a
 * number first, as most in a production do, are told apart without the language's rules: loading those takes longer than
 * reading a space.
 */
export function compareNames(first: string, second: string): number {
  return compareNumbers(first, second) ?? getCollator().compare(first, second)
}

/** Compares the first numbers that differ after the same text; absent where something else differs first. */
function compareNumbers(first: string, second: string): number | undefined {
  let same = 0
  while (same < first.length && first[same] === second[same]) same += 1
  if (same === first.length && same === second.length) return 0
  while (same > 0 && isDigit(first[same - 1])) same -= 1
  const [one, other] = [numberAt(first, same), numberAt(second, same)]
  if (one === undefined || other === undefined || one === other) return undefined
  return isPlain(first) && isPlain(second) ? one - other : undefined
}

function numberAt(text: string, from: number): number | undefined {
  let end = from
  while (isDigit(text[end])) end += 1
  // Longer ones do not fit a number.
  return end === from || end - from > 15 ? undefined : Number(text.slice(from, end))
}

/** Without digits and marks of other scripts, which may belong to a number. */
function isPlain(text: string): boolean {
  return /^[\w .-]*$/.test(text)
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
