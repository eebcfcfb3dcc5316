import { AsyncLocalStorage } from 'node:async_hooks'
import { randomUUID, timingSafeEqual } from 'node:crypto'
import { collectDefaultMetrics, Counter, Gauge, Histogram, Registry } from 'prom-client'
import { type Handler, toErrorResponse, withHeaders } from './http.ts'

/** The host's current state, by the names of `gauges`. */
export type State = Record<keyof typeof gauges, number>

const gauges = {
  xsheet_database_connections: 'Open connections to the database, of all its hosts',
  xsheet_database_bytes: 'Size of the database',
  xsheet_requests_waiting: 'Requests that wait for a connection to the database',
  xsheet_sockets: 'Open realtime sockets',
  xsheet_disk_free_bytes: 'Room on the disk of the data folder',
}

export type WatchParts = {
  /** Whether each request is logged as a line of JSON. */
  isLogged: boolean
  /** The key for /metrics, which does not exist without one. */
  metricsKey: string | undefined
  write?: (line: string) => void
}

export type Watch = {
  /** Counts, times and logs what a handler answers, and gives each response the id of its request. */
  watch: (handler: Handler) => Handler
  /** Answers /metrics to callers with the key, in Prometheus' text format; everybody else gets a 404. */
  makeMetrics: (findState: FindState) => Handler
  /** Counts the runs of a schedule. */
  countRun: (schedule: string, outcome: 'done' | 'failed') => void
}

const callers = new AsyncLocalStorage<{ user?: string }>()

/** Names the caller of the current request, if its own token is not a session that does. */
export function recordCaller(user: string): void {
  const caller = callers.getStore()
  if (caller !== undefined) caller.user = user
}

/** What an operator sees of the host. Never a token, a query, a body or the name of a file. */
export function makeWatch({
  isLogged,
  metricsKey,
  write = (line) => process.stdout.write(`${line}\n`),
}: WatchParts): Watch {
  const registry = new Registry()
  const registers = [registry]
  const requests = new Counter({
    name: 'xsheet_requests_total',
    help: 'Requests answered',
    labelNames: ['route', 'method', 'status'],
    registers,
  })
  const seconds = new Histogram({
    name: 'xsheet_request_seconds',
    help: 'Time until the answer began',
    labelNames: ['route'],
    buckets: [0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1, 2.5, 5, 10],
    registers,
  })
  const runs = new Counter({
    name: 'xsheet_schedule_runs_total',
    help: 'Runs of schedules on this host',
    labelNames: ['schedule', 'outcome'],
    registers,
  })
  if (metricsKey !== undefined) collectDefaultMetrics({ register: registry })
  const toCounted = makeCounted()

  return {
    watch: (handler) => async (request, peer) => {
      const startedAt = performance.now()
      const id = findId(request)
      const caller: { user?: string } = {}
      const response = await callers.run(caller, () => handler(request, peer))
      const took = performance.now() - startedAt
      const route = toRoute(new URL(request.url).pathname)
      const counted = { route: toCounted(route, response.status) }
      requests.inc({ ...counted, method: request.method, status: String(response.status) })
      seconds.observe(counted, took / 1000)
      if (isLogged) {
        const level = response.status >= 500 ? 'error' : 'info'
        const user = response.status === 401 ? undefined : (caller.user ?? findUser(request))
        const ms = Math.round(took * 10) / 10
        const { method } = request
        write(JSON.stringify({ time: new Date(), level, id, method, route, status: response.status, ms, user, peer }))
      }
      return withHeaders(response, { 'x-request-id': id })
    },
    countRun: (schedule, outcome) => runs.inc({ schedule, outcome }),
    makeMetrics: (findState) => makeMetrics(registry, metricsKey, findState),
  }
}

type FindState = () => Promise<Partial<State>>

function makeMetrics(registry: Registry, metricsKey: string | undefined, findState: FindState): Handler {
  const registers = [registry]
  const known = Object.entries(gauges).map(([name, help]) => new Gauge({ name, help, registers }))
  return async (request) => {
    if (metricsKey === undefined || !hasKey(request, metricsKey))
      return toErrorResponse({ status: 404, code: 'NOT_FOUND', message: 'Not found' })
    const state: Partial<Record<string, number>> = await findState()
    for (const [index, name] of Object.keys(gauges).entries()) {
      const value = state[name]
      if (value !== undefined) known[index]?.set(value)
    }
    return new Response(await registry.metrics(), { headers: { 'content-type': registry.contentType } })
  }
}

/** A proxy's request id if it is valid, so that its log can be matched with this one. */
function findId(request: Request): string {
  const given = request.headers.get('x-request-id') ?? ''
  return /^[\w.-]{8,64}$/.test(given) ? given : randomUUID()
}

/**
 * The route that a request is counted under: its name, once one has been answered. Made-up names count as one, because
 * each counted name is kept.
 */
function makeCounted(): (route: string, status: number) => string {
  const answered = new Set<string>()
  return (route, status) => {
    if (status < 400) answered.add(route)
    return answered.has(route) ? route : route.replace(/[^/]+$/, '…')
  }
}

const areas = ['auth', 'rest', 'storage', 'realtime', 'functions']

/** Reduces a path to what is requested, without ids. */
export function toRoute(pathname: string): string {
  const [, area = '', version = '', first = '', second = ''] = pathname.split('/')
  if (version !== 'v1' || !areas.includes(area))
    return ['/healthz', '/livez', '/config.json', '/metrics'].includes(pathname) ? pathname : 'app'
  const isName = (part: string): boolean => /^[a-z][a-z0-9_-]{0,62}$/.test(part)
  const depth = first === 'rpc' ? [first, second] : [first]
  return ['', area, version, ...depth.map((part) => (isName(part) ? part : '…'))].join('/')
}

/** The owner of the request's token. It has been answered by a part that checks the token, or by one open to all. */
function findUser(request: Request): string | undefined {
  const payload = request.headers.get('authorization')?.split('.')[1]
  if (payload === undefined) return undefined
  try {
    const claims: unknown = JSON.parse(Buffer.from(payload, 'base64url').toString())
    const user = typeof claims === 'object' && claims !== null && 'sub' in claims ? String(claims.sub) : ''
    return /^[0-9a-f-]{36}$/.test(user) ? user : undefined
  } catch {
    return undefined
  }
}

function hasKey(request: Request, key: string): boolean {
  const given = Buffer.from(request.headers.get('authorization')?.replace(/^bearer /i, '') ?? '')
  const wanted = Buffer.from(key)
  return given.length === wanted.length && timingSafeEqual(given, wanted)
}
