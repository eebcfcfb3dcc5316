import type { Connection } from '@supabase/lite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import type { BackupSource } from './backup.ts'
import { HostError, toMessage } from './host-error.ts'
import { loadLitePostgres } from './lite.ts'
import type { Mutex } from './mutex.ts'
import { makeMutex } from './mutex.ts'
import { type PgliteSession, type PgliteThread, startPglite } from './pglite-session.ts'
import type { Queryable, RawDatabase } from './queryable.ts'

export interface PgliteDatabase extends RawDatabase {
  readonly kind: 'pglite'
  /** Everybody waits while a backup is taken. */
  readonly backup: BackupSource
  /** For callers that have the database to themselves. */
  readonly session: PgliteSession
}

/** Where PGlite is kept inside a data directory. */
export const toPgliteDirectory = (dataDirectory: string): string => path.join(dataDirectory, 'database')

/** Opens (or creates) the PGlite database. The caller holds the lock of the data directory: PGlite itself takes none. */
export async function openPglite(dataDirectory: string): Promise<PgliteDatabase> {
  const directory = toPgliteDirectory(dataDirectory)
  mkdirSync(directory, { recursive: true })
  // lite asks the same of any Postgres. This connection never connects: everything goes to the thread.
  const { createPostgresConnection } = await loadLitePostgres()
  const connection = createPostgresConnection({ url: 'postgres://127.0.0.1/none' })
  try {
    const thread = await startPglite(directory)
    return toDatabase(connection, thread)
  } catch (error) {
    throw new HostError(`The database in ${directory} cannot be opened: ${toMessage(error)}.`, { cause: error })
  }
}

/**
 * PGlite is one session, and lite lets concurrent transactions interleave on it: one person's statement could run with
 * another's role and claims. This makes every user of the connection hold the mutex from begin to commit.
 */
export function serialize(connection: Connection, pglite: PgliteSession): Mutex {
  const mutex = makeMutex()
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => makeDriver(pglite, mutex),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const liteExec = connection.exec.bind(connection)
  // With parameters lite goes through kysely, which already holds the mutex. Without, it prints every error and hides
  // the cause.
  connection.exec = <Result>(text: string, ...parameters: readonly unknown[]): Promise<Result> =>
    parameters.length > 0
      ? liteExec<Result>(text, ...parameters)
      : mutex.run(async () => ({ rows: await pglite.execute(text) }) as Result)
  connection.transaction = (statements) =>
    mutex.run(() =>
      inTransaction(pglite, async () => {
        for (const statement of statements) await pglite.execute(statement)
      }),
    )
  return mutex
}

/** The caller holds the mutex. */
async function inTransaction<Result>(pglite: PgliteSession, work: () => Promise<Result>): Promise<Result> {
  await pglite.execute('begin')
  try {
    const result = await work()
    await pglite.execute('commit')
    return result
  } catch (error) {
    await pglite.execute('rollback')
    throw error
  }
}

function makeDriver(pglite: PgliteSession, mutex: Mutex): Driver {
  const releases = new WeakMap<DatabaseConnection, () => void>()
  const run = async (statement: string): Promise<void> => void (await pglite.query(statement))
  return {
    init: async () => {},
    destroy: async () => {},
    async acquireConnection() {
      const release = await mutex.acquire()
      const held = makeHeldConnection(pglite)
      releases.set(held, release)
      return held
    },
    releaseConnection: async (held) => releases.get(held)?.(),
    beginTransaction: () => run('begin'),
    commitTransaction: () => run('commit'),
    rollbackTransaction: () => run('rollback'),
  }
}

function makeHeldConnection(pglite: PgliteSession): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await pglite.query<Row>(sql, parameters)
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
    },
    // oxlint-disable-next-line require-yield -- kysely asks for a generator; nothing here streams
    async *streamQuery() {
      throw new Error('PGlite does not stream')
    },
  }
}

function toDatabase(connection: Connection, thread: PgliteThread): PgliteDatabase {
  const mutex = serialize(connection, thread)
  const alone: Queryable = {
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      (await thread.query<Row>(text, parameters)).rows,
    execute: async (text) => void (await thread.execute(text)),
  }
  return {
    kind: 'pglite',
    setting: 'XSHEET_DATA',
    connection,
    session: thread,
    query: (text, parameters) => mutex.run(() => alone.query(text, parameters)),
    execute: (text) => mutex.run(() => alone.execute(text)),
    transaction: (work) => mutex.run(() => inTransaction(thread, () => work(alone))),
    // A busy one answers later, but is up.
    isUp: async () => {
      const end = thread.findEnd()
      if (end !== undefined) throw end
      if (!mutex.isHeld()) await mutex.run(() => thread.query('select 1'))
    },
    async listen(channel, onNotify) {
      await mutex.run(() => thread.listen(channel, onNotify))
      return () => mutex.run(() => thread.unlisten(channel))
    },
    backup: { name: 'database', dump: () => mutex.run(async () => (await thread.dump()).stream()) },
    close: () => mutex.run(() => thread.close()),
  }
}
