import type { Connection } from '@supabase/lite'
import type { Queryable } from './queryable.ts'
import { readRelationships, type Relationship, type Relationships } from './relationships.ts'

const mostDeep = 6
const mostTogether = 30

type Join = { from?: string; hint?: string }

/** The parts of lite's parsed request that matter here: an embedded table is an object with a `select` of its own. */
type Reading = { from?: string; select?: unknown[]; join?: Record<string, Join> }

/**
 * Refuses a `select=` that multiplies rows with every step: a table below itself, under any alias, and more steps than
 * anyone needs. A hosted project only has the time limit; on PGlite nothing stops a statement, and everybody waits for
 * it. Embedded tables are found by PostgREST's rules: lite takes any table that references two others for a join table,
 * and returns rows that do not exist; it takes any unique index for a key, including partial ones, and would find at
 * most one comment of a task.
 */
export function limitEmbedding(connection: Connection, database: Pick<Queryable, 'query'>): void {
  const read = connection.onPostgrestAST.bind(connection)
  let known: Promise<Relationships> | undefined
  connection.onPostgrestAST = async (...request) => {
    const ast = await read(...request)
    // lite's own type is a union of all kinds of requests, each with some of these parts.
    const reading = ast as Reading
    if (count(reading, [reading.from ?? '']) > mostTogether)
      throw refuse(400, { code: 'PGRST127', message: `A request embeds at most ${mostTogether} tables` })
    if (listEmbedded(reading).length === 0) return ast
    known ??= readRelationships(database)
    const { isKey } = await known
    const schema = await connection.introspect({ useCache: true })
    schema.indexes = schema.indexes.filter((index) => index.schema !== 'public' || isKey(index.name))
    nameWays(reading, reading.from ?? '', await known)
    return ast
  }
}

function listEmbedded({ select = [] }: Reading): readonly (readonly [string, Reading])[] {
  return select.flatMap((entry) =>
    typeof entry === 'object' && entry !== null
      ? // Cached by the text of the filter.
        (Object.entries(entry).filter(([, part]) => isReading(part)) as [string, Reading][])
      : [],
  )
}

/** How many tables are embedded; `above` is the path from the request's own table to here. */
function count(reading: Reading, above: readonly string[]): number {
  const counts = listEmbedded(reading).map(([key, part]) => {
    const table = reading.join?.[key]?.from ?? key
    if (above.includes(table)) throw tooMuch(`${table} is embedded below itself`)
    if (above.length > mostDeep)
      throw tooMuch(`Tables are embedded at most ${mostDeep} deep; ask for the rest in a request of its own`)
    return 1 + count(part, [...above, table])
  })
  return counts.reduce((sum, one) => sum + one, 0)
}

/**
 * Names the relationship by which each table is embedded, if the request does not; refuses if there is none, or
 * several.
 */
function nameWays(reading: Reading, table: string, known: Relationships): void {
  for (const [key, part] of listEmbedded(reading)) {
    const join = reading.join?.[key] ?? {}
    const target = join.from ?? key
    // Another name may be a column or a foreign key, which lite reads.
    if (known.isTable(table) && known.isTable(target)) {
      const hint = join.hint ?? findOnly({ table, target }, known)
      const isJunction = known.isTable(hint)
      if (isJunction && !known.between(table, target).some((way) => way.hint === hint))
        throw none({ table, target, hint })
      reading.join = { ...reading.join, [key]: { ...join, hint } }
    }
    nameWays(part, target, known)
  }
}

function findOnly({ table, target }: Pair, known: Relationships): string {
  const [only, ...others] = known.between(table, target)
  if (only === undefined) throw none({ table, target })
  if (others.length > 0) throw makeAmbiguousError({ table, target }, [only, ...others])
  return only.hint
}

type Pair = { readonly table: string; readonly target: string; readonly hint?: string | undefined }

function none({ table, target, hint }: Pair): Error {
  const by = hint === undefined ? '' : ` using the hint '${hint}'`
  return refuse(400, {
    code: 'PGRST200',
    message: `Could not find a relationship between '${table}' and '${target}' in the schema cache`,
    details: `Searched for a foreign key relationship between '${table}' and '${target}'${by} in the schema 'public', but no matches were found.`,
  })
}

function makeAmbiguousError({ table, target }: Pair, ways: readonly Relationship[]): Error {
  const names = ways.map(({ hint }) => `'${target}!${hint}'`).join(', ')
  return refuse(300, {
    code: 'PGRST201',
    message: `Could not embed because more than one relationship was found for '${table}' and '${target}'`,
    details: ways.map(({ cardinality, relationship }) => {
      return { cardinality, embedding: `${table} with ${target}`, relationship }
    }),
    hint: `Try changing '${target}' to one of the following: ${names}. Find the desired relationship in the 'details' key.`,
  })
}

const isReading = (part: unknown): part is Reading => typeof part === 'object' && part !== null && 'select' in part

type Refusal = { readonly code: string; readonly message: string; readonly details?: unknown; readonly hint?: string }

const tooMuch = (message: string): Error => refuse(400, { code: 'PGRST127', message })

/** An error that lite answers like PostgREST answers a procedure's SQLSTATE PGRST. */
function refuse(status: number, { code, message, details = null, hint }: Refusal): Error {
  return Object.assign(new Error(JSON.stringify({ code, message, details, hint: hint ?? null })), {
    code: 'PGRST',
    detail: JSON.stringify({ status, headers: {} }),
  })
}
