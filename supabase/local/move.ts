import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { postgres } from './postgres-driver.ts'
import {
  copyDatabase,
  findDifference,
  fromPglite,
  fromPostgres,
  type CopySource,
  type Counts,
} from './copy-database.ts'
import { copyIntoProject, findProjectDifference, isProject } from './copy-into-project.ts'
import { adaptToSupabase } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { hasDatabase, isFilled } from './filled-beside.ts'
import { HostError, toMessage } from './host-error.ts'
import { type MovedFiles, moveMedia } from './move-media.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'
import type { PostgresAddress } from './postgres-server.ts'
import { prepareForMove } from './server.ts'
import { loadSettings, type Settings } from './settings.ts'
import { ObjectStore } from './storage/object-store.ts'

// `npm run move -- --to postgres://…`, with the settings of the host, which must be stopped: from trial to production.

export type Moved = Counts & { wasThere: boolean; files: MovedFiles | undefined }

/**
 * Copies the database of a data directory, accounts included, into the Postgres at `url`, and its files into the bucket
 * of the settings if there is one, comparing everything. A plain Postgres is brought to the schema of this version
 * first; a Supabase project has it by `db push`, and its storage is the bucket. The old one stays as it is. Repeating
 * it finds everything in place; a database with other data is refused.
 */
export async function moveTo(url: string, settings: Settings): Promise<Moved> {
  const { dataDirectory } = settings
  const lock = lockDirectory(dataDirectory)
  try {
    const source = await openSource(dataDirectory)
    try {
      return await moveInto(url, source.rows, settings)
    } finally {
      await source.close()
    }
  } finally {
    lock.release()
  }
}

async function moveInto(url: string, source: CopySource, settings: Settings): Promise<Moved> {
  const target = await openPostgres({ url })
  try {
    const there = fromPostgres(target.connection.driver)
    const isIntoProject = await isProject(there)
    const stored = await source.query<{ name: string }>(listStored)
    if (isIntoProject) refuseWithoutStorage(stored.length, settings)
    else await prepareForMove(adaptToSupabase(target), settings)
    await assertSameSchema(source, there)
    const wasThere = await isFilled(there)
    if (wasThere) await confirmSame(url, source, isIntoProject)
    // A file without a row only takes space; a row without its file is data loss.
    const files = await moveFiles(stored, settings)
    if (wasThere) return { tables: 0, rows: 0, wasThere, files }
    const copy = isIntoProject ? copyIntoProject : copyDatabase
    return { ...(await copy(source, target.connection.driver)), wasThere, files }
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new HostError(`Nothing was moved: ${toMessage(error)}. Both databases are as they were.`, { cause: error })
  } finally {
    await target.close()
  }
}

const listStored = `select name from storage.objects where bucket_id = 'media' order by name`

async function moveFiles(stored: readonly { name: string }[], settings: Settings): Promise<MovedFiles | undefined> {
  if (settings.s3 === undefined) return undefined
  const store = new ObjectStore(path.join(settings.dataDirectory, 'media'))
  const keys = stored.map(({ name }) => name)
  return await moveMedia(keys, store, settings.s3)
}

function refuseWithoutStorage(count: number, { s3 }: Settings): void {
  if (count === 0 || s3 !== undefined) return
  throw new HostError(
    `The ${count} files go into the project’s storage: name it by S3_ENDPOINT (https://<ref>.storage.supabase.co/storage/v1/s3), ` +
      'S3_REGION, S3_BUCKET=media and the two keys that its dashboard makes under Storage, S3.',
  )
}

type Opened = { rows: CopySource; close(): Promise<void> }

async function openSource(dataDirectory: string): Promise<Opened> {
  const directory = toPostgresDirectory(dataDirectory)
  if (!hasDatabase(dataDirectory))
    throw new HostError(`There is no database in ${dataDirectory}: say where with --xsheet-data.`)
  if (!existsSync(path.join(directory, 'data', 'PG_VERSION'))) {
    const old = await openPglite(dataDirectory)
    return { rows: fromPglite(old.session), close: () => old.close() }
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

/** Times are compared as text, so in one zone. */
async function connect({ url, socket }: PostgresAddress): Promise<Opened> {
  const sql: Sql = postgres(url, { max: 1, onnotice: () => undefined, ...(socket !== undefined && { path: socket }) })
  await sql`set timezone to 'UTC'`
  return {
    rows: fromPostgres(sql), // Nobody reads the rest of an interrupted copy.
    close: () => sql.end({ timeout: 1 }),
  }
}

async function assertSameSchema(source: CopySource, there: CopySource): Promise<void> {
  const [found] = await there.query<{ is_there: boolean }>(
    `select to_regclass('supabase_migrations.schema_migrations') is not null as is_there`,
  )
  if (found?.is_there !== true)
    throw new HostError('The project has no tables of Xsheet yet: push them first, as docs/deploy-supabase.md says.')
  const list = `select version from supabase_migrations.schema_migrations order by 1`
  const [old, fresh] = await Promise.all([source.query(list), there.query(list)])
  if (JSON.stringify(old) === JSON.stringify(fresh)) return
  throw new HostError(
    'The database belongs to another version of Xsheet: start this version on it once, stop it, then move.',
  )
}

/** A host writes its settings there at each start. */
const isCompared = (table: string): boolean => table !== 'private.deployment_settings'

async function confirmSame(url: string, source: CopySource, isIntoProject: boolean): Promise<void> {
  const there = await connect({ url })
  try {
    const different = isIntoProject
      ? await findProjectDifference(source, there.rows)
      : await findDifference(source, there.rows, isCompared)
    if (different === undefined) return
    throw new HostError(
      `The database to move into is not empty, and ${different} is not the same there: name an empty one.`,
    )
  } finally {
    await there.close()
  }
}

function printMoved({ tables, rows, wasThere, files }: Moved, dataDirectory: string): void {
  console.log(
    wasThere ? 'Everything is there already, all compared.' : `Moved ${rows} rows of ${tables} tables, all compared.`,
  )
  if (files !== undefined) {
    console.log(`Sent ${files.sent} files, all compared; ${files.wereThere} were there already.`)
    for (const key of files.missing) console.warn(`The file of ${key} is not in ${dataDirectory}.`)
  }
  const holds = files === undefined ? 'the files and the keys' : 'the keys'
  console.log(
    `The old database is as it was. Start with DATABASE_URL and the same XSHEET_DATA (${dataDirectory}), which holds ${holds}.`,
  )
}

if (import.meta.main) {
  const [flag, url, ...flags] = process.argv.slice(2)
  try {
    if (flag !== '--to' || url === undefined || !/^postgres(ql)?:\/\//.test(url))
      throw new HostError('Say where to: npm run move -- --to postgres://user:password@server/database.')
    // It may name the target already, for the next start.
    const settings = loadSettings(flags, { ...process.env, DATABASE_URL: undefined })
    printMoved(await moveTo(url, settings), settings.dataDirectory)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
