import { existsSync } from 'node:fs'
import path from 'node:path'
import postgres, { type Sql } from 'postgres'
import {
  copyDatabase,
  findDifference,
  fromPglite,
  fromPostgres,
  type CopySource,
  type Counts,
} from './copy-database.ts'
import { speakLikeSupabase } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { hasDatabase, isFilled } from './filled-beside.ts'
import { HostError, toMessage } from './host-error.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { PostgresAddress } from './postgres-server.ts'
import { prepareForMove } from './server.ts'
import { loadSettings, type Settings } from './settings.ts'

// `npm run move -- --to postgres://…`, with the settings of the host, which is stopped: from trial to production.

export type Moved = Counts & { wasThere: boolean }

/**
 * Copies the database of a data directory, accounts included, into the Postgres at `url`, brought to the schema of this version
 * first, and compares every table. The old one stays as it is. Repeated, it finds that all is there; a database that holds something
 * else is refused.
 */
export async function moveTo(url: string, settings: Settings): Promise<Moved> {
  const { dataDirectory } = settings
  const lock = lockDirectory(dataDirectory)
  try {
    const source = await openSource(dataDirectory)
    try {
      return await moveInto(url, source, settings)
    } finally {
      await source.close()
    }
  } finally {
    lock.release()
  }
}

async function moveInto(url: string, source: Opened, settings: Settings): Promise<Moved> {
  const target = await openPostgres({ url })
  try {
    const there = fromPostgres(target.connection.driver)
    await refuseSupabase(there)
    await prepareForMove(speakLikeSupabase(target), settings)
    await assertSameSchema(source.rows, there)
    if (!(await isFilled(there)))
      return { ...(await copyDatabase(source.rows, target.connection.driver)), wasThere: false }
    return await confirmSame(url, source.rows)
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new HostError(`Nothing was moved: ${toMessage(error)}. Both databases are as they were.`, { cause: error })
  } finally {
    await target.close()
  }
}

type Opened = { rows: CopySource; close(): Promise<void> }

async function openSource(dataDirectory: string): Promise<Opened> {
  const directory = toPostgresDirectory(dataDirectory)
  if (!hasDatabase(dataDirectory))
    throw new HostError(`There is no database in ${dataDirectory}: say where with --xsheet-data.`)
  if (!existsSync(path.join(directory, 'data', 'PG_VERSION'))) {
    const old = await openPglite(dataDirectory)
    return { rows: fromPglite(old.connection.driver), close: () => old.close() }
  }
  const server = await startEmbeddedPostgres(directory)
  if ('reason' in server) throw new HostError(server.reason)
  const connected = await connect(server.address)
  return {
    rows: connected.rows,
    close: async () => {
      await connected.close()
      await server.stop()
    },
  }
}

/** Times are compared as text: in one zone. */
async function connect({ url, socket }: PostgresAddress): Promise<Opened> {
  const sql: Sql = postgres(url, { max: 1, onnotice: () => undefined, ...(socket !== undefined && { path: socket }) })
  await sql`set timezone to 'UTC'`
  return { rows: fromPostgres(sql), close: () => sql.end() }
}

/** Its accounts are kept in another way than ours. */
async function refuseSupabase(there: CopySource): Promise<void> {
  const [found] = await there.query(`select from pg_roles where rolname = 'supabase_auth_admin'`)
  if (found === undefined) return
  throw new HostError(
    'That is a Supabase project, whose accounts cannot be written from outside: take the studios along with ' +
      'studio-cli export studio and import, as docs/deploy-supabase.md says.',
  )
}

async function assertSameSchema(source: CopySource, there: CopySource): Promise<void> {
  const list = `select version from supabase_migrations.schema_migrations order by 1`
  const [old, fresh] = await Promise.all([source.query(list), there.query(list)])
  if (JSON.stringify(old) === JSON.stringify(fresh)) return
  throw new HostError(
    'The database is of another version of Xsheet: start this version on it once, stop it, and move then.',
  )
}

async function confirmSame(url: string, source: CopySource): Promise<Moved> {
  const there = await connect({ url })
  try {
    const different = await findDifference(source, there.rows)
    if (different === undefined) return { tables: 0, rows: 0, wasThere: true }
    throw new HostError(
      `The database to move into is not empty, and ${different} is not the same there: name an empty one.`,
    )
  } finally {
    await there.close()
  }
}

if (import.meta.main) {
  const [flag, url, ...flags] = process.argv.slice(2)
  try {
    if (flag !== '--to' || url === undefined || !/^postgres(ql)?:\/\//.test(url))
      throw new HostError('Say where to: npm run move -- --to postgres://user:password@server/database.')
    // It may name the target already, for the start that follows.
    const settings = loadSettings(flags, { ...process.env, DATABASE_URL: undefined })
    const { tables, rows, wasThere } = await moveTo(url, settings)
    console.log(
      wasThere ? 'All of it is there already, compared.' : `Moved ${rows} rows of ${tables} tables, all compared.`,
    )
    console.log(
      `The old database is as it was. Start with DATABASE_URL and the same XSHEET_DATA (${settings.dataDirectory}), ` +
        'which holds the files and the keys.',
    )
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
