import { addDays, daysBetween, isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { spendLengths } from './spend-steps.ts'
import {
  ExpressionFault,
  expressionLimits,
  unify,
  wordOf,
  type Compiled,
  type Frame,
  type ValueType,
  type Place,
} from './types.ts'

type Run = Compiled['run']
type Sides = readonly [left: Compiled, right: Compiled]

/** Returns a text unless it is longer than an expression may produce; throws an `ExpressionFault` then. */
export function limitLength(text: string, place: Place): string {
  if (text.length <= expressionLimits.textCharacters) return text
  throw new ExpressionFault('The text is too long', place)
}

/** Adds days to a day; throws if the result is outside the calendar. */
function moveDay(day: CalendarDate, days: number, place: Place): CalendarDate {
  const moved = Math.abs(days) < 4_000_000 ? addDays(day, Math.round(days)) : ''
  if (isCalendarDate(moved)) return moved
  throw new ExpressionFault('That day is out of range', place)
}

/** Combines two sides with `of`; empty if either is empty. */
function both<One, Other>(left: Run, right: Run, of: (one: One, other: Other) => unknown): Run {
  return (frame) => {
    const one = left(frame)
    if (one === null) return null
    const other = right(frame)
    // The types were checked at compile time.
    return other === null ? null : of(one as One, other as Other)
  }
}

const arithmetic: Readonly<Record<string, (place: Place) => (one: number, other: number) => number>> = {
  '+': () => (one, other) => one + other,
  '-': () => (one, other) => one - other,
  '*': () => (one, other) => one * other,
  '/': (place) => (one, other) => {
    if (other === 0) throw new ExpressionFault('Division by zero', place)
    return one / other
  },
  '%': (place) => (one, other) => {
    if (other === 0) throw new ExpressionFault('Division by zero', place)
    return one % other
  },
}

const comparisons: Readonly<Record<string, (one: string | number, other: string | number) => boolean>> = {
  '<': (one, other) => one < other,
  '<=': (one, other) => one <= other,
  '>': (one, other) => one > other,
  '>=': (one, other) => one >= other,
}

/** Compiles `+ - * / %`. */
export function calculate(sign: string, [left, right]: Sides, place: Place): Compiled {
  const numbers = arithmetic[sign]
  if (isLike(left, 'number') && isLike(right, 'number') && numbers !== undefined) {
    return { type: 'number', run: both(left.run, right.run, numbers(place)) }
  }
  if (sign === '+' && (left.type === 'text' || right.type === 'text') && isWritable(left) && isWritable(right)) {
    return { type: 'text', run: (frame) => limitLength(write(left.run(frame)) + write(right.run(frame)), place) }
  }
  if (sign === '-' && left.type === 'date' && right.type === 'date') {
    const run = both(left.run, right.run, (one: CalendarDate, other: CalendarDate) => daysBetween(other, one))
    return { type: 'number', run }
  }
  const [day, days] = right.type === 'date' && sign === '+' ? [right, left] : [left, right]
  if (day.type === 'date' && isLike(days, 'number') && (sign === '+' || sign === '-')) {
    const turn = sign === '-' ? -1 : 1
    const run = both(day.run, days.run, (at: CalendarDate, by: number) => moveDay(at, turn * by, place))
    return { type: 'date', run }
  }
  throw new ExpressionFault(`${sign} does not take ${wordOf(left.type)} and ${wordOf(right.type)}`, place)
}

/** Writes a value as text. */
export function write(value: unknown): string {
  if (typeof value === 'boolean') return value ? 'yes' : 'no'
  return typeof value === 'number' ? String(Number(value.toPrecision(12))) : typeof value === 'string' ? value : ''
}

function isWritable({ type }: Compiled): boolean {
  return typeof type === 'string'
}

function isLike({ type }: Compiled, wanted: ValueType): boolean {
  return type === wanted || type === 'empty'
}

/** Compiles `== != < <= > >=`; an empty value is neither less nor more than any other. */
export function compare(sign: string, [left, right]: Sides, place: Place): Compiled {
  if (unify(left.type, right.type) === undefined) {
    throw new ExpressionFault(`${capital(wordOf(left.type))} cannot be compared with ${wordOf(right.type)}`, place)
  }
  const [one, other] = [left.run, right.run]
  const same: Run = (frame) => {
    const values = [one(frame), other(frame)] as const
    spendLengths(frame, values, place)
    return isSame(...values)
  }
  if (sign === '==') return { type: 'checkbox', run: same }
  if (sign === '!=') return { type: 'checkbox', run: (frame) => same(frame) === false }
  const test = comparisons[sign]
  const type = unify(left.type, right.type)
  if (test === undefined || typeof type !== 'string' || type === 'checkbox') {
    throw new ExpressionFault(`${sign} takes numbers, texts and days`, place)
  }
  const run = both(one, other, test)
  return { type: 'checkbox', run: (frame: Frame) => run(frame) === true }
}

/** Tells whether two values are equal, comparing lists element by element. */
export function isSame(one: unknown, other: unknown): boolean {
  if (!Array.isArray(one) || !Array.isArray(other)) return one === other
  return one.length === other.length && one.every((value, at) => isSame(value, other[at]))
}

function capital(text: string): string {
  return text.charAt(0).toUpperCase() + text.slice(1)
}
