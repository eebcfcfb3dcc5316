import type { Connection } from '@supabase/lite'
/** Runs SQL as the owner of the database, or inside `asUser` as that user. */
export interface Queryable {
  /** One statement, `$1` parameters. */
  query<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Any number of statements, no parameters. */
  execute(text: string): Promise<void>
}

/** Who a statement runs as: the claims of an access token, `role` being the database role. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

export type UserQueryable = Pick<Queryable, 'query'>

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /** Which setting says where it is. */
  readonly setting: 'XSHEET_DATA' | 'DATABASE_URL'
  /** What lite works on. Our own code uses the methods beside it, never `connection.driver`. */
  readonly connection: Connection
  /** All or nothing. On PGlite everybody else waits meanwhile, and `work` must use only the `Queryable` it is given. */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in one transaction with this user's role and claims, exactly as a request over HTTP does. */
  asUser<Result>(claims: Claims, work: (user: UserQueryable) => Promise<Result>): Promise<Result>
  /** Fails where the database does not answer. One that is busy with a statement of somebody's is there. */
  isUp(): Promise<void>
  /** How many callers wait for a connection. */
  countWaiting(): number
  /**
   * Calls `onNotify` for every `pg_notify` on the channel, and `onGap` where it listens again after the connection was lost, as with
   * a restart of Postgres; answers the function that stops it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A database before what is the same for both kinds. */
export type RawDatabase = Omit<Database, 'asUser' | 'countWaiting'>
