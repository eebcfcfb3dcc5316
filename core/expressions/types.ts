import type { CalendarDate } from '#core/lib/calendar-date.ts'

/** The type of a part of an expression. A value of any type may be empty. */
export type ValueType = 'number' | 'text' | 'checkbox' | 'date' | 'empty' | ListType | RecordType
export type ListType = { readonly list: ValueType }
/** The only values a text can have, such as a studio's status names; it never equals any other text. */
export type KnownNames = {
  /** What they name, such as `kind`. */
  readonly what: string
  readonly list: () => readonly string[]
}
/** Something with members, such as a task; `word` names it in errors. */
export type RecordType = {
  readonly word: string
  readonly members: Pick<ReadonlyMap<string, Member>, 'get' | 'keys'>
  /** Methods that take a text literal: `x.task("rig")`. */
  readonly functions?: ReadonlyMap<string, RowFunction<unknown>>
}
/** A member of a record. `read` receives the record's value and returns null if the member is empty. */
export type Member = {
  readonly type: ValueType
  readonly read: (record: unknown) => unknown
  readonly help?: string
  /** The possible values of a text, or of each text in a list. */
  readonly known?: KnownNames | undefined
  /** Why it cannot be used here. */
  readonly problem?: string
  /** Another expression, evaluated for the row that `read` returns. */
  readonly part?: Compiled
  /** Whether it reads linked items, which must be loaded first. */
  readonly isLinked?: boolean
}

/** The value of an expression: days are `2026-12-24`, empty is null. */
export type ExpressionValue = string | number | boolean | null | readonly ExpressionValue[]

/** A name that reads from a row. `read` returns null if it is empty. */
export type RowName<Row> = {
  readonly type: ValueType
  readonly read: (row: Row) => unknown
  readonly help?: string
  /** The possible values of a text, or of each text in a list. */
  readonly known?: KnownNames | undefined
  /** Why it cannot be used here. */
  readonly problem?: string
  /** Another expression about the same row, used instead of `read` and evaluated once per row. */
  readonly part?: Compiled
}
/** A function of a row called with a text literal, such as `task("anim")`; `problem` is a sentence. */
export type RowFunction<Row> = {
  readonly help: string
  readonly bind: (argument: string) => Pick<RowName<Row>, 'type' | 'read' | 'problem'>
  /** Arguments to offer as completions. */
  readonly choices?: readonly string[]
}

/** The names and functions available to an expression about a row. */
export type Scope<Row> = {
  readonly names: Pick<ReadonlyMap<string, RowName<Row>>, 'get' | 'keys'>
  readonly functions?: ReadonlyMap<string, RowFunction<Row>>
}

/** The reason an expression is invalid, and the character range it applies to. */
export type ExpressionProblem = Place & { readonly reason: string }

/** The state of one evaluation. */
export type Frame = {
  readonly row: unknown
  readonly today: CalendarDate
  /** Current values of list variables (`map`, `exists` and the like), outermost first. */
  readonly locals: unknown[]
  readonly budget: { stepsLeft: number }
  /** Results of nested expressions, by row and name. */
  readonly known: Map<unknown, Map<string, unknown>>
}

/** A part of an expression, compiled and ready to run. */
export type Compiled = {
  readonly type: ValueType
  readonly run: (frame: Frame) => unknown
  readonly known?: KnownNames | undefined
}

/** The character range of a part in the text. */
export type Place = { readonly start: number; readonly end: number }

/** The maximum size and cost of an expression. */
export const expressionLimits = {
  characters: 2000,
  nodes: 500,
  depth: 32,
  listElements: 100,
  arguments: 8,
  /** How deep list calls may nest. */
  nesting: 3,
  /** Steps per row. */
  steps: 100_000,
  textCharacters: 20_000,
} as const

/** Thrown when part of an expression is invalid or cannot be calculated for a row. */
export class ExpressionFault extends Error {
  readonly start: number
  readonly end: number
  constructor(reason: string, { start, end }: Place) {
    super(reason)
    this.start = start
    this.end = end
  }
}

/** Returns the word for a type in error messages. */
export function wordOf(type: ValueType): string {
  if (typeof type === 'string')
    return { text: 'text', number: 'a number', checkbox: 'yes or no', date: 'a day', empty: 'empty' }[type]
  return 'list' in type ? 'a list' : type.word
}

/**
 * Returns the type two types have in common, as needed for both branches of a condition; undefined if there is none.
 */
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
