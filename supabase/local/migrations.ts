import type { Queryable, Database } from './queryable.ts'
import { readdir, readFile } from 'node:fs/promises'
import path from 'node:path'
import { HostError, toMessage } from './host-error.ts'

type Migration = { version: string; name: string; file: string }

export type MigrationResult = {
  /** The newest version applied, or '' before the first. */
  schemaVersion: string
  applied: string[]
}

// An arbitrary number that every host uses.
const advisoryLock = 46_001_517

/**
 * Applies the migrations of a directory that the database has not seen, each in its own transaction, and records them
 * where the supabase CLI looks. Throws a HostError that names the file if one fails; the database is then as the
 * previous one left it.
 */
export async function migrate(database: Database, directory: string): Promise<MigrationResult> {
  const migrations = await listMigrations(directory)
  await assertKnownSchema(database, directory)
  const applied: string[] = []
  for (const migration of migrations) {
    const sql = await readFile(path.join(directory, migration.file), 'utf8')
    try {
      if (await database.transaction((transaction) => apply(transaction, { migration, sql })))
        applied.push(migration.file)
    } catch (error) {
      throw new HostError(`The migration ${migration.file} failed and was undone: ${describe(error, sql)}.`, {
        cause: error,
      })
    }
  }
  await database.connection.clearSchemaCache()
  return { schemaVersion: migrations.at(-1)?.version ?? '', applied }
}

/**
 * Throws a HostError if the database was made from other migrations than those of the directory: by newer code, by code
 * from before the first of them, or by one that has been edited since. The database is left unchanged.
 */
export async function assertKnownSchema(database: Database, directory: string): Promise<void> {
  const migrations = await listMigrations(directory)
  const applied = await listApplied(database)
  const files = new Map(migrations.map(({ version, file }) => [version, file]))
  const unknown = applied
    .map(({ version }) => version)
    .filter((version) => !files.has(version))
    .toSorted()
  const [first] = migrations
  if (first !== undefined && unknown[0] !== undefined && unknown[0] < first.version)
    throw refuse(database, `is older than migration ${first.version}`)
  const newest = unknown.at(-1)
  if (newest !== undefined)
    throw new HostError(
      `The database has migration ${newest}, which this version of Xsheet does not know: update Xsheet, or use another database.`,
    )
  for (const { version, text } of applied) {
    const file = files.get(version)
    if (file !== undefined && text !== undefined && text !== (await readFile(path.join(directory, file), 'utf8')))
      throw refuse(database, `had another ${file}`)
  }
}

function refuse({ setting }: Database, why: string): HostError {
  return new HostError(
    `Xsheet cannot upgrade the database of ${setting}, which ${why}, and has left it as it is: name another in ${setting}, ` +
      'and export what you need of the old one with the version that made it (studio-cli export studio).',
  )
}

async function listMigrations(directory: string): Promise<Migration[]> {
  const files = await readdir(directory)
  return files.toSorted().flatMap((file) => {
    const [, version, name] = /^(\d{14})_(.+)\.sql$/.exec(file) ?? []
    return version === undefined || name === undefined ? [] : [{ version, name, file }]
  })
}

/**
 * `text` is the whole file, as recorded by a host; the supabase CLI records its statements one by one, without line
 * ends.
 */
type Applied = { version: string; text: string | undefined }

async function listApplied(database: Queryable): Promise<Applied[]> {
  const [history] = await database.query<{ isThere: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as "isThere"`,
  )
  if (history?.isThere !== true) return []
  const rows = await database.query<{ version: string; statements: string[] | null }>(
    `select m.version, to_jsonb(m) -> 'statements' as statements from supabase_migrations.schema_migrations m`,
  )
  return rows.map(({ version, statements }) => {
    const [text, ...more] = statements ?? []
    return { version, text: more.length === 0 && text?.endsWith('\n') === true ? text : undefined }
  })
}

type Application = { migration: Migration; sql: string }

/** Returns whether there was anything to do. */
async function apply(transaction: Queryable, { migration, sql }: Application): Promise<boolean> {
  // Two hosts may start on one Postgres at the same moment; the second waits here, and then finds it done.
  await transaction.query('select pg_advisory_xact_lock($1)', [advisoryLock])
  const done = await transaction.query('select version from supabase_migrations.schema_migrations where version = $1', [
    migration.version,
  ])
  if (done.length > 0) return false
  await transaction.execute(sql)
  await transaction.query(
    'insert into supabase_migrations.schema_migrations (version, name, statements) values ($1, $2, $3)',
    [migration.version, migration.name, [sql]],
  )
  return true
}

/** The database's message and, if it gives one, the line. */
function describe(error: unknown, sql: string): string {
  const message = toMessage(error)
  if (!(error instanceof Error) || !('position' in error)) return message
  const line = sql.slice(0, Number(error.position)).split('\n').length
  return `line ${line}: ${message}`
}
