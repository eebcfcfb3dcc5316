import type { RawDatabase } from './queryable.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { Connection } from '@supabase/lite'
import type { QueryExecutorProvider } from 'kysely'
import { sql } from 'kysely'
import { makeWorkLimiter } from './mutex.ts'
import { mostConnections } from './postgres.ts'

/**
 * As Supabase sets them on its roles; a hosted project's PostgREST applies them, `set role` alone does not. Waiting for
 * a lock counts.
 */
const statementLimits: Record<string, string> = { anon: '3s', authenticated: '8s' }

/** The rest of the pool is for the host's own statements: health, sign-in, channel permissions. */
export const mostAtOnce = mostConnections - 4

/** However much one person requests, or all strangers together, others still get through. */
const mostOfOne = mostAtOnce - 2

/** What the database needs of the request it works for; `signal` aborts once nobody waits for the response any more. */
type Asked = Pick<Request, 'method' | 'url' | 'headers' | 'signal'>

const requests = new AsyncLocalStorage<Asked>()

/** Runs the work of a request. A read still running on Postgres when its caller is gone is cancelled. */
export const runAsked = <Result>(request: Asked, work: () => Result): Result => requests.run(request, work)

/** What lite knows of the caller. */
type Vars = {
  auth?: { role?: string | null; uid?: string | null; jwt?: unknown }
  storage?: { operation?: string | null }
}

/** Carries the result of work that is to be rolled back. */
class Undone extends Error {
  readonly result: unknown
  constructor(result: unknown) {
    super('Undone as asked')
    this.result = result
  }
}

/**
 * Makes every request run in one transaction with its caller's role and claims, as PostgREST does. Replaces lite's own
 * way, which first grants the API's roles everything on every table of a schema with row rules, and then takes six
 * statements. Returns a function that counts waiting callers.
 */
export function runAsCallers({ kind, connection }: Pick<RawDatabase, 'kind' | 'connection'>): () => number {
  // PGlite has one session, which its driver gives to one transaction at a time, and cannot cancel statements.
  const turns = kind === 'postgres' ? makeWorkLimiter(mostAtOnce, mostOfOne) : makeWorkLimiter(Number.POSITIVE_INFINITY)
  const limits = kind === 'postgres' ? statementLimits : {}
  const findProcedure = kind === 'postgres' ? rememberProcedures(connection.kysely) : async () => undefined
  connection.withContext = async (vars, work, { transaction: open, forceRollback = false, rpc } = {}) => {
    // lite types the values it passes as an arbitrary record.
    const asked = requests.getStore()
    const settings =
      vars === undefined ? {} : { ...toSettings(vars as Vars, limits), ...toRequestSettings(asked), ...toCall(rpc) }
    const called = rpc && (await findProcedure(rpc.path.split('/').at(-1) ?? ''))
    if (called?.limit && 'statement_timeout' in settings) settings['statement_timeout'] = called.limit
    const isReading = asked?.method === 'GET' || asked?.method === 'HEAD' || called?.reads === true
    const gone = kind === 'postgres' && isReading ? asked?.signal : undefined
    if (open !== undefined) {
      await apply(open, settings)
      return work(open)
    }
    if (vars === undefined && !forceRollback) return work(connection.kysely)
    try {
      const speak = () =>
        connection.kysely.transaction().execute(async (transaction) => {
          const session = await apply(transaction, settings)
          const stopWatching = gone && watchReader(connection.kysely, { session, gone })
          try {
            const result = await work(transaction)
            if (forceRollback) throw new Undone(result)
            return result
          } finally {
            await stopWatching?.()
          }
        })
      return await turns.run(speak, toName(vars as Vars | undefined))
    } catch (error) {
      // It is what `work` returned.
      if (error instanceof Undone) return error.result as Awaited<ReturnType<typeof work>>
      throw error
    }
  }
  return () => turns.countWaiting()
}

/** The name of the caller, unless it is the product itself. */
const toName = ({ auth }: Vars = {}): string | undefined =>
  auth?.role === 'service_role' ? undefined : auth?.uid || 'anon'

type Settings = Record<string, string>

type Procedure = { reads: boolean; limit: string | null }

/**
 * Looks procedures up in what the first call has read; they only change with the schema, which is fixed while a host
 * runs.
 */
function rememberProcedures(pool: QueryExecutorProvider): (name: string) => Promise<Procedure | undefined> {
  let known: Promise<ReadonlyMap<string, Procedure>> | undefined
  return async (name) => {
    known ??= readProcedures(pool)
    try {
      return (await known).get(name)
    } catch (error) {
      // The database was unavailable for a moment; try again next time.
      known = undefined
      throw error
    }
  }
}

/**
 * Reads whether procedures only read, and the time limits they declare: PostgREST sets these for the call, as setting
 * one inside would be too late.
 */
async function readProcedures(pool: QueryExecutorProvider): Promise<ReadonlyMap<string, Procedure>> {
  const { rows } = await sql<{ name: string } & Procedure>`
    select p.proname as name, bool_and(p.provolatile <> 'v') as reads,
      max((select split_part(c.setting, '=', 2) from unnest(p.proconfig) as c (setting)
        where c.setting like 'statement_timeout=%')) as "limit"
    from pg_proc p where p.pronamespace = 'public'::regnamespace group by p.proname`.execute(pool)
  return new Map(rows.map(({ name, ...procedure }) => [name, procedure]))
}

function toSettings({ auth, storage }: Vars, limits: Record<string, string>): Settings {
  const role = auth?.role || 'anon'
  const limit = limits[role]
  return {
    role,
    ...(limit !== undefined && { statement_timeout: limit }),
    'request.jwt.claims': auth?.jwt ? JSON.stringify(auth.jwt) : '',
    // The helpers of lite's auth schema read these.
    'request.jwt.claim.sub': auth?.uid ?? '',
    'request.jwt.claim.role': role,
    'storage.operation': storage?.operation ?? '',
    // The same setting that the functions read when they send decides whether an address is refused on saving.
    'xsheet.webhooks_reach_inside': process.env['WEBHOOKS_REACH_INSIDE'] ?? '',
  }
}

type Call = NonNullable<NonNullable<Parameters<Connection['withContext']>[2]>['rpc']>

/** What SQL may ask about the request it serves, as with PostgREST. */
function toRequestSettings(request: Asked | undefined): Settings {
  if (request === undefined) return {}
  return {
    'request.method': request.method,
    'request.path': new URL(request.url).pathname.replace(/^\/rest\/v1(?=\/)/, ''),
    'request.headers': JSON.stringify(Object.fromEntries(request.headers)),
  }
}

/** Cleared settings for what a procedure may set about its response. */
function toCall(call: Call | undefined): Settings {
  if (call === undefined) return {}
  return {
    'response.status': '',
    'response.headers': '',
    ...(call.readOnly && { transaction_read_only: 'on' }),
  }
}

type Reader = { session: number | undefined; gone: AbortSignal }

/**
 * Returns a function that stops watching and waits for a cancellation under way, so that it cannot hit the session's
 * next statement.
 */
function watchReader(pool: QueryExecutorProvider, { session, gone }: Reader): () => Promise<void> {
  // Gave up while waiting for a turn.
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

/** Returns the process id of the session they apply to. */
async function apply(transaction: QueryExecutorProvider, settings: Settings): Promise<number | undefined> {
  if (Object.keys(settings).length === 0) return undefined
  const { rows } = await sql<{ session: number }>`
    select set_config(key, value, true), pg_backend_pid() as session from json_each_text(${JSON.stringify(settings)}::json)
  `.execute(transaction)
  return rows[0]?.session
}
