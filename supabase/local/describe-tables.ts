import { writeFileSync } from 'node:fs'
import { withMigratedDatabase } from './migrated-database.ts'
import type { Database } from './queryable.ts'

// `node supabase/local/describe-tables.ts <place>`: writes the migrations' comments on the tables that people may read,
// as JSON.

type Column = {
  table: string
  column: string
  type: string
  isRequired: boolean
  hasDefault: boolean
  says: string | null
  refersTo: string | null
  check: string | null
}

/** Tables that others than the super-admin may read, with what else the grants and row rules let people do. */
const readTables = async (database: Database) =>
  await database.query<{ table: string; says: string | null; verbs: string[]; key: string[]; triggers: string }>(`
    select c.relname as table, obj_description(c.oid) as says,
      (select array_agg(v.verb order by v.n) from (values (1, 'select', 'r'), (2, 'insert', 'a'), (3, 'update', 'w'), (4, 'delete', 'd'))
          as v (n, verb, cmd)
        where has_table_privilege('authenticated', c.oid, v.verb) and exists (select from pg_policy p
          where p.polrelid = c.oid and p.polcmd::text = v.cmd
            and coalesce(pg_get_expr(p.polqual, p.polrelid), '') || coalesce(pg_get_expr(p.polwithcheck, p.polrelid), '')
              not like '( SELECT private.is_super_admin()%')) as verbs,
      (select array_agg(a.attname::text order by k.n) from pg_index i
        cross join unnest(i.indkey::int2[]) with ordinality as k (attnum, n)
        join pg_attribute a on a.attrelid = c.oid and a.attnum = k.attnum where i.indrelid = c.oid and i.indisprimary) as key,
      (select string_agg(p.prosrc || case when p.proname = 'tg_keep_columns' then ' keeps ' || encode(t.tgargs, 'escape') else '' end, E'\n')
        from pg_trigger t join pg_proc p on p.oid = t.tgfoid where t.tgrelid = c.oid and t.tgtype & 2 = 2 and t.tgtype & 1 = 1) as triggers
    from pg_class c where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by 1`)

const readColumns = async (database: Database) =>
  await database.query<Column>(`
    select c.relname as table, a.attname as column, format_type(a.atttypid, null) as type, a.attnotnull as "isRequired",
      a.atthasdef as "hasDefault", col_description(c.oid, a.attnum) as says,
      (select f.confrelid::regclass::text from pg_constraint f where f.conrelid = c.oid and f.contype = 'f'
        and f.conkey = array[a.attnum] order by f.conname limit 1) as "refersTo",
      (select pg_get_constraintdef(k.oid) from pg_constraint k where k.conrelid = c.oid and k.contype = 'c'
        and k.conkey = array[a.attnum] and pg_get_constraintdef(k.oid) like '%= ANY (ARRAY[%' order by k.conname limit 1) as check
    from pg_class c join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' order by c.relname, a.attnum`)

/** Columns that a trigger always fills in: read from a parent, or set unconditionally. */
function findFilled(triggers: string): ReadonlySet<string> {
  const read = [...triggers.matchAll(/\binto ((?:new\.\w+(?:,\s*)?)+)/g)].flatMap(([, all = '']) => all.split(/,\s*/))
  const set = [...triggers.matchAll(/^ {2}(new\.\w+) := ([^;]*);/gm)].flatMap(([, name = '', value = '']) =>
    value.includes(name) ? [] : [name],
  )
  return new Set([...read, ...set].map((name) => name.trim().replace('new.', '')))
}

/** Columns that a trigger fills in if no value was sent. */
const findOptional = (triggers: string): ReadonlySet<string> =>
  new Set([...triggers.matchAll(/\bnew\.(\w+) := (?!trim)/g)].map(([, name = '']) => name))

/** The words that a column accepts, if it accepts no others. */
function findWords(check: string | null): readonly string[] | undefined {
  return check?.match(/'[^']*'(?=::text)/g)?.map((word) => word.slice(1, -1))
}

async function describeTables(database: Database): Promise<object> {
  const columns = await readColumns(database)
  const tables = (await readTables(database)).filter(({ verbs }) => verbs?.includes('select'))
  return Object.fromEntries(
    tables.map(({ table, says, verbs, key, triggers }) => {
      const [filled, optional] = [findFilled(triggers ?? ''), findOptional(triggers ?? '')]
      const kept = [...(triggers ?? '').matchAll(/ keeps (.*)/g)].flatMap(([, names = '']) => names.split('\\000'))
      const described = columns
        .filter((each) => each.table === table)
        .map(({ column, type, isRequired, hasDefault, says: told, refersTo, check }) => [
          column,
          {
            type,
            ...(!isRequired && { isNullable: true }),
            ...((hasDefault || !isRequired || optional.has(column)) && { isOptional: true }),
            ...(filled.has(column) && { isFilled: true }),
            ...(kept.includes(column) && { isKept: true }),
            ...(told !== null && { says: told }),
            ...(refersTo !== null && { refersTo }),
            words: findWords(check),
          },
        ])
      return [table, { says, verbs, key, columns: Object.fromEntries(described) }]
    }),
  )
}

const [place = ''] = process.argv.slice(2)
await withMigratedDatabase(async (database) => {
  writeFileSync(place, `${JSON.stringify(await describeTables(database), undefined, 1)}\n`)
})
