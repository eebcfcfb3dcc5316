import type { Draft } from './draft.ts'
import type { Token } from './tokens.ts'

/** The number of days due dates move, later or earlier, and the length of the phrase in tokens. */
export type Shift = { readonly days: number; readonly length: number }

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/** Reads `push due 2 days`, `due 1w later`: each due date moves relative to itself. `due in 2 days` is a day. */
export function readShift({ tokens }: Draft, at: number): Shift | undefined {
  const isPush = wordOf(tokens[at]) === 'push'
  let end = isPush ? at + 1 : at
  if (wordOf(tokens[end]).replace(/^task:/, '') !== 'due') return undefined
  end += 1
  if (/^dates?$/.test(wordOf(tokens[end]))) end += 1
  if (wordOf(tokens[end]) === 'by') end += 1
  const amount = readAmount(tokens, end)
  if (amount === undefined) return undefined
  end += amount.length
  const way = tokens[end]?.isApart === true ? '' : wordOf(tokens[end])
  const isSaid = way === 'later' || way === 'earlier'
  // Pushing something earlier is a contradiction.
  if ((isPush && way === 'earlier') || (!isPush && !isSaid)) return undefined
  return { days: way === 'earlier' ? -amount.days : amount.days, length: end - at + (isSaid ? 1 : 0) }
}

function readAmount(tokens: readonly Token[], at: number): Shift | undefined {
  const one = wordOf(tokens[at])
  for (const [text, length] of [[one, 1] as const, [`${one} ${wordOf(tokens[at + 1])}`, 2] as const]) {
    const [, count = '', unit = ''] = /^(\d{1,3}) ?(d|days?|w|weeks?)$/.exec(text) ?? []
    const days = Number(count) * (unit.startsWith('w') ? 7 : 1)
    if (days > 0) return { days, length }
  }
  return undefined
}

/** Formats a number of days, in weeks if it is whole ones: `3 days`, `1 week`. */
export function sayDays(days: number): string {
  const [count, unit] = days !== 0 && days % 7 === 0 ? [days / 7, 'week'] : [days, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}
