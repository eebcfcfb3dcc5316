import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { textOf, toUnknown, type Draft } from './draft.ts'
import { readCount, readWorkdays } from './read-day-phrase.ts'
import { askWhichField, findNamedKind } from './read-field.ts'
import type { Action } from './reading.ts'
import type { Token } from './tokens.ts'

/** A number of days, and how many tokens say it. */
type Amount = { readonly days: number; readonly length: number }

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/** Verbs that need a date: tasks have blocks and estimates as well. `move` and `shift` go both ways. */
const pushes = new Set(['push', 'delay', 'postpone'])
const moves = new Set(['move', 'shift'])

/** `move the longest name by 2 days later`. */
const longestShift = 9

/**
 * Reads `push due 2 days`, `delay delivery by a week`, `due 1w later`: each date moves relative to itself. `due in 2
 * days` is a day. Returns how many tokens it took, 0 if there is no shift.
 */
export function readShift(draft: Draft, at: number): number {
  const { tokens } = draft
  const verb = wordOf(tokens[at])
  const [isPush, isMove] = [pushes.has(verb), moves.has(verb)]
  if (!isPush && !isMove && !tokens.slice(at, at + longestShift).some((token) => wayOf(token) !== '')) return 0
  const moved = findMoved(draft, isPush || isMove ? at + 1 : at)
  if (moved === undefined) return 0
  const isBy = wordOf(tokens[moved.end]) === 'by'
  const from = isBy ? moved.end + 1 : moved.end
  const amount = readAmount(tokens, from)
  if (amount === undefined) return isMove ? refuseWorkdays(draft, at, from) : 0
  const way = wayOf(tokens[from + amount.length])
  const length = from + amount.length - at + (way === '' ? 0 : 1)
  // Pushing something earlier is a contradiction.
  if (isPush && way === 'earlier') return 0
  const days = way === 'earlier' ? -amount.days : amount.days
  if (!isPush && way === '' && !(isMove && isBy)) return isMove ? askWhere(draft, { at, length, moved, days }) : 0
  if (moved.ask?.() === true) return length
  const { own } = moved
  const action: Action = own === undefined ? { field: 'push', days } : { field: 'shift', own, by: days }
  const taken = tokens.slice(at, at + length)
  draft.actions.push({ action, tokens: taken, text: textOf(taken) })
  return length
}

function wayOf(token: Token | undefined): 'later' | 'earlier' | '' {
  const word = token?.isApart === true ? '' : wordOf(token)
  return word === 'later' || word === 'earlier' ? word : ''
}

/** What moves: one of the studio's own dates, or due dates; `end` is the index after its name. */
type Moved = {
  readonly own: FieldDefinition | undefined
  readonly end: number
  /** Asks which date is meant, if that is unsure. */
  readonly ask?: () => boolean
}

function findMoved(draft: Draft, at: number): Moved | undefined {
  const found = findNamedKind(draft, at, 'date')
  if (found !== undefined) {
    const { own, named, others } = found
    const isUnsure = others.length > 0 || named.fields.length > 1
    const ask = (): boolean => {
      if (isUnsure) askWhichField(draft, named, others)
      return isUnsure
    }
    return { own, end: at + named.length, ask }
  }
  const { tokens } = draft
  if (wordOf(tokens[at]).replace(/^task:/, '') !== 'due') return undefined
  return { own: undefined, end: at + (/^dates?$/.test(wordOf(tokens[at + 1])) ? 2 : 1) }
}

type Unsure = { readonly at: number; readonly length: number; readonly moved: Moved; readonly days: number }

/** Asks whether `move due 3 days` means to a day or by days. */
function askWhere({ tokens, problems }: Draft, { at, length, moved: { own }, days }: Unsure): number {
  const taken = tokens.slice(at, at + length)
  const [name, text] = own === undefined ? ['due', 'task:due'] : [own.name, `field:${own.key}`]
  const choices = [
    { label: `${name} in ${formatDayCount(days)}`, text: `${text} in ${days}d` },
    { label: `${name} ${formatShift(days)}`, text: `${text} ${days}d later` },
  ]
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  problems.push({ kind: 'choice', word: textOf(taken), start, end, choices })
  return length
}

/** Refuses `move due 2 working days`, which is read neither as a day nor as a move. */
function refuseWorkdays({ tokens, problems }: Draft, at: number, from: number): number {
  const [verb] = tokens.slice(at, at + 1)
  const length = [1, 2, 3].find(
    (count) => readWorkdays(textOf(tokens.slice(from, from + count)).toLowerCase()) !== undefined,
  )
  if (verb === undefined || length === undefined) return 0
  problems.push(toUnknown(verb))
  return from + length - at
}

function readAmount(tokens: readonly Token[], at: number): Amount | undefined {
  const one = wordOf(tokens[at])
  const written = String(readCount(one) ?? one)
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

/** Formats how far dates move: `3 days later`, `1 week earlier`. */
export function formatShift(days: number): string {
  return `${formatDayCount(Math.abs(days))} ${days < 0 ? 'earlier' : 'later'}`
}
