import { createWriteStream, mkdirSync, readdirSync, renameSync, rmSync, statSync } from 'node:fs'
import path from 'node:path'
import { pipeline } from 'node:stream/promises'
import { createGzip } from 'node:zlib'
import { toMessage } from './host-error.ts'

export interface Backups {
  /** Takes a final backup if the newest is older than a day. */
  close(): Promise<void>
}

/** The source of backups of a database that this host keeps itself. */
export type BackupSource = {
  /** The file name prefix of its backups: Postgres and PGlite cannot read each other's. */
  name: BackupName
  /** A consistent archive (tar) of the whole database; the caller compresses it. */
  dump(): Promise<ReadableStream<Uint8Array>>
}

export type BackupName = 'postgres' | 'database'

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
 * Backs up a database that this host keeps itself once a day. A server in DATABASE_URL has its own backups. Media files
 * are removed only after nothing has shown them for longer than backups are kept, so a restored older database finds
 * its files.
 */
export function startBackups({ database, dataDirectory, createdAt, now = Date.now }: BackupParts): Backups {
  if (!isBackedUp(database)) return { close: async () => {} }
  const source = database.backup
  const directory = toBackupDirectory(dataDirectory)
  let running: Promise<void> = Promise.resolve()

  const backUpWhenDue = (): Promise<void> => {
    running = running.then(async () => {
      // A backup dated in the future was taken by a clock that has been corrected since: it does not delay the next
      // one.
      const last = listBackups(directory).find(({ takenAt }) => takenAt <= now())?.takenAt ?? createdAt
      if (last <= now() && now() - last < dayMs) return
      try {
        await takeBackup(source, { directory, takenAt: now() })
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

const isBackedUp = (database: object): database is { backup: BackupSource } => 'backup' in database

/** Writes one archive and deletes the oldest beyond seven; returns its file. */
export async function takeBackup(
  source: BackupSource,
  { directory, takenAt }: { directory: string; takenAt: number },
): Promise<string> {
  mkdirSync(directory, { recursive: true })
  const stamp = new Date(takenAt).toISOString().replaceAll(/[:.]/g, '-')
  const file = path.join(directory, `${source.name}-${stamp}.tar.gz`)
  // Renamed once complete, so that an interrupted one is never taken for a backup.
  try {
    await pipeline(await source.dump(), createGzip(), createWriteStream(`${file}.part`, { mode: 0o600 }))
    renameSync(`${file}.part`, file)
  } finally {
    rmSync(`${file}.part`, { force: true })
  }
  const isToCome = (backup: Backup): boolean => backup.takenAt > takenAt
  const backups = listBackups(directory)
  // Those dated in the future go first: they are older than they claim.
  const byAge = [...backups.filter((backup) => !isToCome(backup)), ...backups.filter(isToCome)]
  for (const old of byAge.slice(kept)) rmSync(old.file)
  return file
}

export type Backup = { file: string; takenAt: number }

/** Lists backups, newest first. */
export function listBackups(directory: string): Backup[] {
  let names: string[]
  try {
    names = readdirSync(directory)
  } catch {
    return []
  }
  return names
    .filter((name) => /^(database|postgres)-.*\.tar\.gz$/.test(name))
    .map((name) => {
      const file = path.join(directory, name)
      return { file, takenAt: toTime(name) ?? statSync(file).mtimeMs }
    })
    .toSorted((a, b) => b.takenAt - a.takenAt)
}

function toTime(name: string): number | undefined {
  const [, date, hours, minutes, seconds, ms] = /^[a-z]+-(.+)T(\d\d)-(\d\d)-(\d\d)-(\d{3})Z/.exec(name) ?? []
  const time = Date.parse(`${date}T${hours}:${minutes}:${seconds}.${ms}Z`)
  return Number.isNaN(time) ? undefined : time
}
