import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { textOf, type Draft } from './draft.ts'
import { readCount } from './read-day-phrase.ts'
import { askWhichField, findNamedKind } from './read-field.ts'
import type { Action, DayCount } from './reading.ts'
import type { Token } from './tokens.ts'

/** A number of days, less than zero if it is written so, and how many tokens say it. */
type Amount = { readonly days: number; readonly isWorkdays: boolean; readonly length: number }

const wordOf = (token: Token | undefined): string => (token?.kind === 'word' ? token.value.toLowerCase() : '')

/** Verbs that move dates, those of tasks if none is named. `move` and `shift` go both ways. */
const pushes = new Set(['push', 'delay', 'postpone'])
const moves = new Set(['move', 'shift'])

/** Tells whether a verb moves dates. */
export const isPushVerb = (word: string): boolean => pushes.has(word) || moves.has(word)

/** `move the longest name by 2 working days later`. */
const longestShift = 10

/**
 * Reads `push due 2 days`, `delay delivery by a week`, `due 2wd later`, `move due by -1 day`: each date moves relative
 * to itself. `due in 2 days` is a day. Returns how many tokens it took, 0 if there is no shift.
 */
export function readShift(draft: Draft, at: number): number {
  const { tokens } = draft
  const verb = wordOf(tokens[at])
  const [isPush, isMove] = [pushes.has(verb), moves.has(verb)]
  if (!isPush && !isMove && !tokens.slice(at, at + longestShift).some((token) => wayOf(token) !== '')) return 0
  const moved = isPush || isMove ? (findMoved(draft, at + 1) ?? { own: undefined, end: at + 1 }) : findMoved(draft, at)
  if (moved === undefined) return 0
  // `push delivery back 2 days` is later; `move delivery back` would be either.
  const end = verb === 'push' && wordOf(tokens[moved.end]) === 'back' ? moved.end + 1 : moved.end
  const isBy = wordOf(tokens[end]) === 'by'
  const from = isBy ? end + 1 : end
  const amount = readAmount(tokens, from)
  if (amount === undefined) return 0
  const way = wayOf(tokens[from + amount.length])
  const length = from + amount.length - at + (way === '' ? 0 : 1)
  const isBack = amount.days < 0
  // Pushing something earlier is a contradiction, as is -2 days later or earlier.
  if ((isPush && (isBack || way === 'earlier')) || (isBack && (!isMove || way !== ''))) return 0
  const days = way === 'earlier' ? -amount.days : amount.days
  const shift = { days, ...(amount.isWorkdays && { isWorkdays: true as const }) }
  if (!isPush && way === '' && !(isMove && (isBy || isBack)))
    return isMove ? askWhere(draft, { at, length, moved, shift }) : 0
  if (moved.ask?.() === true) return length
  const { own } = moved
  const action: Action = own === undefined ? { field: 'push', ...shift } : toOwnShift(own, shift)
  const taken = tokens.slice(at, at + length)
  draft.actions.push({ action, tokens: taken, text: textOf(taken) })
  return length
}

function toOwnShift(
  own: FieldDefinition,
  { days, ...unit }: Pick<Extract<Action, { field: 'push' }>, 'days' | 'isWorkdays'>,
): Action {
  return { field: 'shift', own, by: days, ...unit }
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

type Unsure = { readonly at: number; readonly length: number; readonly moved: Moved; readonly shift: DayCount }

/** Asks whether `move due 3 days` means to a day or by days. */
function askWhere({ tokens, problems }: Draft, { at, length, moved: { own }, shift }: Unsure): number {
  const taken = tokens.slice(at, at + length)
  const [name, text] = own === undefined ? ['due', 'task:due'] : [own.name, `field:${own.key}`]
  const days = `${shift.days}${shift.isWorkdays === true ? 'wd' : 'd'}`
  const choices = [
    { label: `${name} in ${formatDayCount(shift)}`, text: `${text} in ${days}` },
    { label: `${name} ${formatShift(shift)}`, text: `${text} ${days} later` },
  ]
  const [start, end] = [taken[0]?.start ?? 0, taken.at(-1)?.end ?? 0]
  problems.push({ kind: 'choice', word: textOf(taken), start, end, choices })
  return length
}

/** Asks about `by 2d`, `due by 2d` or `due to 2 days`, which may be a day or how far dates move. */
export function askByDays(draft: Draft, at: number): number {
  const { tokens } = draft
  const moved = wordOf(tokens[at]) === 'by' ? { own: undefined, end: at } : findMoved(draft, at)
  if (moved === undefined || !/^(?:by|to)$/.test(wordOf(tokens[moved.end]))) return 0
  const amount = readAmount(tokens, moved.end + 1)
  if (amount === undefined || amount.days < 0) return 0
  const { days, isWorkdays, length } = amount
  return askWhere(draft, { at, length: moved.end + 1 + length - at, moved, shift: { days, isWorkdays } })
}

const longestAmount = 3
const amounts = /^([-–−]?)(\d{1,3}) ?(?:(wd|(?:work|working|business) days?|workdays?)|(?:d|days?)|(w|weeks?))$/

/** Reads a number of days, weeks or working days. */
export function readAmount(tokens: readonly Token[], at: number): Amount | undefined {
  const [first, ...rest] = tokens.slice(at, at + longestAmount)
  const one = wordOf(first)
  let text = String(readCount(one) ?? one)
  for (let length = 1; ; length += 1) {
    const [, sign, count, workdays, weeks] = amounts.exec(text) ?? []
    const days = Number(count) * (weeks === undefined ? 1 : 7)
    if (days > 0) return { days: sign === '' ? days : -days, isWorkdays: workdays !== undefined, length }
    const next = rest[length - 1]
    if (next === undefined || next.isApart === true) return undefined
    text += ` ${wordOf(next)}`
  }
}

/** Formats a number of days, in weeks if it is whole ones: `3 days`, `1 week`, `5 working days`. */
export function formatDayCount({ days, isWorkdays = false }: DayCount): string {
  const [count, unit] = isWorkdays
    ? [days, 'working day']
    : days !== 0 && days % 7 === 0
      ? [days / 7, 'week']
      : [days, 'day']
  return `${count} ${unit}${count === 1 ? '' : 's'}`
}

/** Formats how far dates move: `3 days later`, `1 week earlier`. */
export function formatShift({ days, isWorkdays }: DayCount): string {
  return `${formatDayCount({ days: Math.abs(days), isWorkdays })} ${days < 0 ? 'earlier' : 'later'}`
}
