import * as v from 'valibot'

/** A UUID. */
export const id = v.pipe(v.string(), v.uuid())
/** Any text. */
export const text = v.string()
/** A whole number. */
export const whole = v.pipe(v.number(), v.integer())
/** A number, which the database may keep as a decimal. */
export const number = v.number()
/** Yes or no. */
export const yes = v.boolean()
/** A day, YYYY-MM-DD. */
export const day = v.pipe(v.string(), v.isoDate())
/** A moment in ISO 8601 with its zone. */
export const moment = v.pipe(v.string(), v.isoTimestamp())
/** Any JSON value. */
export const json = v.any()
/** No response body. */
export const nothing = v.optional(v.null())

/** An object with these fields; a response may gain others. */
export const object = v.object
/** An array of one type. */
export const list = <const Each extends v.GenericSchema>(each: Each) => v.array(each)
/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) => v.picklist(words)
/** An object whose keys are not known beforehand: ids, or the names of fields. */
export const by = <const Value extends v.GenericSchema>(value: Value) => v.record(v.string(), value)
/** A field that is always present and may be null. */
export const orNull = <const Value extends v.GenericSchema>(value: Value) => v.nullable(value)
/** A value that may be left out or null. */
export const maybe = <const Value extends v.GenericSchema>(value: Value) => v.nullish(value)
/** An argument with a default in the database. */
export const byDefault = <const Value extends v.GenericSchema>(value: Value, otherwise: v.InferInput<Value>) =>
  v.optional(value, otherwise as never)

/** A value with its description, used by the API reference and the flags of the command line. */
export const described = <const Value extends v.GenericSchema>(description: string, value: Value) =>
  v.pipe(value, v.description(description))

/** One procedure of the database, as its callers see it. */
export type Procedure = {
  /** What it does, in the words of its SQL comment. */
  readonly says: string
  readonly args: v.ObjectEntries
  readonly returns: v.GenericSchema
  /** Changes nothing, so it can be called by GET and repeated. */
  readonly reads?: true
  /** Returns at most a thousand rows; `limit` and `offset` in the URL choose others. */
  readonly isPaged?: true
  /** Answers a question that people ask in words: `studio-cli mcp` offers it as a tool. */
  readonly isTool?: true
  /** Any one of these is required; if absent, any member who may see the subject may call it. */
  readonly permissions?: readonly string[]
  /** For the service key alone: functions, schedules and workers. */
  readonly caller?: 'service'
  /** What it refuses, by code. */
  readonly errors?: Readonly<Record<string, string>>
}

/** Procedures of one subject by name. */
export type Procedures = Readonly<Record<string, Procedure>>

/** One edge function. */
export type EdgeFunction = {
  readonly says: string
  readonly method: 'GET' | 'POST'
  /** The fields of the body, or of the query string for GET. */
  readonly args: v.ObjectEntries
  readonly returns: v.GenericSchema
  /** `none`: the request carries its own proof. */
  readonly caller: 'member' | 'none' | 'service'
  readonly errors?: Readonly<Record<string, string>>
}

/** Checks procedures against the type, and keeps their own types. */
export const defineProcedures = <const All extends Procedures>(procedures: All): All => procedures
