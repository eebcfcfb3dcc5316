import { readFile } from 'node:fs/promises'
import type { Keys } from '../keys.ts'
import type { Database, Queryable } from '../queryable.ts'

// An arbitrary number that every host uses.
const turn = 46_001_518

/**
 * Runs `work` while no other host on this Postgres does: two starting at once on an empty database would each create
 * half of it. `work` uses connections of its own.
 */
export async function inTurn<Result>(database: Database, work: () => Promise<Result>): Promise<Result> {
  // PGlite has one host, and its transactions block everybody.
  if (database.kind === 'pglite') return await work()
  return await database.transaction(async (transaction) => {
    await transaction.query('set local idle_in_transaction_session_timeout = 0')
    await transaction.query('select pg_advisory_xact_lock($1)', [turn])
    return await work()
  })
}

/** Creates the schema `hosts`; runs at every start. */
export async function installHosts(database: Pick<Database, 'transaction'>): Promise<void> {
  const sql = await readFile(new URL('hosts.sql', import.meta.url), 'utf8')
  await database.transaction((transaction) => transaction.execute(sql))
}

/** Returns the keys that all hosts on this Postgres share: those of the first. */
export async function shareKeys(database: Queryable, own: Keys): Promise<Keys> {
  await database.query('insert into hosts.keys (value) values ($1::jsonb) on conflict do nothing', [
    JSON.stringify(own),
  ])
  const [row] = await database.query<{ value: Keys }>('select value from hosts.keys')
  return row?.value ?? own
}

export type Claim = { name: string; everyMs: number; askedEveryMs?: number }

/**
 * Whether this host should begin a scheduled job now: no host has for its interval, less a quarter of the polling
 * interval, because timers are never exact.
 */
export async function claimRun(
  database: Queryable,
  { name, everyMs, askedEveryMs = everyMs }: Claim,
): Promise<boolean> {
  const begun = await database.query(
    `insert into hosts.runs as r (job, begun_at) values ($1, clock_timestamp())
     on conflict (job) do update set begun_at = excluded.begun_at
       where r.begun_at < excluded.begun_at - $2 * interval '1 millisecond'
     returning job`,
    [name, everyMs - askedEveryMs / 4],
  )
  return begun.length > 0
}
