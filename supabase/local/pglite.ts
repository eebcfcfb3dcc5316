import type { Queryable, RawDatabase } from './queryable.ts'
import path from 'node:path'
import { mkdirSync } from 'node:fs'
import type { PGlite } from '@electric-sql/pglite'
import type { PgliteConnection } from '@supabase/lite/pglite'
import type { CompiledQuery, DatabaseConnection, Driver, QueryResult } from 'kysely'
import { Kysely, PostgresAdapter, PostgresIntrospector, PostgresQueryCompiler } from 'kysely'
import type { BackupSource } from './backup.ts'
import { HostError, toMessage } from './host-error.ts'
import { loadLitePglite } from './lite.ts'
import type { Mutex } from './mutex.ts'
import { makeMutex } from './mutex.ts'
import { pgliteParsers, pgliteSerializers } from './wire-values.ts'

export interface PgliteDatabase extends RawDatabase {
  readonly kind: 'pglite'
  readonly connection: PgliteConnection
  /** Everybody waits while it is made. */
  readonly backup: BackupSource
}

/** Where PGlite lives inside a data directory. */
export const toPgliteDirectory = (dataDirectory: string): string => path.join(dataDirectory, 'database')

/** Opens (or creates) the PGlite database. The caller holds the lock of the data directory: PGlite itself takes none. */
export async function openPglite(dataDirectory: string): Promise<PgliteDatabase> {
  const directory = toPgliteDirectory(dataDirectory)
  mkdirSync(directory, { recursive: true })
  const [{ createPgliteConnection }, { pg_trgm }] = await Promise.all([
    loadLitePglite(),
    import('@electric-sql/pglite/contrib/pg_trgm'),
  ])
  const connection = await createPgliteConnection({
    url: directory,
    pgliteOptions: { parsers: pgliteParsers, serializers: pgliteSerializers, extensions: { pg_trgm } },
  })
  try {
    await connection.driver.waitReady
    await connection.driver.exec(`set timezone to 'UTC'`)
  } catch (error) {
    throw new HostError(`The database in ${directory} cannot be opened: ${toMessage(error)}.`, { cause: error })
  }
  return toDatabase(connection, serialize(connection))
}

/**
 * PGlite is one session, and lite lets concurrent transactions interleave on it: one person's statement could run with
 * another's role and claims. Afterwards whoever uses the connection holds the mutex from begin to commit.
 */
export function serialize(connection: PgliteConnection): Mutex {
  const mutex = makeMutex()
  const pglite = connection.driver
  connection.kysely = new Kysely({
    dialect: {
      createAdapter: () => new PostgresAdapter(),
      createDriver: () => makeDriver(pglite, mutex),
      createIntrospector: (kysely) => new PostgresIntrospector(kysely),
      createQueryCompiler: () => new PostgresQueryCompiler(),
    },
  })
  const liteExec = connection.exec.bind(connection)
  // With parameters lite goes through kysely, which has the mutex already. Without, it prints every error and hides the cause.
  connection.exec = <Result>(text: string, ...parameters: readonly unknown[]): Promise<Result> =>
    parameters.length > 0
      ? liteExec<Result>(text, ...parameters)
      : mutex.run(async () => ({ rows: (await pglite.exec(text))[0]?.rows ?? [] }) as Result)
  connection.transaction = (statements) =>
    mutex.run(() =>
      pglite.transaction(async (transaction) => {
        for (const statement of statements) await transaction.exec(statement)
      }),
    )
  return mutex
}

function makeDriver(pglite: PGlite, mutex: Mutex): Driver {
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

function makeHeldConnection(pglite: PGlite): DatabaseConnection {
  return {
    async executeQuery<Row>({ sql, parameters }: CompiledQuery): Promise<QueryResult<Row>> {
      const { rows, affectedRows } = await pglite.query<Row>(sql, [...parameters])
      return affectedRows === undefined ? { rows } : { rows, numAffectedRows: BigInt(affectedRows) }
    },
    // oxlint-disable-next-line require-yield -- kysely asks for a generator; nothing here streams
    async *streamQuery() {
      throw new Error('PGlite does not stream')
    },
  }
}

function toDatabase(connection: PgliteConnection, mutex: Mutex): PgliteDatabase {
  const pglite = connection.driver
  const toQueryable = (session: Pick<PGlite, 'query' | 'exec'>): Queryable => ({
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      (await session.query<Row>(text, [...parameters])).rows,
    execute: async (text) => void (await session.exec(text)),
  })
  const alone = toQueryable(pglite)
  return {
    kind: 'pglite',
    setting: 'XSHEET_DATA',
    connection,
    query: (text, parameters) => mutex.run(() => alone.query(text, parameters)),
    execute: (text) => mutex.run(() => alone.execute(text)),
    // PGlite's Transaction offers query and exec as PGlite does.
    transaction: (work) => mutex.run(() => pglite.transaction((session) => work(toQueryable(session)))),
    async listen(channel, onNotify) {
      const stop = await mutex.run(() => pglite.listen(channel, onNotify))
      return () => mutex.run(() => stop())
    },
    backup: {
      name: 'database',
      dump: () =>
        mutex.run(async () => {
          await pglite.exec('checkpoint')
          return (await pglite.dumpDataDir('none')).stream()
        }),
    },
    close: () => mutex.run(() => connection.close()),
  }
}
