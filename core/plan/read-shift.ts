import type { Draft } from './draft.ts'
import type { Token } from './tokens.ts'

/** The number of days due dates move, later or earlier, and the length of the phrase in tokens. */
export type Shift = { readonly days: number; readonly length: number }

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/** Verbs that need `due`: tasks have blocks and estimates as well. `move` and `shift` go both ways. */
const pushes = new Set(['push', 'delay', 'postpone'])
const moves = new Set(['move', 'shift'])

/** Reads `push due 2 days`, `delay due by a week`, `due 1w later`: each due date moves relative to itself. `due in 2 days` is a day. */
export function readShift({ tokens }: Draft, at: number): Shift | undefined {
  const verb = wordOf(tokens[at])
  const [isPush, isMove] = [pushes.has(verb), moves.has(verb)]
  let end = isPush || isMove ? at + 1 : at
  if (wordOf(tokens[end]).replace(/^task:/, '') !== 'due') return undefined
  end += /^dates?$/.test(wordOf(tokens[end + 1])) ? 2 : 1
  const isBy = wordOf(tokens[end]) === 'by'
  if (isBy) end += 1
  const amount = readAmount(tokens, end)
  if (amount === undefined) return undefined
  end += amount.length
  const way = tokens[end]?.isApart === true ? '' : wordOf(tokens[end])
  const isSaid = way === 'later' || way === 'earlier'
  // Pushing something earlier is a contradiction.
  if (isPush ? way === 'earlier' : !isSaid && !(isMove && isBy)) return undefined
  return { days: way === 'earlier' ? -amount.days : amount.days, length: end - at + (isSaid ? 1 : 0) }
}

const counts: Readonly<Record<string, string>> = { a: '1', one: '1', two: '2', three: '3' }

function readAmount(tokens: readonly Token[], at: number): Shift | undefined {
  const one = wordOf(tokens[at])
  const written = Object.hasOwn(counts, one) ? counts[one] : one
  for (const [text, length] of [[one, 1] as const, [`${written} ${wordOf(tokens[at + 1])}`, 2] as const]) {
    const [, count = '', unit = ''] = /^(\d{1,3}) ?(d|days?|w|weeks?)$/.exec(text) ?? []
    const days = Number(count) * (unit.startsWith('w') ? 7 : 1)
    if (days > 0) return { days, length }
  }
  return undefined
}

/** Formats a number of days, in weeks if it is whole ones: `3 days`, `1 week`. */
export function formatDayCount(days: number): string {
  const [count, unit] = days !== 0 && days % 7 === 0 ? [days / 7, 'week'] : [days, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
