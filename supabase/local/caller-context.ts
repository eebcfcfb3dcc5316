import type { RawDatabase } from './queryable.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '@supabase/lite'
import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import { makeTurns } from './mutex.ts'
import { mostConnections } from './postgres.ts'

/** As Supabase sets them on its roles; a hosted project's PostgREST applies them, `set role` alone does not. A wait for a lock counts. */
const statementLimits: Record<string, string> = { anon: '3s', authenticated: '8s' }

/** The rest of the pool is for the host's own statements: health, signing in, looking up who may hear what. */
export const mostAtOnce = mostConnections - 4

const readers = new AsyncLocalStorage<AbortSignal>()

/** Runs a request that only reads: whatever it still has running on Postgres is cancelled once `gone` says that nobody waits for it. */
export const runForReader = <Result>(gone: AbortSignal, work: () => Result): Result => readers.run(gone, work)

/** What lite says of the caller. */
type Vars = {
  auth?: { role?: string | null; uid?: string | null; jwt?: unknown }
  storage?: { operation?: string | null }
}

/** The result of work that is to be undone. */
class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('Undone as asked')
    this.result = result
  }
}

/**
 * Lets every request speak in one transaction with its caller's role and claims, as PostgREST does. It stands in for lite's own way,
 * which first grants the roles of the API everything on every table of a schema with row rules, and then takes six statements. Answers
 * how to count those who wait for their turn.
 */
export function speakAsCallers({ kind, connection }: Pick<RawDatabase, 'kind' | 'connection'>): () => number {
  // PGlite has one session, which its driver gives to one transaction at a time, and stops no statement.
  const turns = makeTurns(kind === 'postgres' ? mostAtOnce : Number.POSITIVE_INFINITY)
  const limits = kind === 'postgres' ? statementLimits : {}
  let ownLimits: Promise<ReadonlyMap<string, string>> | undefined
  connection.withContext = async (vars, work, { transaction: open, forceRollback = false, rpc } = {}) => {
    // lite types what it passes as a record of anything.
    const settings = vars === undefined ? {} : { ...toSettings(vars as Vars, limits), ...toRequestSettings(rpc) }
    if (rpc !== undefined && 'statement_timeout' in settings) {
      const own = (await (ownLimits ??= readOwnLimits(connection.kysely))).get(rpc.path.split('/').at(-1) ?? '')
      if (own !== undefined) settings['statement_timeout'] = own
    }
    if (open !== undefined) {
      await apply(open, settings)
      return work(open)
    }
    if (vars === undefined && !forceRollback) return work(connection.kysely)
    try {
      return await turns.run(() =>
        connection.kysely.transaction().execute(async (transaction) => {
          const session = await apply(transaction, settings)
          const stopWatching = kind === 'postgres' ? watchReader(connection.kysely, session) : undefined
          try {
            const result = await work(transaction)
            if (forceRollback) throw new Undone(result)
            return result
          } finally {
            await stopWatching?.()
          }
        }),
      )
    } catch (error) {
      // It is what `work` answered.
      if (error instanceof Undone) return error.result as Awaited<ReturnType<typeof work>>
      throw error
    }
  }
  return () => turns.countWaiting()
}

type Settings = Record<string, string>

/** The time limits that procedures bring along: PostgREST sets them for the call, as one set inside comes too late. */
async function readOwnLimits(pool: QueryExecutorProvider): Promise<ReadonlyMap<string, string>> {
  const { rows } = await sql<{ name: string; limit: string }>`
    select p.proname as name, split_part(c.setting, '=', 2) as "limit"
    from pg_proc p cross join lateral unnest(p.proconfig) as c (setting)
    where p.pronamespace = 'public'::regnamespace and c.setting like 'statement_timeout=%'`.execute(pool)
  return new Map(rows.map(({ name, limit }) => [name, limit]))
}

function toSettings({ auth, storage }: Vars, limits: Record<string, string>): Settings {
  const role = auth?.role || 'anon'
  const limit = limits[role]
  return {
    role,
    ...(limit !== undefined && { statement_timeout: limit }),
    'request.jwt.claims': auth?.jwt ? JSON.stringify(auth.jwt) : '',
    // The helpers of lite's schema auth read these.
    'request.jwt.claim.sub': auth?.uid ?? '',
    'request.jwt.claim.role': role,
    'storage.operation': storage?.operation ?? '',
  }
}

type Request = NonNullable<NonNullable<Parameters<Connection['withContext']>[2]>['rpc']>

/** What a procedure may ask about the request that calls it, and clean places for what it may say about the answer. */
function toRequestSettings(request: Request | undefined): Settings {
  if (request === undefined) return {}
  return {
    'request.method': request.method,
    'request.path': request.path,
    'request.headers': JSON.stringify(request.requestHeaders ?? {}),
    'response.status': '',
    'response.headers': '',
    ...(request.readOnly && { transaction_read_only: 'on' }),
  }
}

/** Answers how to stop watching, which waits for a cancellation under way, so that it meets no other statement of the session. */
function watchReader(pool: QueryExecutorProvider, session: number | undefined): (() => Promise<void>) | undefined {
  const gone = readers.getStore()
  if (gone === undefined) return undefined
  // They waited for a turn, and no longer do.
  if (gone.aborted) throw Object.assign(new Error('canceling statement due to user request'), { code: '57014' })
  let cancelling: Promise<unknown> | undefined
  const cancel = (): void => {
    cancelling = sql`select pg_cancel_backend(${session})`.execute(pool).catch(() => {})
  }
  gone.addEventListener('abort', cancel, { once: true })
  return async () => {
    gone.removeEventListener('abort', cancel)
    await cancelling
  }
}

/** Answers the session that they apply to, by the process that serves it. */
async function apply(transaction: QueryExecutorProvider, settings: Settings): Promise<number | undefined> {
  if (Object.keys(settings).length === 0) return undefined
  const { rows } = await sql<{ session: number }>`
    select set_config(key, value, true), pg_backend_pid() as session from json_each_text(${JSON.stringify(settings)}::json)
  `.execute(transaction)
  return rows[0]?.session
}
