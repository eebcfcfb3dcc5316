import type { FieldNames } from './field-names.ts'
import type { BoundName } from './reading.ts'
import type { Token } from './tokens.ts'

/** What is compared: amounts are more or less, days before or after. */
export type Compared = 'amount' | 'day'

const signs: Readonly<Record<string, BoundName>> = {
  '>': 'over',
  '>=': 'least',
  '=>': 'least',
  '≥': 'least',
  '<': 'under',
  '<=': 'most',
  '≤': 'most',
}

const words: Readonly<Record<Compared, Readonly<Record<string, BoundName>>>> = {
  amount: {
    'more than': 'over',
    'greater than': 'over',
    over: 'over',
    above: 'over',
    'less than': 'under',
    'fewer than': 'under',
    under: 'under',
    below: 'under',
    'at least': 'least',
    'at most': 'most',
    'up to': 'most',
    'more than or equal to': 'least',
    'greater than or equal to': 'least',
    'less than or equal to': 'most',
    'fewer than or equal to': 'most',
  },
  day: {
    after: 'over',
    'later than': 'over',
    before: 'under',
    'earlier than': 'under',
    'on or after': 'least',
    'on or before': 'most',
  },
}

const opposite: Readonly<Record<BoundName, BoundName>> = { over: 'most', most: 'over', under: 'least', least: 'under' }

/** The words for a bound in a sentence. */
export const boundWords: Readonly<Record<Compared, Readonly<Record<BoundName, string>>>> = {
  amount: { over: 'over', least: 'at least', under: 'under', most: 'at most' },
  day: { over: 'after', least: 'on or after', under: 'before', most: 'on or before' },
}

const longest = 5
const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/** Finds the comparison at a token and its length in tokens: `more than`, `>=`, `no later than`. */
export function findComparison(
  tokens: readonly Token[],
  at: number,
  compared: Compared,
): { readonly bound: BoundName; readonly length: number } | undefined {
  const sign = wordOf(tokens[at])
  if (Object.hasOwn(signs, sign)) return { bound: signs[sign] ?? 'over', length: 1 }
  const isDenied = sign === 'not' || sign === 'no'
  const from = isDenied ? at + 1 : at
  for (let length = longest; length > 0; length -= 1) {
    const text = tokens
      .slice(from, from + length)
      .map(wordOf)
      .join(' ')
    const bound = Object.hasOwn(words[compared], text) ? words[compared][text] : undefined
    if (bound === undefined) continue
    return isDenied ? { bound: opposite[bound], length: length + 1 } : { bound, length }
  }
  return undefined
}

const begins = new Set([
  ...Object.keys(signs),
  ...Object.values(words).flatMap((each) => Object.keys(each).map((text) => text.split(' ')[0] ?? '')),
  'between',
  'week',
  'month',
])

/** Tells whether words may contain a comparison; most sentences have none. */
export function mayCompare(tokens: readonly Token[]): boolean {
  return tokens.some((token) => begins.has(wordOf(token)))
}

/**
 * Splits comparison signs into words of their own: `frames>=120`, `est > 2d →`. Since `>` is also an arrow, it compares
 * only if an amount or a day comes before it and another arrow follows; without one it is unsure.
 */
export function withSigns(tokens: readonly Token[], fields: FieldNames | undefined): readonly Token[] {
  if (!tokens.some(({ text }) => /[<>≤≥]/.test(text))) return tokens
  const parted: Token[] = []
  for (let at = 0; at < tokens.length; at += 1) {
    const token = tokens[at]
    if (token === undefined) break
    const found = splitSign(token, tokens[at + 1])
    const compared = found && findCompared(found.head === undefined ? parted : [...parted, found.head], fields)
    const value = found?.tail ?? tokens[at + (found?.length ?? 1)]
    if (found === undefined || compared === undefined || !mayBeValue(value, compared)) {
      parted.push(token)
      if (token.kind === 'arrow') return [...parted, ...tokens.slice(at + 1)]
      continue
    }
    const isLast = tokens.slice(at + 1).every(({ kind }) => kind !== 'arrow')
    const isUnsure = token.kind === 'arrow' && found.length === 1 && isLast
    // `=>` before another arrow is not a comparison, but an arrow too many.
    if (token.text === '=>' && !isUnsure) return [...parted, ...tokens.slice(at)]
    const sign = isUnsure ? { ...found.sign, isUnsure } : found.sign
    parted.push(...[found.head, sign, found.tail].flatMap((each) => each ?? []))
    at += found.length - 1
    if (isUnsure) return [...parted, ...tokens.slice(at + 1)]
  }
  return parted
}

type Split = {
  readonly sign: Token
  readonly head: Token | undefined
  readonly tail: Token | undefined
  readonly length: number
}

/** Splits a sign from what is attached to it; adjacent `>` and `=` are one sign. */
function splitSign(token: Token, next: Token | undefined): Split | undefined {
  const { kind, text, start, end } = token
  if (kind === 'arrow') {
    if (text !== '>' && text !== '=>') return undefined
    const isLonger = text === '>' && next?.kind === 'word' && next.start === end && next.text.startsWith('=')
    const sign = { kind: 'word', text: isLonger ? '>=' : text, value: isLonger ? '>=' : text, start } as const
    if (!isLonger) return { sign: { ...sign, end }, head: undefined, tail: undefined, length: 1 }
    const tail = next.text.length > 1 ? part(next, 1, next.text.length) : undefined
    return { sign: { ...sign, end: end + 1 }, head: undefined, tail, length: 2 }
  }
  const match = kind === 'word' && !text.includes('"') ? /[<>]=?|[≤≥]/.exec(text) : null
  if (match === null) return undefined
  const [from, to] = [match.index, match.index + match[0].length]
  const head = from > 0 ? part(token, 0, from) : undefined
  const tail = to < text.length ? part(token, to, text.length) : undefined
  return { sign: part(token, from, to), head, tail, length: 1 }
}

function part({ text, start, isApart }: Token, from: number, to: number): Token {
  const value = text.slice(from, to)
  const place = { start: start + from, end: start + to, ...(from === 0 && isApart === true && { isApart }) }
  return { kind: 'word', text: value, value, ...place }
}

const longestName = 4

/** Returns what the last words before a sign name, if it can be compared. */
function findCompared(before: readonly Token[], fields: FieldNames | undefined): Compared | undefined {
  for (let length = 1; length <= Math.min(longestName, before.length); length += 1) {
    const name = before.slice(-length)
    if (name.some(({ kind, isApart }, at) => kind !== 'word' || (at > 0 && isApart === true))) return undefined
    const text = name.map(({ value }) => value.toLowerCase()).join(' ')
    if (/^(?:task:)?due(?: date)?$/.test(text)) return 'day'
    if (/^(?:task:)?est(?:imate)?$/.test(text)) return 'amount'
    for (const { kind } of fields?.find(text.replace(/^field:/, '')) ?? [])
      if (kind === 'number' || kind === 'date') return kind === 'date' ? 'day' : 'amount'
  }
  return undefined
}

function mayBeValue(token: Token | undefined, compared: Compared): boolean {
  if (token === undefined || token.kind !== 'word' || token.isApart === true) return false
  return compared === 'day' ? /^[\p{L}\p{N}]/u.test(token.value) : /^[-+]?[\d.,]/.test(token.value)
}
