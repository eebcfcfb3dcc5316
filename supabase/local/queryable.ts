import type { Connection } from '@supabase/lite'
/** Runs SQL as the owner of the database, or inside `asUser` as that user. */
export interface Queryable {
  /** One statement, with `$1` parameters. */
  query<Row = Record<string, unknown>>(text: string, parameters?: readonly unknown[]): Promise<Row[]>
  /** Any number of statements, no parameters. */
  execute(text: string): Promise<void>
}

/** Who a statement runs as: the claims of an access token; `role` is the database role. */
export type Claims = { role: string; sub?: string; [claim: string]: unknown }

export type UserQueryable = Pick<Queryable, 'query'>

export interface Database extends Queryable {
  readonly kind: 'pglite' | 'postgres'
  /** Which setting gives its location. */
  readonly setting: 'XSHEET_DATA' | 'DATABASE_URL'
  /** The connection for lite. Our own code uses the methods beside it, never `connection.driver`. */
  readonly connection: Connection
  /**
   * All or nothing. On PGlite everybody else waits until it ends, and `work` must only use the `Queryable` it is given.
   */
  transaction<Result>(work: (transaction: Queryable) => Promise<Result>): Promise<Result>
  /** Runs `work` in one transaction with this user's role and claims, exactly like a request over HTTP. */
  asUser<Result>(claims: Claims, work: (user: UserQueryable) => Promise<Result>): Promise<Result>
  /** Rejects if the database does not respond. A database busy with a statement is up. */
  isUp(): Promise<void>
  /** How many callers wait for a connection. */
  countWaiting(): number
  /**
   * Calls `onNotify` for every `pg_notify` on the channel, and `onGap` when it listens again after a lost connection,
   * as after a restart of Postgres; returns the function that stops it.
   */
  listen(channel: string, onNotify: (payload: string) => void, onGap?: () => void): Promise<() => Promise<void>>
  close(): Promise<void>
}

/** A database without the methods that both kinds share. */
export type RawDatabase = Omit<Database, 'asUser' | 'countWaiting'>
