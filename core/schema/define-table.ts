/** One field of a row: its column, how its value travels as JSON, and what a new row has in it. */
export type Field<Value, HasDefault extends boolean = boolean> = {
  /** How a value is kept: part of the cache's format. */
  readonly kind: 'same' | 'decimal' | 'rank' | 'moment' | 'filled'
  /** Absent where the column is the field in snake case. */
  readonly column?: string
  /** From JSON's value, which is never null here. */
  readonly decode?: (value: unknown) => Value
  readonly encode?: (value: Value) => unknown
  readonly hasDefault: HasDefault
  readonly default?: Value
}

/** A field of whatever value: what it encodes is its own. */
type AnyField = Omit<Field<unknown>, 'encode'> & { readonly encode?: (value: never) => unknown }
type Fields = Readonly<Record<string, AnyField>>

/** The rows of a table: flat and immutable, so that one changed row is one changed object. */
export type RowOf<T extends { readonly fields: Fields }> = {
  readonly [Name in keyof T['fields']]: T['fields'][Name] extends Field<infer Value> ? Value : never
}

type DefaultNames<F extends Fields> = {
  [Name in keyof F]: F[Name]['hasDefault'] extends true ? Name : never
}[keyof F]

/** What somebody who makes a row has to say: every field without a default. */
export type NewRowOf<T extends { readonly fields: Fields }> = Omit<RowOf<T>, DefaultNames<T['fields']>> &
  Partial<RowOf<T>>

/** The kinds of what is pulled and cached as one; see `scope.ts`. */
export type ScopeKind = 'studio' | 'space' | 'item' | 'timeline' | 'board' | 'review' | 'casting'

/** A table that clients keep. */
export type Table<F extends Fields = Fields, Name extends string = string, Row = never> = {
  readonly fields: F
  /** The fields of the primary key, in its order. */
  readonly key: readonly Name[]
  /** The scopes that bring its rows. */
  readonly scopes: readonly ScopeKind[]
  /** The row that a row hangs under: a change below is also a change of it, and its deletion takes the row along. */
  readonly belongsTo?: { readonly table: string; readonly field: Name }
  /** Another row whose deletion takes the row along. */
  readonly alsoUnder?: { readonly table: string; readonly field: Name }
  /** What no two rows may share besides the key. */
  readonly unique?: readonly Name[]
  /** The order people see rows in, where there is one. */
  readonly order?: (first: Row, second: Row) => number
}

/** Describes a table once: row type, codecs, the cache's format, fixtures and the columns of pulls follow from it. */
export function defineTable<const F extends Fields>(
  table: Table<F, keyof F & string, RowOf<{ readonly fields: F }>>,
): Table<F> {
  return table
}

/** A value that JSON has: text, true or false, a list. */
function same<Value>(): Field<Value, false> {
  return { kind: 'same', hasDefault: false }
}

export const text = same<string>()
export const flag = same<boolean>()
/** A whole number, or one that JSON carries without loss. */
export const number = same<number>()
/** A number that the database may write as text. */
export const decimal: Field<number, false> = { kind: 'decimal', decode: Number, hasDefault: false }
/** A place in an order, kept as the text of a decimal. */
export const rank: Field<string, false> = { kind: 'rank', decode: String, hasDefault: false }
/** Epoch milliseconds; ISO 8601 on the wire. */
export const moment: Field<number, false> = {
  kind: 'moment',
  decode: (value) => Date.parse(String(value)),
  encode: (value) => new Date(value).toISOString(),
  hasDefault: false,
}
/** Text of which the database keeps '' for none. */
export const filledText: Field<string | undefined, true> = {
  kind: 'filled',
  decode: (value) => (value === '' ? undefined : String(value)),
  encode: (value) => value ?? '',
  hasDefault: true,
}

/** Text of a narrower type: an id, a day, one of a list, an object. The database holds what may be in it. */
export function of<Value>(): Field<Value, false> {
  return same<Value>()
}

/** A field that may be absent, and is in a new row. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined, true> {
  // Absent values are never encoded.
  return { ...(field as Field<Value | undefined>), hasDefault: true, default: undefined }
}

/** A field with what a new row has in it. */
export function initially<Value>(value: Value, field: Field<Value>): Field<Value, true> {
  return { ...field, hasDefault: true, default: value }
}

/** A field with a column of another name. */
export function named<Value, HasDefault extends boolean>(
  column: string,
  field: Field<Value, HasDefault>,
): Field<Value, HasDefault> {
  return { ...field, column }
}
