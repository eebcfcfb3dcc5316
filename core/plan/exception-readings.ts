import { textOf } from './draft.ts'
import type { Mention } from './resolve-names.ts'
import type { Term } from './reading.ts'
import type { Token } from './tokens.ts'

/** One condition of an exception: its position, what it can be, and how it is joined to the previous one. */
export type Part = {
  readonly at: number
  readonly length: number
  readonly kinds: readonly string[]
  readonly link: 'and' | 'or' | 'of' | undefined
  /** Whether it continues the list before it: `sq020 and sq030`. */
  readonly isList: boolean
} & ({ readonly term: Term } | { readonly mention: Mention })

/** An exception: each part is left out by itself, or only what matches all parts together. */
export type LeftOut = { readonly isTogether: boolean; readonly parts: readonly Part[] }

/**
 * A possible meaning of an exception, as unambiguous text and as what it leaves out (empty if words move before it).
 */
export type ExceptionReading = { readonly text: string; readonly exceptions: readonly LeftOut[] }

type Wanted = {
  readonly tokens: readonly Token[]
  readonly parts: readonly Part[]
  readonly start: number
  /** The words that begin the exception. */
  readonly word: string
  readonly isMovable: (part: Part) => boolean
}

/** Lists all possible meanings of an exception; just one if it is unambiguous. */
export function listExceptionReadings(wanted: Wanted): readonly ExceptionReading[] {
  const { tokens, parts, word } = wanted
  const runs = toRuns(parts)
  const toWay = (exceptions: readonly (readonly Part[])[]): ExceptionReading => ({
    text: exceptions.map((each) => `${word} ${tell(each, tokens)}`).join(' '),
    exceptions: exceptions.map((each) => ({ isTogether: toKinds(each).length > 1, parts: each })),
  })
  if (runs.length === 1) return [toWay([parts])]
  const segments = toSegments(parts)
  const each = toWay(segments)
  const ways = [...listMoved(wanted, runs), ...(isSurelyApart(segments) ? [] : [toWay([parts])]), each]
  return ways.filter(({ text }, at) => ways.findIndex((other) => other.text === text) === at)
}

/** Groups adjacent conditions of one kind. */
function toRuns(parts: readonly Part[]): readonly (readonly Part[])[] {
  const runs: Part[][] = []
  for (const part of parts) {
    const run = runs.at(-1)
    if (part.isList && run !== undefined) run.push(part)
    else runs.push([part])
  }
  return runs
}

/** Splits at “and”, and where a kind occurs again: `sq020 comp sq030 anim`. */
function toSegments(parts: readonly Part[]): readonly (readonly Part[])[] {
  const segments: Part[][] = []
  for (const part of parts) {
    const segment = segments.at(-1)
    const isAgain =
      !part.isList && part.link === undefined && segment?.some((other) => isSameKind(other, part)) === true
    if (segment === undefined || part.link === 'and' || isAgain) segments.push([part])
    else segment.push(part)
  }
  return segments
}

const isSameKind = (one: Part, other: Part): boolean => one.kinds.some((kind) => other.kinds.includes(kind))

/** Groups conditions by kind. */
function toKinds(parts: readonly Part[]): readonly (readonly Part[])[] {
  const kinds: Part[][] = []
  for (const part of parts) {
    const of = kinds.find(([first]) => first !== undefined && isSameKind(first, part))
    if (of === undefined) kinds.push([part])
    else of.push(part)
  }
  return kinds
}

/** Tells whether the parts between “and”s clearly apply separately: they are alike, or share no kind. */
function isSurelyApart(segments: readonly (readonly Part[])[]): boolean {
  const [first = [], ...others] = segments
  if (others.length === 0) return false
  const isClear = others.every(([part]) => part?.link === 'and')
  const shapeOf = (segment: readonly Part[]): string =>
    toKinds(segment)
      .map(([part]) => part?.kinds.join('|') ?? '')
      .toSorted()
      .join(' ')
  const isAlike = others.every((other) => shapeOf(other) === shapeOf(first))
  const isSharing = segments.some((segment, at) =>
    segments.slice(at + 1).some((other) => segment.some((one) => other.some((two) => isSameKind(one, two)))),
  )
  return isClear && (isAlike || !isSharing)
}

/** Lists meanings in which the last words belong to the sentence, as `anim` may in `all except sq020 anim`. */
function listMoved(
  { tokens, parts, start, word, isMovable }: Wanted,
  runs: readonly (readonly Part[])[],
): readonly ExceptionReading[] {
  return runs.slice(1).flatMap((run, index): readonly ExceptionReading[] => {
    const [kept, moved] = [runs.slice(0, index + 1).flat(), runs.slice(index + 1).flat()]
    const [first, last, before] = [run[0], parts.at(-1), kept.at(-1)]
    const isOwn = moved.some(
      (part) => part.link === 'of' || !isMovable(part) || kept.some((one) => isSameKind(one, part)),
    )
    if (first === undefined || last === undefined || before === undefined || first.link !== undefined || isOwn)
      return []
    const rest = textOf(tokens.slice(first.at, last.at + last.length))
    const isOne = toRuns(kept).length === 1 || toSegments(kept).length > 1
    const left = isOne ? textOf(tokens.slice(start, before.at + before.length)) : `${word} ${tell(kept, tokens)}`
    return [{ text: `${rest} ${left}`, exceptions: [] }]
  })
}

const order = [
  'status',
  'priority',
  'late',
  'due',
  'unassigned',
  'all',
  'own',
  'stage',
  'person',
  'item',
  'collection',
  'space',
]

/** Writes an exception unambiguously: `wfa comp of sq020 or sq030`. */
function tell(parts: readonly Part[], tokens: readonly Token[]): string {
  const rankOf = ([part]: readonly Part[]): number =>
    (order.indexOf(part?.kinds[0]?.split(' ')[0] ?? '') + order.length) % order.length
  const told = toKinds(parts)
    .toSorted((one, other) => rankOf(one) - rankOf(other))
    .map((kind) => kind.map(({ at, length }) => textOf(tokens.slice(at, at + length))).join(' or '))
  return [told.slice(0, -1).join(' '), ...told.slice(-1)].filter((each) => each !== '').join(' of ')
}
