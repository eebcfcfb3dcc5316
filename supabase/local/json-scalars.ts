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
    const isJson = makeIsJson(reading, await connection.introspect({ useCache: true }))
    const encode = (row: Row): Row =>
      Object.fromEntries(
        Object.entries(row).map(([name, value]) => [name, isJson(name) ? toMarked(value) : toText(value)]),
      )
    if (isCall && reading.args !== undefined) return { ...ast, args: encode(reading.args) } as typeof ast
    const values = Array.isArray(reading.values) ? reading.values.map(encode) : encode(reading.values ?? {})
    return { ...ast, values } as typeof ast
  }
}

/** A parameter without its mark; undefined where it bears none. */
export function findMarkedJson(value: unknown): string | undefined {
  return typeof value === 'string' && value.startsWith(mark) ? value.slice(mark.length) : undefined
}

/** Objects and arrays are encoded by lite; null is SQL's. */
function toMarked(value: unknown): unknown {
  return value === undefined || typeof value === 'object' ? value : mark + JSON.stringify(value)
}

/** An object for a column of another type is read from its JSON, as PostgREST does; lite would write [object Object]. */
const toText = (value: unknown): unknown => (isRow(value) ? JSON.stringify(value) : value)

function makeIsJson({ schema = 'public', from, function: name }: Reading, known: Introspection) {
  if (name === undefined) {
    const columns = known.columns.filter((column) => column.table === from && (column.schema ?? 'public') === schema)
    const json = new Set(
      columns.filter(({ pg_type, type }) => isJsonType(pg_type ?? type)).map((column) => column.name),
    )
    return (column: string): boolean => json.has(column)
  }
  const overloads = (known.functions ?? []).filter((one) => one.name === name && one.schema === schema)
  return (argument: string): boolean => {
    const types = overloads.flatMap((one) => one.arg_types[one.arg_names.indexOf(argument)] ?? [])
    return types.length > 0 && types.every(isJsonType)
  }
}

const isJsonType = (type: string): boolean => /^jsonb?$/i.test(type)

const isRow = (value: unknown): value is Row => typeof value === 'object' && value !== null && !Array.isArray(value)
