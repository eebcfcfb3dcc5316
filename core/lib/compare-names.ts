import { lazily } from './lazily.ts'

// Created once: a new collator per comparison would take most of the time of a layout.
const getCollator = lazily(() => new Intl.Collator(undefined, { sensitivity: 'base', numeric: true }))

/**
 * Orders names in the person's locale, ignoring case, with numbers by value. Names that first differ in a number, as
 * most in a production do, are compared without a collator: loading one takes longer than reading a space.
 */
export function compareNames(first: string, second: string): number {
  return compareNumbers(first, second) ?? getCollator().compare(first, second)
}

/**
 * Compares the first numbers that differ after a common prefix; undefined if the names first differ in something else.
 */
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
  // Longer ones exceed a number's exact range.
  return end === from || end - from > 15 ? undefined : Number(text.slice(from, end))
}

/** Tells whether a text has no digits or marks of other scripts, which may be part of a number. */
function isPlain(text: string): boolean {
  return /^[\w .-]*$/.test(text)
}

function isDigit(character: string | undefined): boolean {
  return character !== undefined && character >= '0' && character <= '9'
}
