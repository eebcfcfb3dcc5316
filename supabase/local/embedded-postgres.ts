import { spawnSync } from 'node:child_process'
import { randomBytes } from 'node:crypto'
import {
  chmodSync,
  chownSync,
  closeSync,
  existsSync,
  fstatSync,
  mkdirSync,
  openSync,
  readdirSync,
  readFileSync,
  renameSync,
  rmSync,
  statSync,
  writeFileSync,
} from 'node:fs'
import path from 'node:path'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { findFreePort } from './free-port.ts'
import { HostError } from './host-error.ts'
import { endOrphan } from './orphaned-postgres.ts'
import { unpackCluster } from './postgres-backup.ts'
import { findPackagedPostgres, type PostgresPrograms } from './postgres-programs.ts'
import {
  makeCluster,
  type PostgresAddress,
  type PostgresServer,
  spawnServer,
  waitUntilReady,
} from './postgres-server.ts'

/** The host's own Postgres inside a data directory. */
export const toPostgresDirectory = (dataDirectory: string): string => path.join(dataDirectory, 'postgres')

export type EmbeddedPostgres = {
  /** Of its database `xsheet`, as superuser. */
  address: PostgresAddress
  /** The folder with the server's files. */
  data: string
  stop(): Promise<void>
}

/** Why this machine cannot run it, as the end of a sentence. */
export type Unsupported = { reason: string }

// For a machine that does other things too; a studio that outgrows it has a server of its own in DATABASE_URL.
const settings = [
  'max_connections=40',
  'shared_buffers=64MB',
  'maintenance_work_mem=64MB',
  'work_mem=8MB',
  'max_wal_size=256MB',
  // A backup needs everything written while it runs.
  'wal_level=replica',
  'wal_keep_size=256MB',
  'max_wal_senders=0',
  'autovacuum_max_workers=2',
  'jit=off',
  'log_timezone=UTC',
  // The caller is told why a statement was refused; the log would contain what people wrote.
  'log_min_messages=log',
  'log_min_error_statement=panic',
]
// Its own processes have released their resources by then.
const restartAfterMs = 1000
const mostLogBytes = 4 * 1024 * 1024
// sockaddr_un holds 104 bytes on macOS and 108 on Linux.
const longestSocket = 100

/**
 * Starts the Postgres from npm on the files in `directory`, which are created the first time. The caller holds the lock
 * of the data directory. Returns the reason if this machine cannot run it and there are no files yet; throws a
 * HostError if there are.
 */
export async function startEmbeddedPostgres(directory: string): Promise<EmbeddedPostgres | Unsupported> {
  const data = path.join(directory, 'data')
  const isThere = existsSync(path.join(data, 'PG_VERSION'))
  const programs = prepare(directory)
  if ('reason' in programs) {
    if (isThere) throw new HostError(`The database in ${directory} needs Postgres, and ${programs.reason}.`)
    rmSync(directory, { recursive: true, force: true })
    return programs
  }
  if (isThere) {
    assertSameMajor(data, programs)
    await endOrphan(data)
  } else makeFiles(directory, data, programs)
  return await start(directory, data, programs)
}

/** Finds the server running on the files in `directory`, according to its own note; undefined for none. */
export function findRunningPostgres(directory: string): Omit<EmbeddedPostgres, 'stop'> | undefined {
  const data = path.join(directory, 'data')
  const note = path.join(data, 'postmaster.pid')
  if (!existsSync(note)) return undefined
  const [, , , port = '', folder = ''] = readFileSync(note, 'utf8').split('\n')
  return {
    data,
    address: toAddress({ data, port, database: 'xsheet', socket: folder && path.join(folder, `.s.PGSQL.${port}`) }),
  }
}

/** Creates the folder of an embedded Postgres from a backup of one. */
export async function unpackInto(directory: string, backup: string): Promise<void> {
  const programs = prepare(directory)
  if ('reason' in programs) throw new HostError(programs.reason)
  const data = path.join(directory, 'data')
  await unpackCluster(backup, data)
  if (programs.account === undefined) return
  const { uid, gid } = programs.account
  for (const name of ['.', ...readdirSync(data, { recursive: true, encoding: 'utf8' })])
    chownSync(path.join(data, name), uid, gid)
}

/** The folder with its owner, and programs that this owner can run there. */
function prepare(directory: string): PostgresPrograms | Unsupported {
  mkdirSync(directory, { recursive: true })
  chmodSync(directory, 0o700)
  const programs = findPackagedPostgres(directory)
  if (programs === undefined) {
    const platform = `${process.platform} on ${process.arch}`
    return { reason: `npm installed no Postgres that runs on this machine (${platform})` }
  }
  const { account } = programs
  if (account === undefined) return programs
  try {
    chownSync(directory, account.uid, account.gid)
  } catch {
    return { reason: `${directory} cannot be given to the account that Postgres runs under instead of root` }
  }
  // Tested as that account: it owns the folder itself, but its parents may be closed.
  const { status } = spawnSync('/bin/sh', ['-c', 'cd "$0" && test -w .', directory], { ...account, cwd: '/' })
  if (status === 0) return programs
  return { reason: `${directory} cannot be entered by the account that Postgres runs under instead of root` }
}

function assertSameMajor(data: string, { version }: PostgresPrograms): void {
  const made = readFileSync(path.join(data, 'PG_VERSION'), 'utf8').trim()
  if (made === String(Number.parseInt(version, 10))) return
  throw new HostError(
    `The database in ${data} was made by PostgreSQL ${made}, and this version of Xsheet comes with ${version}: it is left unchanged. ` +
      'Move it into a server of your own with the version of Xsheet that made it (npm run move -- --to postgres://…), then start this one ' +
      'with that DATABASE_URL.',
  )
}

/** Created under another name until complete: if interrupted, they are created anew. */
function makeFiles(directory: string, data: string, programs: PostgresPrograms): void {
  const unfinished = `${data}.new`
  rmSync(unfinished, { recursive: true, force: true })
  // For a server reached by an address. It lies among the files, and is backed up with them.
  const file = path.join(directory, passwordFile)
  writeFileSync(file, randomBytes(24).toString('base64url'), { mode: 0o600 })
  const { account } = programs
  if (account !== undefined) chownSync(file, account.uid, account.gid)
  makeCluster(programs, unfinished, ['--auth-local=trust', '--auth-host=scram-sha-256', `--pwfile=${file}`])
  renameSync(file, path.join(unfinished, passwordFile))
  renameSync(unfinished, data)
}

const passwordFile = 'xsheet-password'

async function start(directory: string, data: string, programs: PostgresPrograms): Promise<EmbeddedPostgres> {
  const socket = path.join(directory, '.s.PGSQL.5432')
  const isBySocket = process.platform !== 'win32' && Buffer.byteLength(socket) <= longestSocket
  const port = isBySocket ? 5432 : await findFreePort()
  const where = isBySocket
    ? ['listen_addresses=', `unix_socket_directories=${directory}`]
    : ['listen_addresses=127.0.0.1', 'unix_socket_directories=']
  const at = { data, port, socket: isBySocket ? socket : '' }
  let begun: number | undefined
  const keeper = keepRunning(() => {
    const log = openLog(directory)
    begun ??= fstatSync(log).size
    try {
      return spawnServer({ programs, data, settings: [`port=${port}`, ...where, ...settings], log })
    } finally {
      closeSync(log)
    }
  })
  try {
    await waitUntilReady(toAddress({ ...at, database: 'postgres' }), keeper.first)
    await makeDatabase(toAddress({ ...at, database: 'postgres' }))
  } catch (error) {
    await keeper.stop()
    const why = findReason(readFileSync(path.join(directory, 'log')).subarray(begun).toString())
    throw new HostError(`The database in ${directory} cannot be started: ${why}`, { cause: error })
  }
  keeper.begin()
  return { address: toAddress({ ...at, database: 'xsheet' }), data, stop: () => keeper.stop() }
}

/** Why it ended: the first failure it reports, ignoring its answers to early connections. */
function findReason(said: string): string {
  const lines = said.trim().split('\n')
  const failures = lines.map((line) => /(?:FATAL|PANIC): +(.*)/.exec(line)?.[1] ?? '')
  return (
    failures.find((line) => line !== '' && !/connections|starting up|shutting down/.test(line)) ?? lines.at(-1) ?? ''
  )
}

type At = { data: string; port: number | string; socket: string; database: string }

/** As superuser; by its socket if it has one. */
function toAddress({ data, port, socket, database }: At): PostgresAddress {
  const password = encodeURIComponent(readFileSync(path.join(data, passwordFile), 'utf8'))
  const url = `postgres://postgres:${password}@127.0.0.1:${port}/${database}`
  return { url, ...(socket !== '' && { socket }) }
}

type Keeper = { first: PostgresServer; begin(): void; stop(): Promise<void> }

/** From `begin` on, restarts a server that ended by itself after a moment, until it is stopped. */
function keepRunning(spawn: () => PostgresServer): Keeper {
  const first = spawn()
  let server = first
  let isStopping = false
  let waiting: ReturnType<typeof setTimeout> | undefined
  const watch = (): void => {
    void server.ended.then(() => {
      if (isStopping) return
      console.error('Postgres has stopped and is being restarted; see its log.')
      waiting = setTimeout(() => {
        server = spawn()
        watch()
      }, restartAfterMs)
      waiting.unref()
    })
  }
  return {
    first,
    begin: watch,
    async stop() {
      isStopping = true
      clearTimeout(waiting)
      await server.stop()
    },
  }
}

async function makeDatabase({ url, socket }: PostgresAddress): Promise<void> {
  const sql = postgres(url, { max: 1, onnotice: () => undefined, ...(socket !== undefined && { path: socket }) })
  try {
    const [found] = await sql`select from pg_database where datname = 'xsheet'`
    if (found === undefined) await sql`create database xsheet`
  } finally {
    await sql.end()
  }
}

/** The log of Postgres, beside its files; the log before the last start is kept once. */
function openLog(directory: string): number {
  const file = path.join(directory, 'log')
  if (existsSync(file) && statSync(file).size > mostLogBytes) renameSync(file, `${file}.before`)
  const log = openSync(file, 'a', 0o600)
  chmodSync(file, 0o600)
  return log
}
