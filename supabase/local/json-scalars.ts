import type { Connection } from '@supabase/lite'

// lite takes a string sent for a JSON column or argument for the text of a JSON value, and turns numbers and booleans into text;
// by the time a driver writes them nobody can tell '7' from 7. So they are encoded when lite has read the request, behind a mark
// that is part of no JSON text, and the drivers only take the mark off.
const mark = '\u0001json:'

type Introspection = Awaited<ReturnType<Connection['introspect']>>
type Row = Record<string, unknown>

/** The parts of lite's reading of a request that matter here. */
type Reading = {
  type: string
  schema?: string
  from?: string
  values?: Row | Row[]
  function?: string
  args?: Row
  httpMethod?: string
}

/** Lets JSON strings, numbers and booleans arrive as what they are, as PostgREST does. In a GET everything is text. */
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

/** A parameter without its mark; undefined where it bears none. */
export function findMarkedJson(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined
}

/** Objects and arrays for JSON are encoded by lite; null is SQL's. What has no type is lite's to refuse. */
function toWire(value: unknown, types: readonly string[]): unknown {
  const isStructure = typeof value === 'object' && value !== null
  if (types.length > 0 && types.every(isJsonType))
    return value === undefined || value === null || isStructure ? value : mark + JSON.stringify(value)
  // For another type it is read from its JSON, as PostgREST does; lite would write [object Object], or a list with commas.
  const isList = Array.isArray(value) && (types.length === 0 || types.some(isListType))
  return isStructure && !isList ? JSON.stringify(value) : value
}

/** The types that a column has, or an argument of the procedures of a name. */
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

/** `uuid[]` to Postgres' own words, `_uuid` by its name. */
const isListType = (type: string): boolean => /\[\]$|^_|^array$/i.test(type)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
