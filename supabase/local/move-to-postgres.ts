import { existsSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { copyDatabase, fromPglite, type Counts } from './copy-database.ts'
import { openEmbedded, adaptToSupabase } from './database.ts'
import { startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { HostError, toMessage } from './host-error.ts'
import { openPglite, toPgliteDirectory } from './pglite.ts'
import type { Database } from './queryable.ts'

export type MoveParts = {
  dataDirectory: string
  /** Brings a database to the schema of this version. */
  prepare: (database: Database) => Promise<unknown>
  now?: () => number
}

/**
 * Moves a PGlite database, from when it was the only kind, into the embedded Postgres, compares every table, and leaves
 * the old one aside. Does nothing if this machine cannot run Postgres, or has one already. If interrupted, it starts
 * anew. The caller holds the lock of the data directory.
 */
export async function moveToPostgres({ dataDirectory, prepare, now = Date.now }: MoveParts): Promise<void> {
  const [old, target] = [toPgliteDirectory(dataDirectory), toPostgresDirectory(dataDirectory)]
  const unfinished = `${target}.moving`
  if (existsSync(target)) return
  if (!existsSync(path.join(old, 'PG_VERSION'))) {
    // Set aside only once everything is copied.
    if (existsSync(unfinished)) renameSync(unfinished, target)
    return
  }
  rmSync(unfinished, { recursive: true, force: true })
  const counts = await copyAll({ dataDirectory, unfinished, prepare })
  if (counts === undefined) return
  const aside = `${old}.moved-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
  renameSync(old, aside)
  renameSync(unfinished, target)
  console.log(
    `The database was moved from PGlite into Postgres: ${counts.rows} rows of ${counts.tables} tables, all compared. ` +
      `The old one is kept in ${aside}.`,
  )
}

type CopyParts = Pick<MoveParts, 'dataDirectory' | 'prepare'> & { unfinished: string }

/** Undefined if this machine cannot run Postgres. */
async function copyAll({ dataDirectory, unfinished, prepare }: CopyParts): Promise<Counts | undefined> {
  const server = await startEmbeddedPostgres(unfinished)
  if ('reason' in server) return undefined
  const target = await openEmbedded(server)
  try {
    const source = await openPglite(dataDirectory)
    try {
      await prepare(adaptToSupabase(source))
      await prepare(adaptToSupabase(target))
      return await copyDatabase(fromPglite(source.session), target.connection.driver)
    } finally {
      await source.close()
    }
  } catch (error) {
    if (error instanceof HostError) throw error
    throw new HostError(
      `The PGlite database in ${dataDirectory} could not be moved into Postgres and is left as it is: ${toMessage(error)}. ` +
        'To keep using it, set XSHEET_DATABASE=pglite.',
      { cause: error },
    )
  } finally {
    await target.close()
  }
}
