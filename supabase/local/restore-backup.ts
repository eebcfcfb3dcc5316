import { createReadStream, existsSync, mkdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import path from 'node:path'
import { Writable } from 'node:stream'
import { pipeline } from 'node:stream/promises'
import { createGunzip } from 'node:zlib'
import { type BackupName, listBackups, toBackupDirectory } from './backup.ts'
import { openEmbedded } from './database.ts'
import { lockDirectory } from './directory-lock.ts'
import { startEmbeddedPostgres, toPostgresDirectory, unpackInto } from './embedded-postgres.ts'
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
  /** Where the replaced databases are kept. */
  keptAside: readonly string[]
}

/**
 * Puts a backup in the place of the database. The backup is test-opened first; the database it replaces is kept beside
 * it. A PGlite backup is moved into the embedded Postgres at the next start.
 */
export async function restoreBackup({ dataDirectory, backup, now = Date.now }: RestoreParts): Promise<Restored> {
  const file = findBackup(dataDirectory, backup)
  const lock = lockDirectory(dataDirectory)
  const [pglite, postgres] = [toPgliteDirectory(dataDirectory), toPostgresDirectory(dataDirectory)]
  let unpacked = ''
  try {
    const target = (await findKind(file)) === 'postgres' ? postgres : pglite
    unpacked = `${target}.restoring`
    rmSync(unpacked, { recursive: true, force: true })
    await (target === postgres ? unpackPostgres : unpackPglite)(file, unpacked)
    const stamp = new Date(now()).toISOString().replaceAll(/[:.]/g, '-')
    const keptAside = [pglite, postgres].flatMap((database) => {
      if (!existsSync(database)) return []
      renameSync(database, `${database}.before-${stamp}`)
      return [`${database}.before-${stamp}`]
    })
    renameSync(unpacked, target)
    return { backup: file, keptAside }
  } catch (error) {
    throw new HostError(`The backup ${file} cannot be used: ${toMessage(error)}; nothing has been changed.`, {
      cause: error,
    })
  } finally {
    if (unpacked !== '') rmSync(unpacked, { recursive: true, force: true })
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

const block = 512
/** The header of a file that every backup of Postgres, whatever its name, contains and none of PGlite does. */
const label = Buffer.from('backup_label\0')

/**
 * Whose backup it is. Reads it to its end first: the unpackers only report that something is wrong, and PGlite ends the
 * process.
 */
async function findKind(file: string): Promise<BackupName> {
  let [rest, isPostgres] = [Buffer.alloc(0), false]
  const look = new Writable({
    write(chunk: Buffer, _encoding, done) {
      const bytes = Buffer.concat([rest, chunk])
      let at = 0
      for (; at + block <= bytes.length; at += block) isPostgres ||= bytes.subarray(at, at + label.length).equals(label)
      rest = bytes.subarray(at)
      done()
    },
  })
  try {
    await pipeline(createReadStream(file), createGunzip(), look)
    return isPostgres ? 'postgres' : 'database'
  } catch (error) {
    throw new HostError(`it is not an archive, or is cut off or damaged (${toMessage(error)})`, { cause: error })
  }
}

// Asked of a backup: whether it opens, and is an Xsheet database.
const history = 'select version from supabase_migrations.schema_migrations'

async function unpackPostgres(file: string, directory: string): Promise<void> {
  await unpackInto(directory, file)
  const server = await startEmbeddedPostgres(directory)
  if ('reason' in server) throw new HostError(server.reason)
  const database = await openEmbedded(server)
  try {
    await database.query(history)
  } finally {
    await database.close()
  }
}

async function unpackPglite(file: string, directory: string): Promise<void> {
  mkdirSync(directory, { recursive: true })
  // The same PGlite and extensions as lite: another version could not open what it writes.
  const { createPgliteConnection } = await loadLitePglite()
  const archive = new Blob([readFileSync(file)])
  const connection = await createPgliteConnection({ url: directory, pgliteOptions: { loadDataDir: archive } })
  await connection.driver.waitReady
  await connection.driver.query(history)
  await connection.close()
}
