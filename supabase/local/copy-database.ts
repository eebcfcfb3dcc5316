import { Readable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import type { ReadableStream as WebStream } from 'node:stream/web'
import type { ReservedSql, Sql } from 'postgres'
import type { PgliteSession } from './pglite-session.ts'
import { inTransaction } from './postgres.ts'

/** The source of a copy. */
export type CopySource = {
  query<Row>(text: string): Promise<readonly Row[]>
  /** The rows of a query in Postgres' own text format. */
  copyOut(query: string): Promise<Readable>
}

export const fromPglite = (pglite: PgliteSession): CopySource => ({
  query: async <Row>(text: string) => (await pglite.query<Row>(text)).rows,
  async copyOut(query) {
    const { blob } = await pglite.query(`copy (${query}) to '/dev/blob'`)
    return blob === undefined ? Readable.from([]) : Readable.fromWeb(blob.stream() as WebStream<Uint8Array>)
  },
})

export const fromPostgres = (sql: Sql): CopySource => ({
  // The caller names the row type of the SQL it wrote.
  query: async <Row>(text: string) => (await sql.unsafe(text)) as unknown as readonly Row[],
  async copyOut(query) {
    const rows = await sql.unsafe(`copy (${query}) to stdout`).readable()
    // postgres.js blocks its connection for slow readers, even after the last chunk, when nobody reads on.
    return rows.once('end', () => rows._read(0))
  },
})

export type Counts = { tables: number; rows: number }

type Table = { name: string; columns: string }
type Key = { name: string; on: string; definition: string }
type IsWanted = (table: string) => boolean
type Sum = { rows: number; sum: string }

const ours = `n.nspname !~ '^pg_' and n.nspname not in ('information_schema', 'supabase_migrations')`

const listTables = `
  select format('%I.%I', n.nspname, c.relname) as name,
    string_agg(format('%I', a.attname), ', ' order by a.attnum) filter (where a.attgenerated = '') as columns
  from pg_class c join pg_namespace n on n.oid = c.relnamespace
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
  where c.relkind = 'r' and c.relpersistence = 'p' and ${ours}
  group by n.nspname, c.relname order by 1`

const listForeignKeys = `
  select format('%I', k.conname) as name, format('%I.%I', n.nspname, c.relname) as on,
    pg_get_constraintdef(k.oid) as definition
  from pg_constraint k join pg_class c on c.oid = k.conrelid join pg_namespace n on n.oid = c.relnamespace
  where k.contype = 'f' and k.conparentid = 0 and ${ours} order by k.oid`

const listSequences = `
  select format('%I.%I', schemaname, sequencename) as name, last_value::text as last
  from pg_sequences where last_value is not null`

/** A checksum of a table's rows, independent of their order. */
const sumUp = ({ name, columns }: Table): string => `
  select count(*)::int as rows,
    coalesce(sum(('x' || left(md5(t::text), 16))::bit(64)::bigint::numeric), 0)::text as sum
  from (select ${columns} from ${name}) as t`

/**
 * Copies the rows of a database into another of the same schema, all or nothing, and compares every table by row count
 * and checksum. Requires no more rights than owning the tables.
 */
export async function copyDatabase(source: CopySource, target: Sql): Promise<Counts> {
  const counts = await inTransaction(target, async (transaction) => {
    await transaction.unsafe(`set local timezone to 'UTC'; set local search_path to ''`).simple()
    return await copyTables(source, transaction, () => true)
  })
  await target.unsafe('analyze')
  return counts
}

/** Copies the wanted tables, inside a transaction with an empty search path. */
export async function copyTables(source: CopySource, target: ReservedSql, isWanted: IsWanted): Promise<Counts> {
  const tables = (await source.query<Table>(listTables)).filter(({ name }) => isWanted(name))
  const counts = { tables: tables.length, rows: 0 }
  // Rows are copied as they are: the results of triggers are among them, and any order will do.
  const keys = (await target.unsafe<Key[]>(listForeignKeys)).filter(({ on }) => isWanted(on))
  await runAll(target, [
    ...keys.map(({ name, on }) => `alter table ${on} drop constraint ${name}`),
    ...tables.map(({ name }) => `alter table ${name} disable trigger user`),
    `truncate ${tables.map(({ name }) => name).join(', ')}`,
  ])
  for (const table of tables) {
    await copyTable(table, source, target)
    const [before] = await source.query<Sum>(sumUp(table))
    const [after] = await target.unsafe<Sum[]>(sumUp(table))
    if (before === undefined || !isSame(before, after)) throw new Error(`${table.name} is not the same there`)
    counts.rows += before.rows
  }
  for (const { name, last } of await source.query<{ name: string; last: string }>(listSequences))
    if (isWanted(name)) await target.unsafe('select setval($1, $2::bigint)', [name, last])
  await runAll(target, [
    ...keys.map(({ name, on, definition }) => `alter table ${on} add constraint ${name} ${definition}`),
    ...tables.map(({ name }) => `alter table ${name} enable trigger user`),
  ])
  return counts
}

/**
 * Finds the first wanted table whose rows differ between two databases of one schema; undefined if all are the same.
 */
export async function findDifference(
  source: CopySource,
  target: CopySource,
  isWanted: IsWanted,
): Promise<string | undefined> {
  const tables = (await source.query<Table>(listTables)).filter(({ name }) => isWanted(name))
  for (const table of tables) {
    const [[before], [after]] = await Promise.all([source.query<Sum>(sumUp(table)), target.query<Sum>(sumUp(table))])
    if (before === undefined || !isSame(before, after)) return table.name
  }
  return undefined
}

function isSame(one: Sum, other: Sum | undefined): boolean {
  return one.rows === other?.rows && one.sum === other.sum
}

async function runAll(transaction: ReservedSql, statements: readonly string[]): Promise<void> {
  await transaction.unsafe(statements.join(';\n')).simple()
}

async function copyTable({ name, columns }: Table, source: CopySource, target: ReservedSql): Promise<void> {
  const from = await source.copyOut(`select ${columns} from ${name}`)
  const into = await target.unsafe(`copy ${name} (${columns}) from stdin`).writable()
  await pipeline(from, into)
}
