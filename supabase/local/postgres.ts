import type { Queryable, RawDatabase } from './queryable.ts'
import './postgres-driver.ts'
import type { PostgresConnection } from '@supabase/lite/postgres'
import type { ReservedSql, Sql } from 'postgres'
import { HostError, toMessage } from './host-error.ts'
import { loadLitePostgres } from './lite.ts'
import type { PostgresAddress } from './postgres-server.ts'
import { makeSessions } from './postgres-sessions.ts'
import { makeBooleanPlugin, withoutDeclaredType } from './postgres-booleans.ts'
import { postgresTypes } from './wire-values.ts'

const oldestSupportedMajor = 15

/** Of this process, besides one for each channel it listens to. */
export const mostConnections = 10

/** The pause before reconnecting: short, so that a server that comes back is not left waiting. */
export const toPauseSeconds = (attempt: number): number => Math.min(3 ** attempt / 100, 1)

export type PostgresDatabase = RawDatabase & { readonly connection: PostgresConnection }

/** Connects to a Postgres server; throws a HostError when it cannot be reached or is older than 15. */
export async function openPostgres({ url, socket }: PostgresAddress): Promise<PostgresDatabase> {
  const { createPostgresConnection } = await loadLitePostgres()
  const sessions = makeSessions()
  const connection = createPostgresConnection({
    url,
    postgresOptions: {
      max: mostConnections,
      connect_timeout: 10,
      backoff: toPauseSeconds,
      ...sessions.options,
      onnotice: () => {},
      types: postgresTypes,
      ...(socket !== undefined && { path: socket }),
    },
  })
  try {
    await assertSupported(connection.driver)
    // Fetched once: a connection that ends while fetching would end the process.
    connection.driver.options.fetch_types = false
  } catch (error) {
    await connection.driver.end({ timeout: 0 })
    if (error instanceof HostError) throw error
    throw new HostError(`The database at ${withoutPassword(url)} cannot be reached: ${toMessage(error)}.`, {
      cause: error,
    })
  }
  // lite's queries reserve their sessions through it.
  connection.driver.reserve = sessions.reserveFrom(connection.driver.reserve.bind(connection.driver))
  connection.kysely = connection.kysely.withPlugin(makeBooleanPlugin())
  return toDatabase(connection)
}

async function assertSupported(sql: Sql): Promise<void> {
  const [row] = await sql<{ version: number }[]>`select current_setting('server_version_num')::int as version`
  const major = Math.floor((row?.version ?? 0) / 10_000)
  if (major < oldestSupportedMajor)
    throw new HostError(`The database runs PostgreSQL ${major}; Xsheet needs ${oldestSupportedMajor} or newer.`)
}

function withoutPassword(url: string): string {
  if (!URL.canParse(url)) return 'DATABASE_URL'
  const { host, pathname } = new URL(url)
  return `${host}${pathname}`
}

function toDatabase(connection: PostgresConnection): PostgresDatabase {
  const sql = connection.driver
  const toQueryable = (session: Sql | ReservedSql): Queryable => ({
    query: async <Row>(text: string, parameters: readonly unknown[] = []) =>
      // postgres.js types its parameters narrower than its serializers accept; the caller names the row type.
      [...(await session.unsafe(text, parameters.map(withoutDeclaredType) as never[]))] as Row[],
    execute: async (text) => void (await session.unsafe(text).simple()),
  })
  // lite's own sends begin and commit through the pool, where they may hit different sessions.
  connection.transaction = (statements) =>
    inTransaction(sql, async (session) => {
      for (const statement of statements) await session.unsafe(statement).simple()
    })
  return {
    kind: 'postgres',
    setting: 'DATABASE_URL',
    connection,
    ...toQueryable(sql),
    transaction: (work) => inTransaction(sql, (session) => work(toQueryable(session))),
    isUp: async () => void (await sql`select 1`),
    async listen(channel, onNotify, onGap) {
      let isKept = false
      const listening = await sql.listen(channel, onNotify, () => {
        if (isKept) onGap?.()
        isKept = true
      })
      return () => listening.unlisten()
    },
    close: () => sql.end({ timeout: 5 }),
  }
}

/** Runs work in a transaction of one of the sessions that `openPostgres` hands out. */
export async function inTransaction<Result>(
  sql: Sql,
  work: (session: ReservedSql) => Promise<Result>,
): Promise<Result> {
  const session = await sql.reserve()
  try {
    await session.unsafe('begin')
    try {
      const result = await work(session)
      await session.unsafe('commit')
      return result
    } catch (error) {
      // If the connection has ended, so has the transaction.
      await session.unsafe('rollback').catch(() => undefined)
      throw error
    }
  } finally {
    session.release()
  }
}
