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
/** Whatever JSON has. */
export const json = v.any()
/** No answer at all. */
export const nothing = v.optional(v.null())

/** An object with these fields; an answer may gain others. */
export const object = v.object
/** A list of one kind of thing. */
export const list = <const Each extends v.GenericSchema>(each: Each) => v.array(each)
/** One of these words. */
export const oneOf = <const Words extends readonly string[]>(...words: Words) => v.picklist(words)
/** An object whose keys are not known beforehand: ids, or the names of fields. */
export const by = <const Value extends v.GenericSchema>(value: Value) => v.record(v.string(), value)
/** A field that is there and may be null. */
export const orNull = <const Value extends v.GenericSchema>(value: Value) => v.nullable(value)
/** What may be left out or null. */
export const maybe = <const Value extends v.GenericSchema>(value: Value) => v.nullish(value)
/** An argument that the database fills in where it is left out. */
export const byDefault = <const Value extends v.GenericSchema>(value: Value, otherwise: v.InferInput<Value>) =>
  v.optional(value, otherwise as never)

/** A value with what it is, in the words that the reference and the flags of the command line say it in. */
export const told = <const Value extends v.GenericSchema>(description: string, value: Value) =>
  v.pipe(value, v.description(description))

/** One procedure of the database, as its callers see it. */
export type Procedure = {
  /** What it does, the words of the comment in SQL. */
  readonly says: string
  readonly args: v.ObjectEntries
  readonly returns: v.GenericSchema
  /** Changes nothing, so that it can be asked by GET and asked again. */
  readonly reads?: true
  /** Answers rows, a thousand at most; `limit` and `offset` in the address choose others. */
  readonly isPaged?: true
  /** A question that somebody would ask in words: `studio-cli mcp` offers it as a tool. */
  readonly isTool?: true
  /** Any of them; without, whoever is a member and may see what it is about. */
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
  /** The fields of the body, or of the address for GET. */
  readonly args: v.ObjectEntries
  readonly returns: v.GenericSchema
  /** `none`: it proves itself by what it sends. */
  readonly caller: 'member' | 'none' | 'service'
  readonly errors?: Readonly<Record<string, string>>
}

/** Holds procedures to the shape, and keeps their own types. */
export const defineProcedures = <const All extends Procedures>(procedures: All): All => procedures
