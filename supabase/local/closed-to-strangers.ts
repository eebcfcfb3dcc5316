import { toErrorResponse, withCors } from './http.ts'
import type { Queryable } from './queryable.ts'

type Closed = ReadonlyMap<string, string>

/**
 * Refuses, as the database would, what strangers have no rights to, before its filter or rows are read; undefined if
 * they have a right, or if nothing of that name exists. Rights only change with the schema, which is fixed while a host
 * runs.
 */
export function makeRefuseStranger(
  database: Pick<Queryable, 'query'>,
): (request: Request) => Promise<Response | undefined> {
  let known: Promise<Closed> | undefined
  return async ({ url, method }) => {
    if (method === 'OPTIONS') return undefined
    const name = new URL(url).pathname.slice('/rest/v1/'.length)
    known ??= readClosed(database)
    try {
      const what = (await known).get(name)
      return what === undefined ? undefined : refuse(`permission denied for ${what}`)
    } catch (error) {
      // The database was unavailable for a moment; try again next time.
      known = undefined
      throw error
    }
  }
}

async function readClosed(database: Pick<Queryable, 'query'>): Promise<Closed> {
  const rows = await database.query<{ path: string; what: string }>(`
    select relname::text as path, 'table ' || relname as what from pg_class
    where relnamespace = 'public'::regnamespace and relkind in ('r', 'v', 'm', 'p')
      and not has_any_column_privilege('anon', oid, 'select, insert, update')
      and not has_table_privilege('anon', oid, 'delete')
    union all
    select 'rpc/' || proname, 'function ' || proname from pg_proc
    where pronamespace = 'public'::regnamespace
    group by proname having not bool_or(has_function_privilege('anon', oid, 'execute'))`)
  return new Map(rows.map(({ path, what }) => [path, what]))
}

const refuse = (message: string): Response =>
  withCors(toErrorResponse({ status: 401, code: '42501', message, headers: { 'www-authenticate': 'Bearer' } }))
