import type { Database } from '#supabase/local/queryable.ts'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeApp } from '#supabase/local/app.ts'
import { openDatabase } from '#supabase/local/database.ts'
import { loadKeys } from '#supabase/local/keys.ts'
import { migrate } from '#supabase/local/migrations.ts'
import { directories } from '#supabase/local/places.ts'
import { installRealtime } from '#supabase/local/realtime/install.ts'
import { startHost } from '#supabase/local/server.ts'
import { loadSettings } from '#supabase/local/settings.ts'
import { makeStorage } from '#supabase/local/storage/shim.ts'
import { installSystemSchema } from '#supabase/local/system-schema.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(() => host?.close())

type Rights = Record<string, string>

/**
 * Returns the privileges of the API's roles on tables, columns, sequences and procedures, and their default privileges.
 */
async function readRights(database: Database): Promise<Rights> {
  const rows = await database.query<{ what: string; rights: string }>(`
    with schemas as (
      select oid from pg_namespace where nspname in ('public', 'private', 'storage', 'realtime')
    ), acls as (
      select 'relation ' || c.oid::regclass::text as what, c.relacl as acl from pg_class c
        where c.relnamespace in (select oid from schemas) and c.relkind in ('r', 'v', 'm', 'S', 'p')
      union all
      select 'column ' || a.attrelid::regclass::text || '.' || a.attname, a.attacl from pg_attribute a
        join pg_class c on c.oid = a.attrelid and c.relnamespace in (select oid from schemas)
        where a.attnum > 0
      union all
      select 'procedure ' || p.oid::regprocedure::text, coalesce(p.proacl, acldefault('f', p.proowner)) from pg_proc p
        where p.pronamespace in (select oid from schemas)
      union all
      select 'new ' || d.defaclobjtype::text || ' in ' || n.nspname, d.defaclacl from pg_default_acl d
        join pg_namespace n on n.oid = d.defaclnamespace and n.oid in (select oid from schemas)
    ), grants as (
      select what, case when g.grantee = 0 then 'everybody' else g.grantee::regrole::text end as grantee, g.privilege_type
      from acls cross join lateral aclexplode(acl) as g
    )
    select what || ' for ' || grantee as what, string_agg(lower(privilege_type), ', ' order by privilege_type) as rights from grants
    where grantee in ('anon', 'authenticated', 'everybody')
    group by what, grantee order by 1`)
  return Object.fromEntries(rows.map(({ what, rights }) => [what, rights]))
}

/** Creates a project with the migrations only; `shape` runs before the first and is how projects differ. */
async function readPushedRights(shape: string): Promise<Rights> {
  const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-grants-'))
  const fresh = host.database.kind === 'postgres' ? await startPostgres() : undefined
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: fresh?.url, isPgliteWanted: true })
  try {
    const keys = await loadKeys(directory)
    const app = await makeApp({
      settings: loadSettings([], { XSHEET_DATA: directory }),
      database,
      keys,
      siteUrl: 'http://127.0.0.1',
      storageAdapter: makeStorage({ directory: path.join(directory, 'objects') }).adapter,
    })
    await installSystemSchema(app, database)
    await installRealtime(database)
    await database.execute(shape)
    await migrate(database, directories.migrations)
    return await readRights(database)
  } finally {
    await database.close()
    await fresh?.stop()
    rmSync(directory, { recursive: true, force: true })
  }
}

const roles = 'anon, authenticated, service_role'
const shapes = {
  'gives nothing by itself': `
    alter default privileges in schema public revoke all on tables from ${roles};
    alter default privileges in schema public revoke all on sequences from ${roles};
    alter default privileges in schema public revoke all on functions from ${roles};`,
  'gives the roles of the API everything': `
    alter default privileges in schema public grant all on tables to ${roles};
    alter default privileges in schema public grant all on sequences to ${roles};
    alter default privileges in schema public grant all on functions to ${roles};`,
}

test.each(Object.entries(shapes))(
  'the host grants callers what the migrations grant, as a project that %s',
  async (_, shape) => {
    // Given somebody has read and written
    const ann = await host.admin.createUser()
    await ann.client.rpc('create_studio', { p_name: 'North' })
    expect((await ann.client.from('studios').select('name')).data).toEqual([{ name: 'North' }])

    const rights = await readRights(host.database)

    expect(rights).toEqual(await readPushedRights(shape))
    expect(rights['relation items for authenticated']).toBe('delete, insert, select, update')
    expect(
      Object.keys(rights).filter((what) =>
        /^(relation|column|new) (?!storage|realtime).*for (anon|everybody)$/.test(what),
      ),
    ).toEqual([])
  },
)

test('a database with public storage and realtime privileges is locked down at the next start', async () => {
  const everything = ['storage', 'realtime'].map(
    (schema) => `
      grant all on all tables in schema ${schema} to ${roles};
      grant all on all sequences in schema ${schema} to ${roles};
      alter default privileges in schema ${schema} grant all on tables to ${roles};
      alter default privileges in schema ${schema} grant all on sequences to ${roles};`,
  )
  const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-grants-'))
  const fresh = host.database.kind === 'postgres' ? await startPostgres() : undefined
  const settings = {
    ...loadSettings([], { XSHEET_DATA: directory, XSHEET_DEMO: '0', ...(fresh && { DATABASE_URL: fresh.url }) }),
    port: 0,
  }
  const older = await startHost(settings)
  await older.database.execute(everything.join(''))
  await older.close()

  const newer = await startHost(settings)
  const rights = await readRights(newer.database)
  await newer.close()
  await fresh?.stop()
  rmSync(directory, { recursive: true, force: true })

  expect(rights).toEqual(await readRights(host.database))
})
