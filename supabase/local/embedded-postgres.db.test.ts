import { type ChildProcess, execFileSync, spawn } from 'node:child_process'
import {
  chmodSync,
  existsSync,
  mkdirSync,
  mkdtempSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  truncateSync,
  writeFileSync,
} from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createInterface } from 'node:readline'
import { fileURLToPath } from 'node:url'
import { afterAll, afterEach, beforeAll, beforeEach, describe, expect, test } from 'vitest'
import { listBackups, takeBackup, toBackupDirectory } from './backup.ts'
import { backUpNow } from './backup-now.ts'
import { openEmbedded } from './database.ts'
import { startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { restoreBackup } from './restore-backup.ts'

let dataDirectory = ''
let template = ''

// Creating the files takes longer than everything else about a Postgres: done once, and copied.
beforeAll(async () => {
  template = aFolder()
  await writeDatabase(path.join(template, 'postgres'))
})
afterAll(() => rmSync(template, { recursive: true, force: true }))
beforeEach(() => {
  dataDirectory = aFolder()
  execFileSync('cp', ['-a', path.join(template, 'postgres'), dataDirectory])
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 }))

function aFolder(): string {
  const folder = mkdtempSync(path.join(tmpdir(), 'xsheet-embedded-'))
  // Postgres runs as another account if this runs as root.
  chmodSync(folder, 0o711)
  return folder
}

type Embedded = Awaited<ReturnType<typeof openEmbedded>>

async function open(directory = toPostgresDirectory(dataDirectory)): Promise<Embedded> {
  const server = await startEmbeddedPostgres(directory)
  if ('reason' in server) throw new Error(server.reason)
  return await openEmbedded(server)
}

async function withDatabase<Result>(
  work: (database: Embedded) => Promise<Result>,
  directory?: string,
): Promise<Result> {
  const database = await open(directory)
  try {
    return await work(database)
  } finally {
    await database.close()
  }
}

const readNotes = async (database: Embedded): Promise<string[]> =>
  (await database.query<{ text: string }>('select text from public.notes order by text')).map(({ text }) => text)

const writeDatabase = (directory?: string): Promise<void> =>
  withDatabase(
    (database) =>
      database.execute(`
        create schema supabase_migrations; create table supabase_migrations.schema_migrations (version text primary key);
        create table public.notes (text text); insert into public.notes values ('kept');`),
    directory,
  )

/** A process that keeps a database open and inserts numbers, reporting each once it is committed. */
function startWriter(): { child: ChildProcess; until: (number: number) => Promise<number>; ended: Promise<unknown> } {
  const source = (name: string): string => JSON.stringify(fileURLToPath(new URL(name, import.meta.url)))
  const program = `
    import { openEmbedded } from ${source('database.ts')}
    import { startEmbeddedPostgres } from ${source('embedded-postgres.ts')}
    const database = await openEmbedded(await startEmbeddedPostgres(${JSON.stringify(toPostgresDirectory(dataDirectory))}))
    for (let n = 1; ; n += 1) {
      await database.query('insert into public.notes values ($1)', [String(n)])
      process.stdout.write(n + '\\n')
    }`
  const child = spawn(process.execPath, ['--input-type=module-typescript', '-e', program], {
    stdio: ['ignore', 'pipe', 'inherit'],
  })
  const lines = createInterface({ input: child.stdout })
  let last = 0
  lines.on('line', (line) => (last = Number(line)))
  return {
    child,
    ended: new Promise((resolve) => child.once('close', resolve)),
    until: async (number) => {
      await expect.poll(() => last, { timeout: 20_000 }).toBeGreaterThanOrEqual(number)
      return last
    },
  }
}

const readPostmaster = (): number =>
  Number.parseInt(readFileSync(path.join(toPostgresDirectory(dataDirectory), 'data/postmaster.pid'), 'utf8'), 10)

function isRunning(pid: number): boolean {
  try {
    process.kill(pid, 0)
    return true
  } catch {
    return false
  }
}

test('written data is there at the next start, in a folder closed to others', async () => {
  expect(await withDatabase(readNotes)).toEqual(['kept'])
  expect(await withDatabase((database) => database.query(`select current_setting('fsync') as fsync`))).toEqual([
    { fsync: 'on' },
  ])
  expect(existsSync(path.join(toPostgresDirectory(dataDirectory), 'data/postmaster.pid'))).toBe(false)
})

test('uses an address and a password if the path is too long for a socket', async () => {
  const directory = path.join(dataDirectory, 'a-long-name-'.repeat(10), 'postgres')
  mkdirSync(path.dirname(directory))
  renameSync(toPostgresDirectory(dataDirectory), directory)

  const notes = await withDatabase(readNotes, directory)

  expect(notes).toEqual(['kept'])
  expect(readdirSync(directory).filter((name) => name.startsWith('.s.PGSQL'))).toEqual([])
})

test('a host killed by SIGKILL leaves no Postgres behind, and loses nothing acknowledged', async () => {
  const writer = startWriter()
  await writer.until(100)
  const pid = readPostmaster()

  writer.child.kill('SIGKILL')
  await writer.ended
  const acknowledged = await writer.until(0)

  await expect.poll(() => isRunning(pid), { timeout: 20_000 }).toBe(false)
  expect((await withDatabase(readNotes)).length).toBeGreaterThan(acknowledged)
})

test('a Postgres killed under a running host is back in a moment, with everything acknowledged', async () => {
  await withDatabase(async (database) => {
    await database.execute(`insert into public.notes values ('acknowledged')`)
    const pid = readPostmaster()

    process.kill(pid, 'SIGKILL')

    // A session lives on for a moment after its server.
    await expect.poll(readPostmaster, { timeout: 20_000 }).not.toBe(pid)
    await expect.poll(() => readNotes(database).catch(() => []), { timeout: 20_000 }).toEqual(['acknowledged', 'kept'])
  })
})

test('an orphaned server on the same files is ended, another program’s process is not, and an empty note is ignored', async () => {
  const writer = startWriter()
  await writer.until(1)
  const pid = readPostmaster()

  expect(await withDatabase(readNotes)).toContain('1')
  expect(isRunning(pid)).toBe(false)
  writer.child.kill('SIGKILL')
  await writer.ended

  writeFileSync(path.join(toPostgresDirectory(dataDirectory), 'data/postmaster.pid'), '')
  expect(await withDatabase(readNotes)).toContain('1')

  const bystander = spawn(process.execPath, ['-e', 'setInterval(() => {}, 1000)'], { stdio: 'ignore' })
  writeFileSync(path.join(toPostgresDirectory(dataDirectory), 'data/postmaster.pid'), `${bystander.pid}\n`)
  expect(await withDatabase(readNotes)).toContain('1')
  expect(isRunning(bystander.pid ?? 0)).toBe(true)
  bystander.kill('SIGKILL')
})

test('its log contains nothing that people write', async () => {
  await withDatabase(async (database) => {
    await database.execute('alter table public.notes add check (length(text) < 20)')
    const refused = database.execute(`insert into public.notes values ('a secret of more than twenty signs')`)
    await expect(refused).rejects.toThrow('violates check constraint')
  })

  expect(readFileSync(path.join(toPostgresDirectory(dataDirectory), 'log'), 'utf8')).not.toContain('secret')
})

test('files of another major version are left untouched, with instructions', async () => {
  const version = path.join(toPostgresDirectory(dataDirectory), 'data/PG_VERSION')
  writeFileSync(version, '12\n')

  await expect(open()).rejects.toThrow(
    /was made by PostgreSQL 12, and this version of Xsheet comes with 17\..*npm run move -- --to/,
  )
  expect(readFileSync(version, 'utf8')).toBe('12\n')
})

test('if it cannot start on its files, the error gives the reason rather than its consequences', async () => {
  const wal = path.join(toPostgresDirectory(dataDirectory), 'data/pg_wal')
  for (const name of readdirSync(wal).filter((each) => /^[0-9A-F]{24}$/.test(each))) rmSync(path.join(wal, name))

  await expect(open()).rejects.toThrow(/ cannot be started: could not locate a valid checkpoint record/)
})

test('incomplete files are created anew', async () => {
  rmSync(toPostgresDirectory(dataDirectory), { recursive: true })
  mkdirSync(path.join(toPostgresDirectory(dataDirectory), 'data.new'), { recursive: true })
  writeFileSync(path.join(toPostgresDirectory(dataDirectory), 'data.new/PG_VERSION'), '17\n')

  await writeDatabase()

  expect(await withDatabase(readNotes)).toEqual(['kept'])
})

// Only as root: other users can always enter their own folders.
test.each(process.getuid?.() === 0 ? [0o700] : [])(
  'below a folder closed to its account (%i) nothing is started, and the reason is given',
  async (mode) => {
    const closed = path.join(dataDirectory, 'closed')
    mkdirSync(closed, { mode })

    const answer = await startEmbeddedPostgres(toPostgresDirectory(closed))

    expect(answer).toEqual({ reason: expect.stringContaining('cannot be entered by the account') })
    expect(readdirSync(closed)).toEqual([])
  },
)

describe('backups', () => {
  const directory = (): string => toBackupDirectory(dataDirectory)

  test('a backup taken during writes holds everything written before it, and can be restored', async () => {
    await withDatabase(async (database) => {
      let isWriting = true
      const write = async (): Promise<void> => {
        const rows = `insert into public.notes select 'n' || i from generate_series(1, 50) i; select pg_sleep(0.005)`
        while (isWriting) await database.execute(rows)
      }
      const writing = write()
      await takeBackup(database.backup, { directory: directory(), takenAt: 0 }).finally(() => (isWriting = false))
      await writing
      await database.execute(`insert into public.notes values ('written later')`)
    })

    const { backup, keptAside } = await restoreBackup({ dataDirectory, backup: 'latest' })

    const notes = await withDatabase(readNotes)
    expect(path.basename(backup)).toMatch(/^postgres-.*\.tar\.gz$/)
    expect(notes).toContain('kept')
    expect(notes).not.toContain('written later')
    expect((notes.length - 1) % 50).toBe(0)
    expect(await withDatabase(readNotes, keptAside[0])).toContain('written later')
  })

  test('a truncated backup is refused in one sentence and changes nothing', async () => {
    await withDatabase((database) => takeBackup(database.backup, { directory: directory(), takenAt: 0 }))
    const file = listBackups(directory())[0]?.file ?? ''
    truncateSync(file, 100_000)

    await expect(restoreBackup({ dataDirectory, backup: 'latest' })).rejects.toThrow(
      /^The backup .* cannot be used: it is not an archive, or is cut off or damaged \(unexpected end of file\); nothing has been changed\.$/,
    )
    expect(await withDatabase(readNotes)).toEqual(['kept'])
    expect(readdirSync(dataDirectory).toSorted()).toEqual(['backups', 'postgres'])
  })

  test('a backup is recognised by its content, whatever its name', async () => {
    await withDatabase((database) => takeBackup(database.backup, { directory: directory(), takenAt: 0 }))
    const friday = path.join(dataDirectory, 'friday.tar.gz')
    renameSync(listBackups(directory())[0]?.file ?? '', friday)

    await restoreBackup({ dataDirectory, backup: friday })

    expect(await withDatabase(readNotes)).toEqual(['kept'])
  })

  test('a manual backup works beside a running host, without one, and after one was killed', async () => {
    const flags = ['--xsheet-data', dataDirectory]
    const restore = async (backup: string): Promise<string[]> => {
      await restoreBackup({ dataDirectory, backup })
      return await withDatabase(readNotes)
    }
    const beside = await withDatabase(async (database) => {
      const file = await backUpNow(flags)
      await database.execute(`insert into public.notes values ('written later')`)
      return file
    })
    const without = await backUpNow(flags)
    writeFileSync(
      path.join(toPostgresDirectory(dataDirectory), 'data', 'postmaster.pid'),
      `1\n\n\n5432\n${dataDirectory}\n`,
    )
    const afterKill = await backUpNow(flags)

    expect(await restore(beside)).toEqual(['kept'])
    expect(await restore(without)).toEqual(['kept', 'written later'])
    expect(await restore(afterKill)).toEqual(['kept', 'written later'])
    await expect(backUpNow(['--xsheet-data', path.join(dataDirectory, 'backups')])).rejects.toThrow(
      /^There is no database in /,
    )
  })
})
