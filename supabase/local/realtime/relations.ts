import type { Database } from '../queryable.ts'

type Column = { name: string; type: string }

/** A table whose changes are fed: its columns, and those of its primary key with their full types. */
export type Relation = { schema: string; table: string; columns: Column[]; key: Column[] }

/** Looks tables up by their oid, once: they only change between starts. */
export class Relations {
  readonly #database: Pick<Database, 'query'>
  readonly #known = new Map<string, Relation>()

  constructor(database: Pick<Database, 'query'>) {
    this.#database = database
  }

  async find(oid: string): Promise<Relation | undefined> {
    const known = this.#known.get(oid)
    if (known !== undefined) return known
    const [relation] = await this.#database.query<Relation>(
      `select n.nspname::text as schema, c.relname::text as table,
         jsonb_agg(jsonb_build_object('name', a.attname, 'type', t.typname) order by a.attnum) as columns,
         jsonb_agg(jsonb_build_object('name', a.attname, 'type', format_type(a.atttypid, a.atttypmod)) order by a.attnum)
           filter (where a.attnum = any(i.indkey)) as key
       from pg_class c
       join pg_namespace n on n.oid = c.relnamespace
       join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
       join pg_type t on t.oid = a.atttypid
       join pg_index i on i.indrelid = c.oid and i.indisprimary
       where c.oid = $1::text::oid
       group by n.nspname, c.relname`,
      [oid],
    )
    if (relation !== undefined) this.#known.set(oid, relation)
    return relation
  }
}
