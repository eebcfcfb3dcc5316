import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HostError } from './host-error.ts'
import type { Database } from './queryable.ts'
import { startHost } from './server.ts'
import { startThrowawayPostgres } from './throwaway-postgres.ts'

/** Runs work on a database that has every migration: an empty one in DATABASE_URL, else a throw-away one. */
export async function withMigratedDatabase(
  work: (database: Database, url: string) => void | Promise<void>,
): Promise<void> {
  const given = process.env['DATABASE_URL']
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-migrated-'))
  const throwaway = given ? undefined : await startThrowawayPostgres()
  try {
    const databaseUrl = throwaway?.url ?? given ?? ''
    const settings = { port: 0, host: '127.0.0.1', dataDirectory, demo: false, allowedEmailDomains: [] }
    const host = await startHost({ ...settings, databaseUrl })
    try {
      await work(host.database, databaseUrl)
    } finally {
      await host.close()
    }
  } catch (error) {
    if (!(error instanceof HostError)) throw error
    console.error(error.message)
    process.exitCode = 1
  } finally {
    await throwaway?.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }
}
