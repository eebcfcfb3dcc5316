import { isCalendarDate, type CalendarDate } from '#core/lib/calendar-date.ts'
import { normalizeSearchText } from '#core/search/text.ts'
import type { FieldKind } from '#core/schema/field-definitions.ts'

/** The input a test takes: nothing, choices from a list, text, one or two numbers or days. */
export type FilterInput = 'nothing' | 'choices' | 'text' | 'number' | 'numbers' | 'day' | 'days'

/** A test of values: its name in saved filters, and its label. */
export type FilterTest = { readonly test: string; readonly label: string; readonly takes: FilterInput }

/** What a test needs besides the value. */
export type TestContext = { readonly me: string | undefined; readonly today: () => CalendarDate }

type ValueTest = (value: unknown) => boolean

/** The value of a test that takes nothing: a condition without values would count as none. */
export const noValue: readonly string[] = ['yes']

/** Chosen among the values of a list to match none: an empty field, an unticked box. */
export const noneId = '(none)'

const empty: readonly FilterTest[] = [
  { test: 'empty', label: 'is empty', takes: 'nothing' },
  { test: 'filled', label: 'is not empty', takes: 'nothing' },
]
const noneOf: FilterTest = { test: 'not-in', label: 'is none of', takes: 'choices' }
const oneOf: readonly FilterTest[] = [{ test: 'in', label: 'is any of', takes: 'choices' }, noneOf]
const mine: FilterTest = { test: 'mine', label: 'is me', takes: 'nothing' }
const words: readonly FilterTest[] = [
  { test: 'contains', label: 'contains', takes: 'text' },
  { test: 'contains-not', label: 'does not contain', takes: 'text' },
  { test: 'is', label: 'is', takes: 'text' },
  { test: 'is-not', label: 'is not', takes: 'text' },
]
const numbers: readonly FilterTest[] = [
  { test: 'equals', label: 'is', takes: 'number' },
  { test: 'equals-not', label: 'is not', takes: 'number' },
  { test: 'above', label: 'is above', takes: 'number' },
  { test: 'below', label: 'is below', takes: 'number' },
  { test: 'between', label: 'is between', takes: 'numbers' },
]
const days: readonly FilterTest[] = [
  { test: 'before-today', label: 'is before today', takes: 'nothing' },
  { test: 'today', label: 'is today', takes: 'nothing' },
  { test: 'after-today', label: 'is after today', takes: 'nothing' },
  { test: 'on', label: 'is on', takes: 'day' },
  { test: 'before', label: 'is before', takes: 'day' },
  { test: 'after', label: 'is after', takes: 'day' },
  { test: 'between-days', label: 'is between', takes: 'days' },
]

/** The tests of each kind of field, the most used first. */
export const fieldTests: Readonly<Record<FieldKind, readonly FilterTest[]>> = {
  text: [...words, ...empty],
  long_text: [...words, ...empty],
  url: [...words, ...empty],
  number: [...numbers, ...empty],
  checkbox: [
    { test: 'ticked', label: 'is ticked', takes: 'nothing' },
    { test: 'not-ticked', label: 'is not ticked', takes: 'nothing' },
    ...oneOf.slice(0, 1),
  ],
  date: [...days, ...empty],
  choice: [...oneOf, ...empty],
  choices: [...oneOf, { test: 'all-of', label: 'has all of', takes: 'choices' }, ...empty],
  person: [...oneOf, mine, ...empty],
  // The type of a formula's result is not known before it is read.
  formula: [...numbers.slice(2), ...words, ...days.slice(0, 3), ...empty],
}

/** The additional test of values that are chosen from lists. */
export const listTests: readonly FilterTest[] = [noneOf]
/** The tests of a task's due date, and of its hours. */
export const dueTests: readonly FilterTest[] = [...days, ...empty]
export const estimateTests: readonly FilterTest[] = [...numbers, ...empty]
/** The tests of people. */
export const peopleTests: readonly FilterTest[] = [noneOf, mine, ...empty]

/** How many values a test takes; a list takes at least one. */
const counts: Readonly<Record<FilterInput, number>> = {
  nothing: 1,
  choices: 1,
  text: 1,
  number: 1,
  numbers: 2,
  day: 1,
  days: 2,
}

/** Whether a test has all its input; until then it narrows nothing. */
export function isComplete({ takes }: FilterTest, values: readonly string[]): boolean {
  if (values.length < counts[takes] || values.some((value) => value.trim() === '')) return false
  if (takes === 'number' || takes === 'numbers') return values.every((value) => Number.isFinite(Number(value)))
  return (takes !== 'day' && takes !== 'days') || values.every(isCalendarDate)
}

/** Makes a test of values: texts, numbers, days, ids or lists of them, absent where there is none. */
export function makeValueTest(test: string, values: readonly string[], context: TestContext): ValueTest {
  const [first = '', second = ''] = values
  const wanted = new Set(values)
  const compare = (holds: (order: number) => boolean): ValueTest => compareWith(first, holds)
  const said = normalizeSearchText(first)
  const textOf = (value: unknown): string => normalizeSearchText(toList(value).join(' '))
  const tests: Readonly<Record<string, ValueTest>> = {
    empty: (value) => toList(value).length === 0,
    filled: (value) => toList(value).length > 0,
    in: (value) => (isNone(value) ? wanted.has(noneId) : toList(value).some((each) => wanted.has(each))),
    'not-in': (value) => (isNone(value) ? !wanted.has(noneId) : !toList(value).some((each) => wanted.has(each))),
    'all-of': (value) => values.every((each) => toList(value).includes(each)),
    mine: (value) => context.me !== undefined && toList(value).includes(context.me),
    ticked: (value) => value === true,
    'not-ticked': (value) => value !== true,
    contains: (value) => textOf(value).includes(said),
    'contains-not': (value) => !textOf(value).includes(said),
    is: (value) => textOf(value) === said,
    'is-not': (value) => textOf(value) !== said,
    equals: compare((order) => order === 0),
    'equals-not': (value) => !compare((order) => order === 0)(value),
    above: compare((order) => order > 0),
    below: compare((order) => order < 0),
    between: isBetween(Number(first), Number(second)),
    on: isDay((day) => day === first),
    before: isDay((day) => day < first),
    after: isDay((day) => day > first),
    'between-days': isDay((day) => (first <= second ? day >= first && day <= second : day >= second && day <= first)),
    'before-today': isDay((day) => day < context.today()),
    today: isDay((day) => day === context.today()),
    'after-today': isDay((day) => day > context.today()),
  }
  return tests[test] ?? (() => true)
}

function compareWith(number: string, holds: (order: number) => boolean): ValueTest {
  const wanted = Number(number)
  return (value) => typeof value === 'number' && holds(value - wanted)
}

/** Includes both ends, in either order. */
function isBetween(one: number, other: number): ValueTest {
  const [least, most] = [Math.min(one, other), Math.max(one, other)]
  return (value) => typeof value === 'number' && value >= least && value <= most
}

function isDay(holds: (day: string) => boolean): ValueTest {
  return (value) => typeof value === 'string' && isCalendarDate(value) && holds(value)
}

function isNone(value: unknown): boolean {
  return value === false || toList(value).length === 0
}

function toList(value: unknown): readonly string[] {
  if (value === undefined || value === null || value === '') return []
  // Field values are texts, numbers and ids.
  return Array.isArray(value) ? value.map(String) : [String(value as string | number | boolean)]
}
