import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { usageError } from '../cli-error.ts'
import { makeListMatcher, splitList } from './name-pattern.ts'
import { makeStageMatcher } from './stage-matcher.ts'
import type { TaskRecord } from './task-record.ts'

/** Returns whether a task matches. */
export type TaskFilter = (task: TaskRecord) => boolean

const fields = [
  'project',
  'space',
  'collection',
  'item',
  'stage',
  'status',
  'assignee',
  'due',
  'priority',
  'estimate',
  'disabled',
  'done',
] as const
type Field = (typeof fields)[number]
type Operator = '=' | '!=' | '<' | '<=' | '>' | '>='

const conditionPattern = /\s*([a-z]+)\s*(!=|<=|>=|=|<|>)\s*("[^"]*"|\S+)\s*/giy

/**
 * Parses conditions such as `status=WFA,retake* assignee=none due<2026-12-01`, all of which must hold. A value may list
 * several patterns separated by commas; `none` means absent.
 */
export function parseWhere(text: string): TaskFilter {
  const filters = readConditions(text)
  if (filters !== undefined) return filters
  throw usageError(`--where "${text}" cannot be read.`, 'Write it like: status=WFA,retake due<2026-12-01 assignee=none')
}

/**
 * Lists the values that conditions require of a field: `wfa` and `retake` of `status=wfa,retake`, ignoring negations.
 */
export function listAskedValues(text: string, field: Field): readonly string[] {
  if (!isShortForm(text)) return []
  conditionPattern.lastIndex = 0
  return [...text.matchAll(conditionPattern)].flatMap(([, name = '', operator, value = '']) =>
    operator === '=' && name.toLowerCase() === field ? splitList(value.replace(/^"|"$/g, '')) : [],
  )
}

/** Returns whether a text is in this short form; all others are expressions. */
export function isShortForm(text: string): boolean {
  if (/==|&&|\|\||\(/.test(text)) return false
  conditionPattern.lastIndex = 0
  const found = [...text.matchAll(conditionPattern)]
  const last = found.at(-1)
  const isWhole = last !== undefined && last.index + last[0].length === text.length
  return (
    isWhole && found.every(([, name = '', sign]) => sign === '=' || fields.some((each) => each === name.toLowerCase()))
  )
}

function readConditions(text: string): TaskFilter | undefined {
  const filters: TaskFilter[] = []
  conditionPattern.lastIndex = 0
  let end = 0
  for (const match of text.matchAll(conditionPattern)) {
    end = match.index + match[0].length
    const [, name = '', operator = '=', value = ''] = match
    // The pattern only lets these through.
    filters.push(toFilter(toField(name), operator as Operator, value.replace(/^"|"$/g, '')))
  }
  if (filters.length === 0 || end !== text.length) return undefined
  return (task) => filters.every((filter) => filter(task))
}

function toField(name: string): Field {
  const field = fields.find((each) => each === name.toLowerCase())
  if (field === undefined) throw usageError(`--where has no field "${name}".`, `The fields are ${fields.join(', ')}.`)
  return field
}

function toFilter(field: Field, operator: Operator, value: string): TaskFilter {
  if (operator === '!=') {
    const isEqual = toFilter(field, '=', value)
    return (task) => !isEqual(task)
  }
  switch (field) {
    case 'due':
      return compare([operator, value], (task) => task.due, assertDate)
    case 'priority':
      return compare([operator, value], (task) => task.priority, toNumber)
    case 'estimate':
      return compare([operator, value], (task) => task.estimatedHours, toNumber)
    default:
      if (operator !== '=') throw usageError(`--where: ${field} cannot be compared with ${operator}.`)
      return field === 'disabled' || field === 'done' ? isFlag(field, value) : isNamed(field, value)
  }
}

function compare<Value extends string | number>(
  [operator, text]: readonly [Operator, string],
  valueOf: (task: TaskRecord) => Value | null,
  parse: (text: string) => Value,
): TaskFilter {
  if (text === 'none') {
    if (operator !== '=') throw usageError(`--where: "none" can only be compared with = and !=.`)
    return (task) => valueOf(task) === null
  }
  const wanted = parse(text)
  return (task) => {
    const value = valueOf(task)
    if (value === null) return false
    if (operator === '=') return value === wanted
    if (operator.startsWith('<')) return value < wanted || (operator === '<=' && value === wanted)
    return value > wanted || (operator === '>=' && value === wanted)
  }
}

function isFlag(field: 'disabled' | 'done', value: string): TaskFilter {
  const isWanted = ['true', 'yes', '1'].includes(value)
  if (!isWanted && !['false', 'no', '0'].includes(value))
    throw usageError(`--where: ${field} is yes or no, not "${value}".`)
  return (task) => task[field] === isWanted
}

type NamedField = Exclude<Field, 'due' | 'priority' | 'estimate' | 'disabled' | 'done'>

function isNamed(field: NamedField, value: string): TaskFilter {
  const matches = field === 'stage' ? makeStageMatcher(value) : makeListMatcher(value)
  const wantsNone = value.split(',').includes('none')
  return (task) => {
    const names = task.names[field]
    return names.some(matches) || (wantsNone && names.length === 0)
  }
}

function assertDate(text: string): string {
  if (!isCalendarDate(text)) throw usageError(`"${text}" is not a date.`, 'Write it like 2026-12-01.')
  return text
}

function toNumber(text: string): number {
  const value = Number(text)
  if (text.trim() === '' || !Number.isFinite(value)) throw usageError(`"${text}" is not a number.`)
  return value
}
