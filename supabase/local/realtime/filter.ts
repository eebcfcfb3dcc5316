import { isRecord } from './codec.ts'

const operators = ['eq', 'neq', 'lt', 'lte', 'gt', 'gte', 'in'] as const
type Operator = (typeof operators)[number]
type Condition = { column: string; operator: Operator; values: string[] }

/** The changes a client subscribes to. `id` is ours; the client finds its callbacks by it. */
export type Binding = {
  id: number
  event: string
  schema: string
  table?: string
  filter?: string
  conditions: Condition[]
}

export type ChangeLike = { type: string; schema: string; table: string; row: Record<string, unknown> }

/** Parses a binding of a join; returns a sentence if it is wrong. */
export function parseBinding(value: unknown, id: number): Binding | string {
  if (!isRecord(value)) return 'A binding must be an object'
  const { event, schema, table, filter } = value
  if (typeof event !== 'string' || !['*', 'INSERT', 'UPDATE', 'DELETE'].includes(event.toUpperCase()))
    return 'The event of a binding must be *, INSERT, UPDATE or DELETE'
  const conditions = typeof filter === 'string' && filter !== '' ? splitConditions(filter).map(parseCondition) : []
  const bad = conditions.find((condition) => typeof condition === 'string')
  if (typeof bad === 'string') return bad
  return {
    id,
    event,
    schema: typeof schema === 'string' ? schema : '*',
    ...(typeof table === 'string' && { table }),
    ...(typeof filter === 'string' && { filter }),
    conditions: conditions.filter((condition) => typeof condition !== 'string'),
  }
}

/** Whether a change matches a binding. Deleted rows are known by their key only, so a filter seldom matches them. */
export function matchesBinding(binding: Binding, change: ChangeLike): boolean {
  if (binding.event !== '*' && binding.event.toUpperCase() !== change.type) return false
  if (binding.schema !== '*' && binding.schema !== change.schema) return false
  if (binding.table !== undefined && binding.table !== '*' && binding.table !== change.table) return false
  return binding.conditions.every((condition) => matchesCondition(condition, change.row[condition.column]))
}

/** Splits at commas outside brackets and quotes. */
function splitConditions(filter: string): string[] {
  return filter.match(/(?:"(?:\\.|[^"\\])*"|\([^)]*\)|[^,])+/g) ?? []
}

function parseCondition(text: string): Condition | string {
  const [, column, name, rest = ''] = /^([^=]+)=(\w+)\.(.*)$/s.exec(text.trim()) ?? []
  const operator = operators.find((known) => known === name)
  if (column === undefined || operator === undefined) return `The filter ${text} is not understood`
  if (operator !== 'in') return { column, operator, values: [unquote(rest)] }
  const items =
    rest
      .replace(/^\(/, '')
      .replace(/\)$/, '')
      .match(/"(?:\\.|[^"\\])*"|[^,]+/g) ?? []
  return { column, operator, values: items.map(unquote) }
}

const unquote = (text: string): string =>
  /^".*"$/s.test(text.trim()) ? text.trim().slice(1, -1).replaceAll(/\\(.)/g, '$1') : text.trim()

function matchesCondition({ operator, values }: Condition, actual: unknown): boolean {
  // As in SQL, comparisons with null are never true.
  if (actual === null || actual === undefined) return false
  const results = values.map((value) => compare(actual, value))
  const [first = Number.NaN] = results
  switch (operator) {
    case 'eq':
      return first === 0
    case 'neq':
      return first !== 0
    case 'lt':
      return first < 0
    case 'lte':
      return first <= 0
    case 'gt':
      return first > 0
    case 'gte':
      return first >= 0
    case 'in':
      return results.includes(0)
  }
}

/** Below, at or above zero; NaN if the two cannot be compared. */
function compare(actual: unknown, wanted: string): number {
  if (typeof actual === 'number') return actual - Number(wanted)
  const text = typeof actual === 'string' ? actual : JSON.stringify(actual)
  if (text === wanted) return 0
  const isTime = /^\d{4}-\d\d-\d\dT/.test(text)
  const [left, right] = [Date.parse(text), Date.parse(wanted)]
  if (isTime && !Number.isNaN(left) && !Number.isNaN(right)) return left - right
  return text < wanted ? -1 : 1
}
