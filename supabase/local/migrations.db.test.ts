import type { Database } from './queryable.ts'
import { mkdtempSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { afterAll, afterEach, beforeAll, beforeEach, expect, test } from 'vitest'
import { startPostgres } from '#tests/host/postgres.ts'
import { suiteDatabase } from '#tests/host/suite-database.ts'
import { openDatabase } from './database.ts'
import { migrate } from './migrations.ts'

const history = `
  create schema if not exists supabase_migrations;
  create table if not exists supabase_migrations.schema_migrations (version text primary key, statements text[], name text);
`
const isPostgres = suiteDatabase === 'postgres'

let opened: { database: Database; close(): Promise<void> }
let database: Database
let directory = ''

beforeAll(async () => {
  opened = await open()
  database = opened.database
})
afterAll(() => opened?.close())

beforeEach(async () => {
  directory = mkdtempSync(path.join(tmpdir(), 'xsheet-migrations-'))
  await database.execute(
    `drop schema if exists supabase_migrations, migrated cascade; create schema migrated; ${history}`,
  )
})
afterEach(() => rmSync(directory, { recursive: true, force: true }))

async function open(): Promise<{ database: Database; close(): Promise<void> }> {
  const fresh = isPostgres ? await startPostgres() : undefined
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-migrations-data-'))
  const made = await openDatabase({ dataDirectory, databaseUrl: fresh?.url })
  return {
    database: made,
    async close() {
      await made.close()
      await fresh?.stop()
      rmSync(dataDirectory, { recursive: true, force: true })
    },
  }
}

const write = (file: string, sql: string): void => writeFileSync(path.join(directory, file), sql)
const listTables = async (): Promise<string[]> => {
  const rows = await database.query<{ name: string }>(
    `select table_name as name from information_schema.tables where table_schema = 'migrated' order by 1`,
  )
  return rows.map(({ name }) => name)
}
const listVersions = async (): Promise<string[]> => {
  const rows = await database.query<{ version: string }>(
    'select version from supabase_migrations.schema_migrations order by version',
  )
  return rows.map(({ version }) => version)
}

test('files run in the order of their versions, once, and are recorded as the supabase CLI does', async () => {
  write('20260102000000_add_b.sql', 'create table migrated.b (a_id int references migrated.a (id))')
  write('20260101000000_add_a.sql', 'create table migrated.a (id int primary key); insert into migrated.a values (1);')
  write('README.md', 'not a migration')

  const first = await migrate(database, directory)
  const second = await migrate(database, directory)

  expect(first).toEqual({
    schemaVersion: '20260102000000',
    applied: ['20260101000000_add_a.sql', '20260102000000_add_b.sql'],
  })
  expect(second).toEqual({ schemaVersion: '20260102000000', applied: [] })
  expect(await listTables()).toEqual(['a', 'b'])
  const [row] = await database.query(
    `select name, statements[1] as sql from supabase_migrations.schema_migrations where version = '20260102000000'`,
  )
  expect(row).toEqual({ name: 'add_b', sql: 'create table migrated.b (a_id int references migrated.a (id))' })
})

test('a failing migration is rolled back whole, names its file and line, and leaves earlier ones', async () => {
  write('20260101000000_good.sql', 'create table migrated.good (id int)')
  write('20260102000000_bad.sql', 'create table migrated.half (id int);\n\nselect * from migrated.nowhere;')

  const failure = await migrate(database, directory).catch((error: unknown) => error)

  expect(failure).toMatchObject({
    name: 'HostError',
    message: expect.stringMatching(
      /^The migration 20260102000000_bad\.sql failed and was undone: line 3: .*nowhere.*\.$/,
    ),
  })
  expect(await listTables()).toEqual(['good'])
  expect(await listVersions()).toEqual(['20260101000000'])

  write('20260102000000_bad.sql', 'create table migrated.mended (id int)')
  await migrate(database, directory)
  expect(await listTables()).toEqual(['good', 'mended'])
})

test('a database of newer code is refused in one sentence and not touched', async () => {
  write('20260101000000_known.sql', 'create table migrated.known (id int)')
  await database.query(
    `insert into supabase_migrations.schema_migrations (version, name) values ('20990101000000', 'future')`,
  )

  const failure = await migrate(database, directory).catch((error: unknown) => error)

  expect(failure).toMatchObject({
    name: 'HostError',
    message:
      'The database has migration 20990101000000, which this version of Xsheet does not know: update Xsheet, or use another database.',
  })
  expect(await listTables()).toEqual([])
  expect(await listVersions()).toEqual(['20990101000000'])
})

test('a database older than the first migration is refused in one sentence and not touched', async () => {
  write('20260201000000_baseline.sql', 'create table migrated.again (id int)')
  await database.execute(`create table migrated.work (id int);
    insert into supabase_migrations.schema_migrations (version, name)
    values ('20260101000000', 'create_work'), ('20260301000000', 'change_work');`)

  const failure = await migrate(database, directory).catch((error: unknown) => error)

  const place = isPostgres ? 'the database of DATABASE_URL' : 'the database of XSHEET_DATA'
  expect(failure).toMatchObject({
    name: 'HostError',
    message:
      `Xsheet cannot upgrade ${place}, which is older than migration 20260201000000, and has left it as it is: name ` +
      `another in ${isPostgres ? 'DATABASE_URL' : 'XSHEET_DATA'}, and export what you need of the old one with the ` +
      'version that made it (studio-cli export studio).',
  })
  expect(await listTables()).toEqual(['work'])
  expect(await listVersions()).toEqual(['20260101000000', '20260301000000'])
})

test('a database with another version of a migration’s text is refused in one sentence and not touched', async () => {
  write('20260101000000_first.sql', 'create table migrated.first (id int);\n')
  await migrate(database, directory)
  write('20260101000000_first.sql', 'create table migrated.first (id int, name text);\n')
  write('20260102000000_second.sql', 'create table migrated.second (id int);\n')

  const failure = await migrate(database, directory).catch((error: unknown) => error)

  expect(failure).toMatchObject({
    name: 'HostError',
    message: expect.stringMatching(
      /^Xsheet cannot upgrade the database of \w+, which had another 20260101000000_first\.sql, and has left it as it is: /,
    ),
  })
  expect(await listTables()).toEqual(['first'])
  expect(await listVersions()).toEqual(['20260101000000'])
})

test('migrations pushed by the supabase CLI are accepted: it records statements, not files', async () => {
  write('20260101000000_first.sql', '-- One.\ncreate table migrated.first (id int);\n')
  await database.execute(`
    create table migrated.first (id int);
    insert into supabase_migrations.schema_migrations (version, name, statements)
    values ('20260101000000', 'first', array[e'-- One.\ncreate table migrated.first (id int)']);`)

  const { applied } = await migrate(database, directory)

  expect(applied).toEqual([])
})

test('the schema cache of earlier migrations is cleared', async () => {
  write('20260101000000_first.sql', 'create table migrated.first (id int)')
  await migrate(database, directory)
  await database.connection.introspect({ useCache: true })
  write('20260102000000_second.sql', 'create table migrated.second (id int)')

  await migrate(database, directory)

  const { tables } = await database.connection.introspect({ useCache: true })
  expect(tables.filter(({ schema }) => schema === 'migrated').map(({ name }) => name)).toEqual(['first', 'second'])
})

test('of two hosts starting on one database at the same moment, one runs each migration', async () => {
  write('20260101000000_slow.sql', 'create table migrated.slow (id int); select pg_sleep(0.2);')

  const results = await Promise.all([migrate(database, directory), migrate(database, directory)])

  expect(results.flatMap(({ applied }) => applied)).toEqual(['20260101000000_slow.sql'])
})
