/** One field of a row: its column, its JSON codec and its default in new rows. */
export type Field<Value, HasDefault extends boolean = boolean> = {
  /** How the value is stored; part of the cache format. */
  readonly kind: 'same' | 'decimal' | 'rank' | 'moment' | 'filled'
  /** Absent where the column is the field's name in snake case. */
  readonly column?: string
  /** Decodes a JSON value that is never null. */
  readonly decode?: (value: unknown) => Value
  readonly encode?: (value: Value) => unknown
  readonly hasDefault: HasDefault
  readonly default?: Value
}

/** A field of any value type; its `encode` takes only its own values. */
type AnyField = Omit<Field<unknown>, 'encode'> & { readonly encode?: (value: never) => unknown }
type Fields = Readonly<Record<string, AnyField>>

/** A table's rows: flat and immutable, so a changed row is a new object. */
export type RowOf<T extends { readonly fields: Fields }> = {
  readonly [Name in keyof T['fields']]: T['fields'][Name] extends Field<infer Value> ? Value : never
}

type DefaultNames<F extends Fields> = {
  [Name in keyof F]: F[Name]['hasDefault'] extends true ? Name : never
}[keyof F]

/** The input for a new row: every field without a default, and any of the others. */
export type NewRowOf<T extends { readonly fields: Fields }> = Omit<RowOf<T>, DefaultNames<T['fields']>> &
  Partial<RowOf<T>>

/** The kinds of scopes; see `scope.ts`. */
export type ScopeKind = 'studio' | 'space' | 'item' | 'timeline' | 'board' | 'review' | 'casting'

/** A table that clients cache. */
export type Table<F extends Fields = Fields, Name extends string = string, Row = never> = {
  readonly fields: F
  /** The fields of the primary key, in its order. */
  readonly key: readonly Name[]
  /** The scopes that pull its rows. */
  readonly scopes: readonly ScopeKind[]
  /**
   * The parent row: a change to this row counts as a change to the parent, and deleting the parent deletes this row.
   */
  readonly belongsTo?: { readonly table: string; readonly field: Name }
  /** Another row whose deletion deletes this one. */
  readonly alsoUnder?: { readonly table: string; readonly field: Name }
  /** Fields whose combined values are unique, besides the key. */
  readonly unique?: readonly Name[]
  /** The display order, if any. */
  readonly order?: (first: Row, second: Row) => number
}

/** Describes a table once; row type, codecs, cache format, fixtures and pulled columns are derived from it. */
export function defineTable<const F extends Fields>(
  table: Table<F, keyof F & string, RowOf<{ readonly fields: F }>>,
): Table<F> {
  return table
}

/** A value that JSON carries unchanged: text, a boolean, a list. */
function same<Value>(): Field<Value, false> {
  return { kind: 'same', hasDefault: false }
}

export const text = same<string>()
export const flag = same<boolean>()
/** A whole number, or any that JSON carries without loss. */
export const number = same<number>()
/** A number that the database may send as text. */
export const decimal: Field<number, false> = { kind: 'decimal', decode: Number, hasDefault: false }
/** A rank in an order: a decimal kept as text. */
export const rank: Field<string, false> = { kind: 'rank', decode: String, hasDefault: false }
/** Epoch milliseconds; ISO 8601 on the wire. */
export const moment: Field<number, false> = {
  kind: 'moment',
  decode: (value) => Date.parse(String(value)),
  encode: (value) => new Date(value).toISOString(),
  hasDefault: false,
}
/** Text that the database stores as '' when absent. */
export const filledText: Field<string | undefined, true> = {
  kind: 'filled',
  decode: (value) => (value === '' ? undefined : String(value)),
  encode: (value) => value ?? '',
  hasDefault: true,
}

/** A value of a narrower type: an id, a day, an enum member, an object. The database constrains the values. */
export function of<Value>(): Field<Value, false> {
  return same<Value>()
}

/** A field that may be absent; new rows leave it absent. */
export function optional<Value>(field: Field<Value>): Field<Value | undefined, true> {
  // Absent values are never encoded.
  return { ...(field as Field<Value | undefined>), hasDefault: true, default: undefined }
}

/** A field with a default for new rows. */
export function initially<Value>(value: Value, field: Field<Value>): Field<Value, true> {
  return { ...field, hasDefault: true, default: value }
}

/** A field stored in a column of another name. */
export function named<Value, HasDefault extends boolean>(
  column: string,
  field: Field<Value, HasDefault>,
): Field<Value, HasDefault> {
  return { ...field, column }
}
