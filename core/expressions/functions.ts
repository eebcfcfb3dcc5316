import { daysBetween, isCalendarDate, weekdayOf, type CalendarDate } from '#core/lib/calendar-date.ts'
import { isLike } from './like.ts'
import { limitLength, write } from './operators.ts'
import { spendLengths, spendSteps } from './spend-steps.ts'
import { ExpressionFault, wordOf, type Compiled, type ValueType, type Place } from './types.ts'

/** A function's parameter and result types, and its implementation for arguments of those types that are not empty. */
type Plain = {
  readonly takes: readonly ValueType[]
  /** How many of the last parameters are optional. */
  readonly optional?: number
  readonly gives: ValueType
  readonly help: string
  /** Extra steps it costs, on top of one pass over its arguments. */
  steps?(...values: never[]): number
  // The compiler has checked that the arguments are of the types in `takes`.
  of(place: Place): (...values: never[]) => unknown
}

/** A call by name, with its compiled arguments. */
export type Call = { readonly name: string; readonly args: readonly Compiled[]; readonly place: Place }

const texts: ValueType = { list: 'text' }

/** The functions that take values, called as `round(x)` or as a method of their first argument. */
export const plainFunctions: Readonly<Record<string, Plain>> = {
  round: {
    takes: ['number', 'number'],
    optional: 1,
    gives: 'number',
    help: 'round(number, digits)',
    of: () => round,
  },
  floor: { takes: ['number'], gives: 'number', help: 'floor(number)', of: () => Math.floor },
  ceil: { takes: ['number'], gives: 'number', help: 'ceil(number)', of: () => Math.ceil },
  abs: { takes: ['number'], gives: 'number', help: 'abs(number)', of: () => Math.abs },
  number: { takes: ['text'], gives: 'number', help: 'number(text)', of: toNumber },
  date: { takes: ['text'], gives: 'date', help: 'date("2026-12-24")', of: toDay },
  days: {
    takes: ['date', 'date'],
    gives: 'number',
    help: 'days(from, to)',
    of: () => (from: CalendarDate, to: CalendarDate) => daysBetween(from, to),
  },
  year: { takes: ['date'], gives: 'number', help: 'year(day)', of: () => (day: string) => Number(day.slice(0, 4)) },
  month: { takes: ['date'], gives: 'number', help: 'month(day)', of: () => (day: string) => Number(day.slice(5, 7)) },
  day: { takes: ['date'], gives: 'number', help: 'day(day)', of: () => (day: string) => Number(day.slice(8)) },
  weekday: {
    takes: ['date'],
    gives: 'number',
    help: 'weekday(day): 1 for Monday to 7',
    of: () => (day: CalendarDate) => weekdayOf(day) + 1,
  },
  contains: textTest('contains(text, part)', (text, part) => text.includes(part)),
  startsWith: textTest('startsWith(text, part)', (text, part) => text.startsWith(part)),
  endsWith: textTest('endsWith(text, part)', (text, part) => text.endsWith(part)),
  // A pattern with stars may scan the text once per part of the pattern.
  like: { ...textTest('like(text, "sq*_0?0")', isLike), steps: stepsOfLike },
  lower: textChange('lower(text)', (text) => text.toLowerCase()),
  upper: textChange('upper(text)', (text) => text.toUpperCase()),
  lowerAscii: textChange('lower(text)', (text) => text.toLowerCase()),
  upperAscii: textChange('upper(text)', (text) => text.toUpperCase()),
  trim: textChange('trim(text)', (text) => text.trim()),
  substring: {
    takes: ['text', 'number', 'number'],
    optional: 1,
    gives: 'text',
    help: 'substring(text, from, to)',
    of: () => (text: string, from: number, to?: number) => text.slice(Math.max(0, from), to),
  },
  split: {
    takes: ['text', 'text'],
    gives: texts,
    help: 'split(text, at)',
    of: () => (text: string, at: string) => text.split(at, 1000),
  },
  join: {
    takes: [texts, 'text'],
    optional: 1,
    gives: 'text',
    help: 'join(texts, between)',
    of:
      (place) =>
      (list: readonly unknown[], between = '') => {
        const length = list.length * between.length
        return limitLength(length > 100_000 ? ' '.repeat(100_000) : list.map(write).join(between), place)
      },
  },
}

function textTest(help: string, test: (text: string, part: string) => boolean): Plain {
  return { takes: ['text', 'text'], gives: 'checkbox', help, of: () => test }
}

function stepsOfLike(text: string, form: string): number {
  return Math.floor((Math.min(text.length, 1000) * Math.min(form.length, 100)) / 1000)
}

function textChange(help: string, change: (text: string) => string): Plain {
  return { takes: ['text'], gives: 'text', help, of: (place) => (text: string) => limitLength(change(text), place) }
}

function round(number: number, digits = 0): number {
  const factor = 10 ** Math.max(-9, Math.min(9, Math.trunc(digits)))
  return Math.round(number * factor) / factor
}

function toNumber(place: Place): (text: string) => number {
  return (text) => {
    const number = text.trim() === '' ? Number.NaN : Number(text)
    if (Number.isFinite(number)) return number
    throw new ExpressionFault(`“${text.slice(0, 40)}” is not a number`, place)
  }
}

function toDay(place: Place): (text: string) => CalendarDate {
  return (text) => {
    if (isCalendarDate(text)) return text
    throw new ExpressionFault(`“${text.slice(0, 40)}” is not a day such as 2026-12-24`, place)
  }
}

/** Compiles a call of a plain function. It gives empty if an argument is empty, or false if it is a test. */
export function callPlain({ name, args, place }: Call, plain: Plain): Compiled {
  const { takes, optional = 0, gives, help } = plain
  if (args.length > takes.length || args.length < takes.length - optional) {
    throw new ExpressionFault(`Write it as ${help}`, place)
  }
  for (const [at, wanted] of takes.entries()) {
    const given = args[at]?.type
    const isFitting = given === undefined || given === 'empty' || isOf(wanted, given)
    if (!isFitting) throw new ExpressionFault(`${name} takes ${wordOf(wanted)}, not ${wordOf(given)}`, place)
  }
  const work = plain.of(place)
  const runs = args.map(({ run }) => run)
  const none = gives === 'checkbox' ? false : null
  return {
    type: gives,
    run(frame) {
      const values: unknown[] = []
      for (const run of runs) {
        const value = run(frame)
        if (value === null) return none
        values.push(value)
      }
      spendLengths(frame, values, place)
      if (plain.steps !== undefined) spendSteps(frame, plain.steps(...(values as never[])), place)
      return work(...(values as never[]))
    },
  }
}

function isOf(wanted: ValueType, given: ValueType): boolean {
  if (typeof wanted === 'string' || typeof given === 'string') return wanted === given
  return 'list' in wanted && 'list' in given && (given.list === 'empty' || isOf(wanted.list, given.list))
}
