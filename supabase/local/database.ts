import type { Claims, UserQueryable, Database } from './queryable.ts'
import type { RawDatabase } from './queryable.ts'
import type { CompiledQuery as Compiled, Kysely } from 'kysely'
import { CompiledQuery } from 'kysely'
import type { BackupSource } from './backup.ts'
import { runAsCallers } from './caller-context.ts'
import { limitEmbedding } from './embedding.ts'
import { restoreQuotedValues } from './quoted-values.ts'
import { keepJsonScalars } from './json-scalars.ts'
import type { EmbeddedPostgres } from './embedded-postgres.ts'
import { startEmbeddedPostgres, toPostgresDirectory } from './embedded-postgres.ts'
import { openPglite } from './pglite.ts'
import { openPostgres, type PostgresDatabase } from './postgres.ts'
import { packCluster } from './postgres-backup.ts'

export type DatabaseLocation = {
  dataDirectory: string
  databaseUrl?: string | undefined
  isPgliteWanted?: boolean | undefined
}

/**
 * Opens the Postgres at `databaseUrl`, else the embedded one in `dataDirectory`, or PGlite if this machine cannot run
 * that; throws a HostError if none can be opened.
 */
export async function openDatabase(location: DatabaseLocation): Promise<Database> {
  return adaptToSupabase(await open(location))
}

async function open({ dataDirectory, databaseUrl, isPgliteWanted }: DatabaseLocation): Promise<RawDatabase> {
  if (databaseUrl !== undefined) return await openPostgres({ url: databaseUrl })
  if (isPgliteWanted === true) return await openPglite(dataDirectory)
  const server = await startEmbeddedPostgres(toPostgresDirectory(dataDirectory))
  if (!('reason' in server)) return await openEmbedded(server)
  console.warn(`Xsheet runs on PGlite, which is for trying out: ${server.reason}.`)
  return await openPglite(dataDirectory)
}

/** Opens the database of a server that was started for it alone, and ends with it. */
export async function openEmbedded(server: EmbeddedPostgres): Promise<PostgresDatabase & { backup: BackupSource }> {
  try {
    const raw = await openPostgres(server.address)
    return {
      ...raw,
      setting: 'XSHEET_DATA',
      backup: { name: 'postgres', dump: async () => packCluster(raw.connection.driver, server.data) },
      close: async () => {
        await raw.close()
        await server.stop()
      },
    }
  } catch (error) {
    await server.stop()
    throw error
  }
}

/** Wraps a database so that HTTP callers can be served from it. */
export function adaptToSupabase(raw: RawDatabase): Database {
  keepJsonScalars(raw.connection)
  restoreQuotedValues(raw.connection)
  limitEmbedding(raw.connection, raw)
  return withUsers(raw, runAsCallers(raw))
}

function withUsers<Raw extends RawDatabase>(raw: Raw, countWaiting: () => number): Raw & Database {
  function asUser<Result>(claims: Claims, work: (user: UserQueryable) => Promise<Result>): Promise<Result> {
    const context = { auth: { role: claims.role, uid: claims.sub, jwt: claims } }
    return raw.connection.withContext(context, (kysely) => work(toQueryable(kysely)))
  }
  return { ...raw, asUser, countWaiting }
}

function toQueryable(kysely: Kysely<unknown>): UserQueryable {
  return {
    async query<Row>(text: string, parameters: readonly unknown[] = []) {
      // The caller names the row type of the SQL it wrote.
      const { rows } = await kysely.executeQuery(CompiledQuery.raw(text, [...parameters]) as Compiled<Row>)
      return rows
    },
  }
}
