import type { CalendarDate } from '#core/lib/calendar-date.ts'

/** What a part of an expression is. Empty is what has no value: every type may be empty. */
export type ValueType = 'number' | 'text' | 'checkbox' | 'date' | 'empty' | ListType | RecordType
export type ListType = { readonly list: ValueType }
/** The names that a text can be, as those of a studio's statuses: compared with any other it is never the same. */
export type KnownNames = {
  /** What they are names of: `kind`. */
  readonly what: string
  readonly list: () => readonly string[]
}
/** Something with members, such as a task; `word` names it in a refusal. */
export type RecordType = {
  readonly word: string
  readonly members: Pick<ReadonlyMap<string, Member>, 'get' | 'keys'>
  /** What is called on it with a text: `x.task("rig")`. */
  readonly functions?: ReadonlyMap<string, RowFunction<unknown>>
}
/** A member of a record; `read` is given the record's own value and answers null where it is empty. */
export type Member = {
  readonly type: ValueType
  readonly read: (record: unknown) => unknown
  readonly help?: string
  /** What a text, or each of a list, can be. */
  readonly known?: KnownNames | undefined
  /** Why it cannot be used here. */
  readonly problem?: string
  /** Another expression, about the row that `read` answers. */
  readonly part?: Compiled
  /** Whether it is read from what items are linked to, which has to be loaded. */
  readonly isLinked?: boolean
}

/** What an expression gives: a day as `2026-12-24`, null for empty. */
export type ExpressionValue = string | number | boolean | null | readonly ExpressionValue[]

/** A name of a row; `read` answers null where it is empty. */
export type RowName<Row> = {
  readonly type: ValueType
  readonly read: (row: Row) => unknown
  readonly help?: string
  /** What a text, or each of a list, can be. */
  readonly known?: KnownNames | undefined
  /** Why it cannot be used here. */
  readonly problem?: string
  /** Another expression about the same row, instead of `read`: worked out once for each row. */
  readonly part?: Compiled
}
/** A function of a row, called with texts that are written down, such as `task("anim")`; a refusal is a sentence. */
export type RowFunction<Row> = {
  readonly help: string
  readonly bind: (argument: string) => Pick<RowName<Row>, 'type' | 'read' | 'problem'>
  /** What can be asked for, to be completed. */
  readonly choices?: readonly string[]
}

/** What can be named in an expression about a row. */
export type Scope<Row> = {
  readonly names: Pick<ReadonlyMap<string, RowName<Row>>, 'get' | 'keys'>
  readonly functions?: ReadonlyMap<string, RowFunction<Row>>
}

/** What is wrong with an expression, and from which character of its text to which. */
export type ExpressionProblem = Place & { readonly reason: string }

/** What an evaluation works on. */
export type Frame = {
  readonly row: unknown
  readonly today: CalendarDate
  /** The variables of `map`, `exists` and the like, from the outermost. */
  readonly locals: unknown[]
  readonly budget: { stepsLeft: number }
  /** What the parts gave that are expressions of their own, for each row. */
  readonly known: Map<unknown, Map<string, unknown>>
}

/** A part of an expression, ready to run. */
export type Compiled = {
  readonly type: ValueType
  readonly run: (frame: Frame) => unknown
  readonly known?: KnownNames | undefined
}

/** Where a part stands in the text. */
export type Place = { readonly start: number; readonly end: number }

/** The most an expression may be and do. */
export const expressionLimits = {
  characters: 2000,
  nodes: 500,
  depth: 32,
  listElements: 100,
  arguments: 8,
  /** Lists inside lists. */
  nesting: 3,
  /** Parts that are worked out for one row. */
  steps: 100_000,
  textCharacters: 20_000,
} as const

/** A part of an expression that is refused, or that cannot be calculated for a row. */
export class ExpressionFault extends Error {
  readonly start: number
  readonly end: number
  constructor(reason: string, { start, end }: Place) {
    super(reason)
    this.start = start
    this.end = end
  }
}

/** The word for a type in a refusal. */
export function wordOf(type: ValueType): string {
  if (typeof type === 'string')
    return { text: 'text', number: 'a number', checkbox: 'yes or no', date: 'a day', empty: 'empty' }[type]
  return 'list' in type ? 'a list' : type.word
}

/** The type that two have in common, as the two ends of a condition; undefined where there is none. */
export function unify(one: ValueType, other: ValueType): ValueType | undefined {
  if (one === 'empty') return other
  if (other === 'empty' || one === other) return one
  if (typeof one === 'string' || typeof other === 'string') return undefined
  if ('list' in one && 'list' in other) {
    const list = unify(one.list, other.list)
    return list === undefined ? undefined : { list }
  }
  return 'word' in one && 'word' in other && one.members === other.members ? one : undefined
}
