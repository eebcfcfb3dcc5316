import type { Queryable } from './queryable.ts'

type ForeignKey = {
  readonly name: string
  readonly table: string
  readonly column: string
  readonly target: string
  readonly targetColumn: string
  readonly isInKey: boolean
  readonly isUnique: boolean
}

/** A relationship between two tables, as PostgREST names it. */
export type Relationship = {
  readonly cardinality: 'many-to-one' | 'one-to-many' | 'one-to-one' | 'many-to-many'
  /** What a request writes after `!` to choose this one. */
  readonly hint: string
  readonly relationship: string
}

/** The relationships between the tables of the API. */
export type Relationships = {
  readonly isTable: (name: string) => boolean
  /**
   * Whether a unique index belongs to a key: a partial index, or one over expressions, makes no relationship
   * one-to-one.
   */
  readonly isKey: (index: string) => boolean
  readonly between: (from: string, to: string) => readonly Relationship[]
}

/** Reads the foreign keys between the tables of the API, and which join tables link two others by their primary key. */
export async function readRelationships(database: Pick<Queryable, 'query'>): Promise<Relationships> {
  const keys = await database.query<ForeignKey>(`
    select f.conname as name, c.relname as "table", t.relname as target,
      (select string_agg(a.attname, ', ' order by k.n) from unnest(f.conkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum) as "column",
      (select string_agg(a.attname, ', ' order by k.n) from unnest(f.confkey) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = t.oid and a.attnum = k.attnum) as "targetColumn",
      exists (select from pg_constraint p where p.conrelid = c.oid and p.contype = 'p' and f.conkey <@ p.conkey)
        as "isInKey",
      exists (select from pg_constraint u where u.conrelid = c.oid and u.contype in ('p', 'u')
        and u.conkey <@ f.conkey) as "isUnique"
    from pg_constraint f
    join pg_class c on c.oid = f.conrelid join pg_class t on t.oid = f.confrelid
    where f.contype = 'f' and c.relnamespace = 'public'::regnamespace and t.relnamespace = 'public'::regnamespace
    order by f.conname`)
  const unique = await database.query<{ name: string }>(`
    select conname as name from pg_constraint where contype = 'u' and connamespace = 'public'::regnamespace`)
  const names = new Set(unique.map(({ name }) => name))
  const tables = new Set(keys.flatMap(({ table, target }) => [table, target]))
  return {
    isTable: (name) => tables.has(name),
    isKey: (index) => names.has(index),
    between: (from, to) => [...listDirect(keys, from, to), ...listJoined(keys, from, to)],
  }
}

function listDirect(keys: readonly ForeignKey[], from: string, to: string): readonly Relationship[] {
  return keys.flatMap(({ name, table, column, target, targetColumn, isUnique }): Relationship[] => {
    if (table === from && target === to) {
      const relationship = `${name} using ${from}(${column}) and ${to}(${targetColumn})`
      return [{ cardinality: isUnique ? 'one-to-one' : 'many-to-one', hint: name, relationship }]
    }
    if (table !== to || target !== from) return []
    const relationship = `${name} using ${from}(${targetColumn}) and ${to}(${column})`
    return [{ cardinality: isUnique ? 'one-to-one' : 'one-to-many', hint: name, relationship }]
  })
}

/** Through join tables: PostgREST only accepts tables whose primary key holds both foreign keys. */
function listJoined(keys: readonly ForeignKey[], from: string, to: string): readonly Relationship[] {
  const ends = keys.filter(({ isInKey, target }) => isInKey && target === from)
  return ends.flatMap((near) =>
    keys
      .filter((far) => far.isInKey && far.table === near.table && far.target === to && far !== near)
      .map((far) => ({
        cardinality: 'many-to-many',
        hint: near.table,
        relationship: `${near.table} using ${near.name}(${near.column}) and ${far.name}(${far.column})`,
      })),
  )
}
