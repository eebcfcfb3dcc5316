import type { Connection } from '@supabase/lite'

// lite takes a string sent for a JSON column or argument for the text of a JSON value, and turns numbers and booleans
// into text; by the time a driver writes them, '7' and 7 are indistinguishable. So they are encoded once lite has read
// the request, behind a mark that occurs in no JSON text, and the drivers only strip the mark.
const mark = '\u0001json:'

type Introspection = Awaited<ReturnType<Connection['introspect']>>
type Row = Record<string, unknown>

/** The parts of lite's parsed request that matter here. */
type Reading = {
  type: string
  schema?: string
  from?: string
  values?: Row | Row[]
  function?: string
  args?: Row
  httpMethod?: string
}

/** Passes JSON strings, numbers and booleans through unchanged, as PostgREST does. In a GET everything is text. */
export function keepJsonScalars(connection: Connection): void {
  const read = connection.onPostgrestAST.bind(connection)
  connection.onPostgrestAST = async (...request) => {
    const ast = await read(...request)
    // lite's own type is a union of all kinds of requests, each with some of these parts.
    const reading = ast as Reading
    const isCall = reading.type === 'rpc' && reading.httpMethod === 'POST' && isRow(reading.args)
    if (!isCall && !Array.isArray(reading.values) && !isRow(reading.values)) return ast
    const listTypes = makeListTypes(reading, await connection.introspect({ useCache: true }))
    const encode = (row: Row): Row =>
      Object.fromEntries(Object.entries(row).map(([name, value]) => [name, toWire(value, listTypes(name))]))
    if (isCall && reading.args !== undefined) return { ...ast, args: encode(reading.args) } as typeof ast
    const values = Array.isArray(reading.values) ? reading.values.map(encode) : encode(reading.values ?? {})
    return { ...ast, values } as typeof ast
  }
}

/** A parameter without its mark; undefined if it has none. */
export function findMarkedJson(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined
}

/**
 * lite encodes objects and arrays for JSON itself; null is SQL's. Values without a type are left for lite to refuse.
 */
function toWire(value: unknown, types: readonly string[]): unknown {
  const isStructure = typeof value === 'object' && value !== null
  if (types.length > 0 && types.every(isJsonType))
    return value === undefined || value === null || isStructure ? value : mark + JSON.stringify(value)
  // Other types are read from their JSON, as PostgREST does; lite would write [object Object], or a list with commas.
  const isList = Array.isArray(value) && (types.length === 0 || types.some(isListType))
  return isStructure && !isList ? JSON.stringify(value) : value
}

/** The types of a column, or of an argument of the procedures of a name. */
function makeListTypes({ schema = 'public', from, function: name }: Reading, known: Introspection) {
  if (name === undefined) {
    const columns = known.columns.filter((column) => column.table === from && (column.schema ?? 'public') === schema)
    const types = new Map(columns.map((column) => [column.name, [column.pg_type ?? column.type]]))
    return (column: string): readonly string[] => types.get(column) ?? []
  }
  const overloads = (known.functions ?? []).filter((one) => one.name === name && one.schema === schema)
  return (argument: string): readonly string[] =>
    overloads.flatMap((one) => one.arg_types[one.arg_names.indexOf(argument)] ?? [])
}

const isJsonType = (type: string): boolean => /^jsonb?$/i.test(type)

/** `uuid[]` in Postgres' own notation, `_uuid` as its name. */
const isListType = (type: string): boolean => /\[\]$|^_|^array$/i.test(type)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
