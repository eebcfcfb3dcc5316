import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { makeApp } from './app.ts'
import { makeAuth } from './auth.ts'
import { startBackups } from './backup.ts'
import type { Closer } from './closers.ts'
import { closeAll } from './closers.ts'
import type { Database } from './database.ts'
import { openDatabase } from './database.ts'
import type { Demo } from './demo.ts'
import { isDemoWanted, makeDemo } from './demo.ts'
import { lockDirectory } from './directory-lock.ts'
import { makeFunctions, toFunctionContext } from './functions.ts'
import type { Handler } from './http.ts'
import { toErrorResponse } from './http.ts'
import type { Keys } from './keys.ts'
import { loadKeys, readKeysTime } from './keys.ts'
import type { Listener } from './listener.ts'
import { listen } from './listener.ts'
import { makeLiteHandler } from './lite-handler.ts'
import { assertKnownSchema, migrate } from './migrations.ts'
import type { IsFromHere } from './own-origin.ts'
import { foreignPage, makeIsFromHere } from './own-origin.ts'
import { directories } from './places.ts'
import { makeConfig, makeHealth } from './public-endpoints.ts'
import { attachRealtime } from './realtime/attach.ts'
import { installRealtime, watchPublication, watchRights } from './realtime/install.ts'
import { makeRouter } from './router.ts'
import type { Settings } from './settings.ts'
import { startSchedules } from './schedules.ts'
import { makeStaticFiles } from './static-files.ts'
import { makeStorage } from './storage/shim.ts'
import { makeFindSizeLimit } from './storage/size-limits.ts'
import { installSystemSchema, saveDeploymentSettings, settleGrants } from './system-schema.ts'

export interface Host {
  /** Where it answers, such as `http://127.0.0.1:4600`. */
  url: string
  settings: Settings
  keys: Keys
  database: Database
  close(): Promise<void>
}

/** Starts everything: lock, database, schema, demo studio, web server. Throws a HostError when the person must do something. */
export async function startHost(settings: Settings): Promise<Host> {
  const closers: Closer[] = []
  const ready = Promise.withResolvers<Handler>()
  // Requests that arrive while the host starts wait for this; nobody may be waiting when it fails.
  ready.promise.catch(() => {})
  try {
    const lock = lockDirectory(settings.dataDirectory)
    closers.push(async () => lock.release())
    // Before the database, so that a port in use costs nothing, and because sign-ins must know the address.
    const isBehindProxy = settings.publicUrl !== undefined
    const isFromHere = makeIsFromHere(settings)
    const listener = await listen({
      ...settings,
      isBehindProxy,
      handler: async (request, peer) => {
        const headers = {
          host: request.headers.get('host') ?? undefined,
          origin: request.headers.get('origin') ?? undefined,
        }
        if (!isFromHere(headers)) return toErrorResponse({ status: 403, code: 'foreign_page', message: foreignPage })
        return (await ready.promise)(request, peer)
      },
    })
    closers.push(() => listener.close())
    const { host, handler, demo } = await boot({ settings, listener, closers, isFromHere })
    // The demo studio is made through this host's own API.
    ready.resolve(handler)
    await demo.ensure(host)
    return host
  } catch (error) {
    ready.reject(error)
    await closeAll(closers)
    throw error
  }
}

type Booted = { host: Host; handler: Handler; demo: Demo }
type BootParts = { settings: Settings; listener: Listener; closers: Closer[]; isFromHere: IsFromHere }

async function boot({ settings, listener, closers, isFromHere }: BootParts): Promise<Booted> {
  const { dataDirectory } = settings
  const keys = await loadKeys(dataDirectory)
  const database = await openDatabase(settings)
  closers.push(() => database.close())
  await assertKnownSchema(database, directories.migrations)

  const mediaDirectory = path.join(dataDirectory, 'media')
  mkdirSync(mediaDirectory, { recursive: true })
  const storage = makeStorage({ directory: mediaDirectory, findSizeLimit: makeFindSizeLimit(database) })
  const siteUrl = settings.publicUrl ?? listener.url
  const app = await makeApp({ settings, keys, database, siteUrl, storageAdapter: storage.adapter })
  await installSystemSchema(app, database)
  await saveDeploymentSettings(database, {
    allowed_email_domains: settings.allowedEmailDomains,
    super_admin_email: settings.superAdminEmail ?? null,
    demo_available: isDemoWanted(settings),
    media_backend: settings.s3 === undefined ? 'supabase' : 's3',
  })
  await installRealtime(database)
  const { schemaVersion } = await migrate(database, directories.migrations)
  await watchPublication(database)
  await watchRights(database)
  await settleGrants(database)

  const lite = makeLiteHandler(app)
  const auth = makeAuth({ settings, keys, database, lite })
  const host: Host = { url: listener.url, settings, keys, database, close: () => closeAll(closers) }
  const context = toFunctionContext(host, siteUrl)
  const demo = makeDemo(settings)
  const apiKeys = [keys.publishableKey, keys.serviceKey]
  // Closed in reverse order: requests are answered to their end while the database is still open.
  closers.push(() => listener.close())
  const realtime = await attachRealtime({
    server: listener.server,
    database,
    jwtSecret: keys.jwtSecret,
    apiKeys,
    isFromHere,
  })
  closers.push(() => realtime.close())
  const handler = makeRouter({
    auth,
    rest: lite,
    storage: (request, peer) => storage.wrap(request, (inner) => lite(inner, peer)),
    realtime: (request) => realtime.answer(request),
    functions: makeFunctions({ directory: directories.functions, context, publicUrl: settings.publicUrl }),
    config: makeConfig({ settings, keys, isDemoOffered: () => demo.isOffered() }),
    health: makeHealth({ database, schemaVersion }),
    app: makeStaticFiles({ directory: directories.app, ...settings }),
  })
  const backups = startBackups({ database, dataDirectory, createdAt: readKeysTime(dataDirectory) })
  closers.push(() => backups.close())
  const schedules = startSchedules({ settings, context: { ...context, publicUrl: siteUrl } })
  closers.push(() => schedules.close())
  return { host, handler, demo }
}
