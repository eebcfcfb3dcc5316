import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { toMessage } from './host-error.ts'
import type { PgliteDatabase } from './pglite.ts'

export interface Backups {
  /** Takes a last one when the newest is older than a day. */
  close(): Promise<void>
}

/** PGlite; a Postgres server is not. */
type Dumpable = Pick<PgliteDatabase, 'dump'>

const dayMs = 24 * 60 * 60 * 1000
const checkEveryMs = 60 * 60 * 1000
const kept = 7

export const toBackupDirectory = (dataDirectory: string): string => path.join(dataDirectory, 'backups')

export type BackupParts = {
  database: object
  dataDirectory: string
  /** When the database was made; it is not backed up on its first day. */
  createdAt: number
  now?: () => number
}

/**
 * Backs PGlite up once a day, because it runs without fsync and a power cut can cost it the database. A Postgres server has
 * its own backups. Media files are removed only when nothing has shown them for longer than backups are kept, so the files
 * of a later day hold what an earlier database shows.
 */
export function startBackups({ database, dataDirectory, createdAt, now = Date.now }: BackupParts): Backups {
  if (!isDumpable(database)) return { close: async () => {} }
  const directory = toBackupDirectory(dataDirectory)
  let running: Promise<void> = Promise.resolve()

  const backUpWhenDue = (): Promise<void> => {
    running = running.then(async () => {
      const last = listBackups(directory)[0]?.takenAt ?? createdAt
      if (now() - last < dayMs) return
      try {
        await takeBackup(database, { directory, takenAt: now() })
      } catch (error) {
        console.error(`The backup failed: ${toMessage(error)}`)
      }
    })
    return running
  }

  const timer = setInterval(() => void backUpWhenDue(), checkEveryMs)
  timer.unref()
  return {
    async close() {
      clearInterval(timer)
      await backUpWhenDue()
    },
  }
}

const isDumpable = (database: object): database is Dumpable => 'dump' in database

/** Writes one archive and forgets the oldest beyond seven; answers its file. */
export async function takeBackup(
  database: Dumpable,
  { directory, takenAt }: { directory: string; takenAt: number },
): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const archive = await database.dump()
  const stamp = new Date(takenAt).toISOString().replaceAll(/[:.]/g, '-')
  const file = path.join(directory, `database-${stamp}.tar.gz`)
  // Renamed when whole, so that an interrupted one is never taken for a backup.
  await pipeline(archive.stream(), createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
  renameSync(`${file}.part`, file)
  for (const old of listBackups(directory).slice(kept)) rmSync(old.file)
  return file
}

export type Backup = { file: string; takenAt: number }

/** Newest first. */
export function listBackups(directory: string): Backup[] {
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch {
    return []
  }
  return names
    .filter((name) => /^database-.*\.tar\.gz$/.test(name))
    .toSorted()
    .toReversed()
    .map((name) => {
      const file = path.join(directory, name)
      return { file, takenAt: toTime(name) ?? statSync(file).mtimeMs }
    })
}

function toTime(name: string): number | undefined {
  const [, date, hours, minutes, seconds, ms] = /^database-(.+)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(time) ? undefined : time
}
