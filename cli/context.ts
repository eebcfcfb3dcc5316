import type { StudioClient } from '#core/sync/studio-client.ts'
import type { Gateway, Session } from '#core/gateway/ports.ts'
import type { Clock, IdSource } from '#core/sync/ports.ts'
import { systemClock, systemIds } from '#core/sync/system.ts'
import { CliError, usageError } from './cli-error.ts'
import type { GlobalOptions } from './global-options.ts'
import type { HostConfig } from './host.ts'
import type { Io } from './io.ts'
import { makeLocalContext, type LocalContext } from './local-context.ts'

/** What a command works with. Nothing is read or sent until it is asked for. */
export interface Context extends LocalContext {
  readonly options: GlobalOptions
  readonly clock: Clock
  readonly ids: IdSource
  /** Continues after a yes, or with `--yes`; throws if nobody can be asked. */
  confirm: (question: string) => Promise<void>
  loadHost: () => Promise<HostConfig>
  loadGateway: () => Promise<Gateway>
  /** Returns the session at the host; throws if nobody is signed in. */
  loadSession: () => Promise<Session>
  /**
   * Opens core's client, kept in memory while the command runs. `ids` replaces random ids where a repeat must produce
   * the same.
   */
  openClient: (ids?: IdSource) => Promise<StudioClient>
  /** Closes a client early, in commands that run for days. */
  closeClient: (client: StudioClient) => Promise<void>
  close: () => Promise<void>
}

type ContextParts = {
  readonly io: Io
  readonly options: GlobalOptions
  readonly fetch?: typeof globalThis.fetch
  readonly makeGateway?: (host: HostConfig) => Promise<Gateway>
}

export function makeContext({ io, options, fetch = globalThis.fetch, makeGateway }: ContextParts): Context {
  const clients = new Set<StudioClient>()
  const connect = makeGateway ?? ((host) => makeHostGateway(io, host))
  const loadHost = once(async () => {
    const [{ loadHostConfig }, { useProxy }] = await Promise.all([import('./host.ts'), import('./use-proxy.ts')])
    useProxy(io.env)
    return await loadHostConfig(options.host, fetch)
  })
  const loadGateway = once(async () => {
    // Load the client's code while the host responds.
    const [host] = await Promise.all([loadHost(), makeGateway === undefined && loadParts()])
    return await connect(host)
  })

  const context: Context = {
    ...makeLocalContext(io, options),
    options,
    clock: systemClock,
    ids: systemIds,
    confirm: async (question) => {
      if (options.yes === true) return
      if (!io.isInputTty || !options.input)
        throw usageError(`${question.replace(' Continue?', '')} No prompt is possible here.`, 'Pass --yes to continue.')
      const answer = await io.ask(`${question} [y/N] `)
      if (!/^y(es)?$/i.test(answer)) throw new CliError('cancelled', 'Nothing was changed.')
    },
    loadHost,
    loadGateway,
    loadSession: once(async () => {
      const { session } = await loadGateway()
      const { loadOwnSession } = await import('./own-session.ts')
      return await loadOwnSession(session, io)
    }),
    openClient: async (ids = systemIds) => {
      // A missing sign-in is reported at once, not retried.
      const [{ userId }, { openOneShotClient }] = await Promise.all([context.loadSession(), import('./one-shot.ts')])
      const client = await openOneShotClient({ gateway: await loadGateway(), userId, clock: systemClock, ids })
      clients.add(client)
      return client
    },
    closeClient: async (client) => {
      clients.delete(client)
      await client.close()
    },
    close: async () => {
      for (const client of clients) await client.close()
      if (loadGateway.isStarted()) await (await loadGateway()).close()
    },
  }
  return context
}

async function makeHostGateway(io: Io, host: HostConfig): Promise<Gateway> {
  const [{ makeGateway }, credentials, { putFile }] = await loadParts()
  const kept = credentials.makeCredentials(io, host)
  const token = io.env[credentials.tokenVariable]?.trim() || (await kept.getItem(credentials.tokenKey))
  const { makeTokenSessions } = await import('./token-session.ts')
  return makeGateway({
    url: host.supabaseUrl,
    publishableKey: host.supabasePublishableKey,
    sessionStorage: token ? makeTokenSessions(token, host) : kept,
    autoRefresh: false,
    put: putFile,
    sendsWithOwnToken: true,
  })
}

const loadParts = () =>
  Promise.all([import('#core/gateway/make-gateway.ts'), import('./credentials.ts'), import('./publish/put-file.ts')])

/** Calls once and caches the result. */
function once<T>(load: () => Promise<T>): (() => Promise<T>) & { isStarted: () => boolean } {
  let loading: Promise<T> | undefined
  return Object.assign(() => (loading ??= load()), { isStarted: () => loading !== undefined })
}
