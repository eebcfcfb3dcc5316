import { existsSync } from 'node:fs'
import path from 'node:path'
import type { Sql } from 'postgres'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { takeBackup, toBackupDirectory, type BackupSource } from './backup.ts'
import { lockDirectory } from './directory-lock.ts'
import { findRunningPostgres, startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { hasDatabase } from './filled-beside.ts'
import { HostError } from './host-error.ts'
import { openPglite } from './pglite.ts'
import { packCluster } from './postgres-backup.ts'
import { loadSettings } from './settings.ts'

// `npm run backup`, with or without a running host, with the host's settings (`--xsheet-data …`).

type Opened = { source: BackupSource; close(): Promise<void> }

/** Backs up the database of a data directory at once, whether or not people are working; returns the backup's file. */
export async function backUpNow(flags: readonly string[]): Promise<string> {
  const { dataDirectory, databaseUrl } = loadSettings(flags, process.env)
  if (databaseUrl !== undefined)
    throw new HostError('DATABASE_URL is set: a Postgres server is backed up with its own tools (pg_dump -Fc).')
  const opened = await open(dataDirectory)
  try {
    return await takeBackup(opened.source, { directory: toBackupDirectory(dataDirectory), takenAt: Date.now() })
  } finally {
    await opened.close()
  }
}

async function open(dataDirectory: string): Promise<Opened> {
  const directory = toPostgresDirectory(dataDirectory)
  const running = findRunningPostgres(directory)
  if (running !== undefined && (await answers(running))) return connect(running)
  const isPostgres = existsSync(path.join(directory, 'data', 'PG_VERSION'))
  if (!hasDatabase(dataDirectory))
    throw new HostError(`There is no database in ${dataDirectory}: say where with --xsheet-data.`)
  // The holder of the lock has the only way into a PGlite database.
  const lock = lockDirectory(dataDirectory)
  try {
    return await openStopped(dataDirectory, { directory, isPostgres, release: () => lock.release() })
  } catch (error) {
    lock.release()
    throw error
  }
}

type Stopped = { directory: string; isPostgres: boolean; release: () => void }

async function openStopped(dataDirectory: string, { directory, isPostgres, release }: Stopped): Promise<Opened> {
  if (!isPostgres) {
    const database = await openPglite(dataDirectory)
    const close = async (): Promise<void> => {
      await database.close()
      release()
    }
    return { source: database.backup, close }
  }
  const server = await startEmbeddedPostgres(directory)
  if ('reason' in server) throw new HostError(server.reason)
  const connected = connect(server)
  return {
    source: connected.source,
    close: async () => {
      await connected.close()
      await server.stop()
      release()
    },
  }
}

type Server = NonNullable<ReturnType<typeof findRunningPostgres>>

/** A stale note of an earlier server does not count. */
async function answers(server: Server): Promise<boolean> {
  const sql = toSql(server)
  return await sql`select`.then(
    async () => (await sql.end(), true),
    async () => (await sql.end(), false),
  )
}

function connect(server: Server): Opened {
  const sql = toSql(server)
  return {
    source: { name: 'postgres', dump: async () => packCluster(sql, server.data) },
    close: async () => await sql.end(),
  }
}

function toSql({ address: { url, socket } }: Server): Sql {
  return postgres(url, { max: 2, onnotice: () => undefined, ...(socket !== undefined && { path: socket }) })
}

if (import.meta.main) {
  try {
    console.log(`Backed up into ${await backUpNow(process.argv.slice(2))}`)
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    console.error(error.message)
    process.exitCode = 1
  }
}
