import { spawn } from 'node:child_process'
import { mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterEach, beforeEach, describe, expect, test } from 'vitest'
import { listBackups, startBackups, takeBackup, toBackupDirectory } from './backup.ts'
import { lockDirectory } from './directory-lock.ts'
import type { PgliteDatabase } from './pglite.ts'
import { openPglite } from './pglite.ts'
import { restoreBackup } from './restore-backup.ts'

const hourMs = 60 * 60 * 1000
let dataDirectory = ''

beforeEach(() => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-backup-'))
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true }))

async function withDatabase<Result>(work: (database: PgliteDatabase) => Promise<Result>): Promise<Result> {
  const database = await openPglite(dataDirectory)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const readNotes = (database: PgliteDatabase): Promise<unknown[]> =>
  database.query('select text from public.notes order by text')

async function writeDatabase(): Promise<void> {
  await withDatabase((database) =>
    database.execute(`
      create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key);
      create table public.notes (text text); insert into public.notes values ('kept');
    `),
  )
}

test('a backup is restored, and the replaced database is kept aside', async () => {
  await writeDatabase()
  const directory = toBackupDirectory(dataDirectory)
  await withDatabase(async (database) => {
    await takeBackup(database.backup, { directory, takenAt: 0 })
    await database.execute(`insert into public.notes values ('written later')`)
  })

  const { keptAside } = await restoreBackup({ dataDirectory, backup: 'latest' })

  expect(await withDatabase(readNotes)).toEqual([{ text: 'kept' }])
  rmSync(path.join(dataDirectory, 'database'), { recursive: true })
  renameSync(keptAside[0] ?? '', path.join(dataDirectory, 'database'))
  expect(await withDatabase(readNotes)).toEqual([{ text: 'kept' }, { text: 'written later' }])
})

test('a damaged archive is refused and changes nothing', async () => {
  await writeDatabase()
  const bad = path.join(dataDirectory, 'bad.tar.gz')
  writeFileSync(bad, 'not an archive')

  await expect(restoreBackup({ dataDirectory, backup: bad })).rejects.toThrow(
    /cannot be used: it is not an archive, or is cut off or damaged \(incorrect header check\); nothing has been changed\.$/,
  )

  expect(await withDatabase(readNotes)).toEqual([{ text: 'kept' }])
  expect(readdirSync(dataDirectory).filter((name) => name.startsWith('database'))).toEqual(['database'])
})

test('nothing is restored under a running host', async () => {
  mkdirSync(toBackupDirectory(dataDirectory))
  writeFileSync(path.join(toBackupDirectory(dataDirectory), 'database-2026-01-01T00-00-00-000Z.tar.gz'), '')
  lockDirectory(dataDirectory)

  await expect(restoreBackup({ dataDirectory, backup: 'latest' })).rejects.toThrow(/is in use by process/)
})

test('without a backup, restore fails with one sentence', async () => {
  await expect(restoreBackup({ dataDirectory, backup: 'latest' })).rejects.toThrow(
    /^There is no backup in .*backups\.$/,
  )
  await expect(restoreBackup({ dataDirectory, backup: '/nowhere.tar.gz' })).rejects.toThrow(
    'There is no backup /nowhere.tar.gz.',
  )
})

describe('the backup schedule', () => {
  /** A database whose backups are empty, and a clock. */
  function aSchedule(startedAt: number) {
    const clock = { now: startedAt }
    const database = { backup: { name: 'database', dump: async () => new Blob(['archive']).stream() } }
    const start = () => startBackups({ database, dataDirectory, createdAt: startedAt, now: () => clock.now })
    return { clock, start, list: () => listBackups(toBackupDirectory(dataDirectory)) }
  }

  test('a database made today is not backed up when the host stops, one from yesterday is', async () => {
    const { clock, start, list } = aSchedule(Date.parse('2026-11-21T09:00:00Z'))

    clock.now += 23 * hourMs
    await start().close()
    expect(list()).toEqual([])

    clock.now += 2 * hourMs
    await start().close()
    expect(list()).toHaveLength(1)

    clock.now += hourMs
    await start().close()
    expect(list()).toHaveLength(1)
  })

  test('the newest seven backups are kept', async () => {
    const { clock, start, list } = aSchedule(Date.parse('2026-11-01T09:00:00Z'))

    for (let day = 0; day < 10; day += 1) {
      clock.now += 25 * hourMs
      await start().close()
    }

    expect(list()).toHaveLength(7)
    expect(list()[0]?.takenAt).toBe(clock.now)
  })
})

test('acknowledged writes survive kill -9', async () => {
  await writeDatabase()
  const pglite = fileURLToPath(new URL('pglite.ts', import.meta.url))
  const program = `
    import { openPglite } from ${JSON.stringify(pglite)}
    const database = await openPglite(${JSON.stringify(dataDirectory)})
    for (let n = 1; ; n += 1) {
      await database.query('insert into public.notes values ($1)', [String(n)])
      process.stdout.write(n + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const ended = new Promise((resolve) => child.once('close', resolve))
  let acknowledged = 0
  for await (const line of createInterface({ input: child.stdout })) {
    acknowledged = Number(line)
    if (acknowledged === 200) child.kill('SIGKILL')
  }
  await ended

  const [row] = await withDatabase((database) =>
    database.query<{ count: number }>(`select count(*)::int as count from public.notes where text <> 'kept'`),
  )

  expect(acknowledged).toBeGreaterThanOrEqual(200)
  expect(row?.count).toBeGreaterThanOrEqual(acknowledged)
})
