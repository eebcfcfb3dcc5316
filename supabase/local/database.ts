import type { Connection } from '@supabase/lite'
import type { CompiledQuery as Compiled, Kysely } from 'kysely'
import { CompiledQuery } from 'kysely'
import { keepJsonScalars } from './json-scalars.ts'
import { openPglite } from './pglite.ts'
import { openPostgres } from './postgres.ts'

/** Runs SQL as the owner of the database, or inside `asUser` as that user. */
export interface Queryable {
  /** One statement, `$1` parameters. */
  query<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Any number of statements, no parameters. */
  execute(text: string): Promise<void>
}

/** Who a statement runs as: the claims of an access token, `role` being the database role. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /** What lite works on. Our own code uses the methods beside it, never `connection.driver`. */
  readonly connection: Connection
  /** All or nothing. On PGlite everybody else waits meanwhile, and `work` must use only the `Queryable` it is given. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in one transaction with this user's role and claims, exactly as a request over HTTP does. */
  asUser<Result>(claims: Claims, work: (user: UserQueryable) => Promise<Result>): Promise<Result>
  /** Calls back for every `pg_notify` on the channel; answers the function that stops it. */
  listen(channel: string, onNotify: (payload: string) => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

export type UserQueryable = Pick<Queryable, 'query'>

/** A database before `asUser`, which is the same for both kinds. */
export type RawDatabase = Omit<Database, 'asUser'>

export type DatabaseLocation = { dataDirectory: string; databaseUrl?: string | undefined }

/** Opens the Postgres of `databaseUrl`, or else PGlite in `dataDirectory`; throws a HostError when it cannot. */
export async function openDatabase({ dataDirectory, databaseUrl }: DatabaseLocation): Promise<Database> {
  const raw = databaseUrl === undefined ? await openPglite(dataDirectory) : await openPostgres(databaseUrl)
  keepJsonScalars(raw.connection)
  return withUsers(raw)
}

function withUsers<Raw extends RawDatabase>(raw: Raw): Raw & Database {
  function asUser<Result>(claims: Claims, work: (user: UserQueryable) => Promise<Result>): Promise<Result> {
    const context = { auth: { role: claims.role, uid: claims.sub, jwt: claims } }
    return raw.connection.withContext(context, (kysely) => work(toQueryable(kysely)))
  }
  return { ...raw, asUser }
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
