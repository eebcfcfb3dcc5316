import { existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { listBackups, toBackupDirectory } from './backup.ts'
import { lockDirectory } from './directory-lock.ts'
import { HostError, toMessage } from './host-error.ts'
import { loadLitePglite } from './lite.ts'
import { toPgliteDirectory } from './pglite.ts'

export type RestoreParts = {
  dataDirectory: string
  /** A file, or `latest`. */
  backup: string
  now?: () => number
}

export type Restored = {
  backup: string
  /** Where the database that was replaced is kept; undefined when there was none. */
  keptAside: string | undefined
}

/** Puts a backup in the place of the database. The backup must open first; the database it replaces is kept beside it. */
export async function restoreBackup({ dataDirectory, backup, now = Date.now }: RestoreParts): Promise<Restored> {
  const file = findBackup(dataDirectory, backup)
  const lock = lockDirectory(dataDirectory)
  const target = toPgliteDirectory(dataDirectory)
  const unpacked = `${target}.restoring`
  try {
    rmSync(unpacked, { recursive: true, force: true })
    await unpack(file, unpacked)
    const keptAside = existsSync(target)
      ? `${target}.before-${new Date(now()).toISOString().replaceAll(/[:.]/g, '-')}`
      : undefined
    if (keptAside !== undefined) renameSync(target, keptAside)
    renameSync(unpacked, target)
    return { backup: file, keptAside }
  } finally {
    rmSync(unpacked, { recursive: true, force: true })
    lock.release()
  }
}

function findBackup(dataDirectory: string, backup: string): string {
  if (backup !== 'latest') {
    if (!existsSync(backup)) throw new HostError(`There is no backup ${backup}.`)
    return path.resolve(backup)
  }
  const directory = toBackupDirectory(dataDirectory)
  const newest = listBackups(directory)[0]
  if (newest === undefined) throw new HostError(`There is no backup in ${directory}.`)
  return newest.file
}

/** Opens the archive as a database and asks it for the history of its schema. */
async function unpack(file: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  try {
    // The PGlite and the extensions that lite runs on: another version could not open what it writes.
    const { createPgliteConnection } = await loadLitePglite()
    const archive = new Blob([readFileSync(file)])
    const connection = await createPgliteConnection({ url: directory, pgliteOptions: { loadDataDir: archive } })
    await connection.driver.waitReady
    await connection.driver.query('select version from supabase_migrations.schema_migrations')
    await connection.close()
  } catch (error) {
    throw new HostError(`The backup ${file} cannot be used: ${toMessage(error)}; nothing has been changed.`, {
      cause: error,
    })
  }
}
