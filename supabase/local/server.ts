import type { Host } from './host.ts'
import type { Database } from './queryable.ts'
import type { Demo } from './demo-state.ts'
import { mkdirSync } from 'node:fs'
import path from 'node:path'
import { isDeepStrictEqual } from 'node:util'
import { makeApp } from './app.ts'
import { makeAuth } from './auth.ts'
import { startBackups } from './backup.ts'
import { withBodyLimit, withJsonLimit } from './body-limit.ts'
import type { Closer } from './closers.ts'
import { closeAll } from './closers.ts'
import { openDatabase } from './database.ts'
import { refuseEmptyBesideFilled } from './filled-beside.ts'
import { isDemoWanted, makeDemo } from './demo.ts'
import { lockDirectory } from './directory-lock.ts'
import { describeDiskFailure } from './disk-failure.ts'
import { makeDoor } from './door.ts'
import { findFree, makeHasFreeSpace } from './free-space.ts'
import { makeFunctions, toFunctionContext } from './functions.ts'
import { inTurn, installHosts, shareKeys } from './hosts/install.ts'
import { findMediaPlace } from './hosts/media-place.ts'
import { joinPeers, nobody } from './hosts/peers.ts'
import type { Handler } from './http.ts'
import { toErrorResponse } from './http.ts'
import type { Keys } from './keys.ts'
import { loadKeys, readKeysTime, saveKeys } from './keys.ts'
import type { Listener } from './listener.ts'
import { listen } from './listener.ts'
import { makeLiteHandler } from './lite-handler.ts'
import { assertKnownSchema, migrate } from './migrations.ts'
import { moveToPostgres } from './move-to-postgres.ts'
import type { IsFromThisMachine } from './own-origin.ts'
import { foreignPage, makeIsFromThisMachine } from './own-origin.ts'
import { makeDownloads } from './downloads.ts'
import { directories } from './places.ts'
import { answerLive, makeConfig, makeHealth } from './public-endpoints.ts'
import { attachRealtime } from './realtime/attach.ts'
import { installRealtime, watchPublication, watchRights } from './realtime/install.ts'
import { makeRest, refuseToken } from './rest.ts'
import { bodyLimits } from './request-limits.ts'
import { makeRouter } from './router.ts'
import type { Settings } from './settings.ts'
import { startSchedules } from './schedules.ts'
import { makeStaticFiles } from './static-files.ts'
import { isFileUpload, makeStorage, isSelfAuthorised, refuseToken as refuseStorageToken } from './storage/shim.ts'
import { makeFindSizeLimit } from './storage/size-limits.ts'
import { installSystemSchema, saveDeploymentSettings } from './system-schema.ts'
import { makeWatch, type State, type Watch } from './watch.ts'

/**
 * Starts everything: lock, database, schema, demo studio, web server. Throws a HostError if the person has to fix
 * something.
 */
export async function startHost(settings: Settings): Promise<Host> {
  const closers: Closer[] = []
  const ready = Promise.withResolvers<Handler>()
  // Requests that arrive while the host starts wait for this; it may fail with nobody waiting.
  ready.promise.catch(() => {})
  try {
    const lock = lockDirectory(settings.dataDirectory)
    closers.push(async () => lock.release())
    // Before the database, so that a port in use costs nothing, and because sign-ins need the address.
    const isBehindProxy = settings.publicUrl !== undefined
    const isFromHere = makeIsFromThisMachine(settings)
    const watch = makeWatch({ isLogged: settings.isLogged === true, metricsKey: settings.metricsKey })
    const listener = await listen({
      ...settings,
      isBehindProxy,
      handler: watch.watch(async (request, peer) => {
        if (!isFromHere(readNames(request)))
          return toErrorResponse({ status: 403, code: 'foreign_page', message: foreignPage })
        if (new URL(request.url).pathname === '/livez') return answerLive()
        return (await ready.promise)(request, peer)
      }),
    })
    closers.push(() => listener.close())
    const { host, handler, demo } = await boot({ settings, listener, closers, isFromHere, watch })
    // The demo studio is created through this host's own API.
    ready.resolve(handler)
    await inTurn(host.database, () => demo.ensure(host))
    return host
  } catch (error) {
    ready.reject(error)
    await closeAll(closers)
    throw describeDiskFailure(error, settings)
  }
}

const readNames = ({ headers }: Request): Parameters<IsFromThisMachine>[0] => ({
  host: headers.get('host') ?? undefined,
  origin: headers.get('origin') ?? undefined,
  forwarded: headers.get('x-forwarded-for') ?? undefined,
})

type Booted = { host: Host; handler: Handler; demo: Demo }
type BootParts = {
  settings: Settings
  listener: Listener
  closers: Closer[]
  isFromHere: IsFromThisMachine
  watch: Watch
}

async function boot({ settings, listener, closers, isFromHere, watch }: BootParts): Promise<Booted> {
  const { dataDirectory } = settings
  const [ownKeys, mediaDirectory] = [await loadKeys(dataDirectory), path.join(dataDirectory, 'media')]
  mkdirSync(mediaDirectory, { recursive: true })
  const hasRoom = makeHasFreeSpace(mediaDirectory)
  const siteUrl = settings.publicUrl ?? listener.url
  const prepare = (database: Database, keys = ownKeys) =>
    prepareDatabase(database, { settings, keys, siteUrl, mediaDirectory, hasRoom })
  if (settings.databaseUrl === undefined && settings.isPgliteWanted !== true)
    await moveToPostgres({ dataDirectory, prepare })
  const database = await openDatabase(settings)
  closers.push(() => database.close())
  const { keys, peers, app, storage, schemaVersion } = await inTurn(database, async () => {
    const shared = await meetHosts(database, { settings, ownKeys, mediaDirectory })
    closers.push(() => shared.peers.close())
    const prepared = await prepare(database, shared.keys)
    if (settings.databaseUrl !== undefined) await refuseEmptyBesideFilled(database, dataDirectory)
    return { ...shared, ...prepared }
  })

  const lite = makeLiteHandler(app)
  const auth = makeAuth({ settings, keys, database, lite })
  const door = makeDoor({ keys, database })
  const store = makeStore(storage, lite)
  const host: Host = { url: listener.url, settings, keys, database, close: () => closeAll(closers) }
  const context = toFunctionContext(host, siteUrl)
  const demo = makeDemo(settings)
  // Closed in reverse order: requests finish while the database is still open.
  closers.push(() => listener.close())
  const realtime = await attachRealtime({
    server: listener.server,
    database,
    jwtSecret: keys.jwtSecret,
    apiKeys: [keys.publishableKey, keys.serviceKey],
    isFromHere,
    peers,
  })
  const countSockets = () => realtime.countSockets()
  closers.push(() => realtime.close())
  const handler = makeRouter({
    auth,
    rest: door(makeRest({ lite, keys, database }), refuseToken, { needsKey: true }),
    storage: openByItself(store, door(store, refuseStorageToken, { needsKey: true })),
    realtime: (request) => realtime.answer(request),
    functions: makeFunctions({ directory: directories.functions, context, publicUrl: settings.publicUrl }),
    config: makeConfig({ settings, keys, isDemoOffered: () => demo.isOffered() }),
    health: makeHealth({ database, schemaVersion, hasRoom }),
    metrics: watch.makeMetrics(() => measure({ database, mediaDirectory, countSockets })),
    papers: makeDownloads(settings),
    app: makeStaticFiles({ directory: directories.app, ...settings }),
  })
  const backups = startBackups({ database, dataDirectory, createdAt: readKeysTime(dataDirectory) })
  closers.push(() => backups.close())
  const schedules = startSchedules({
    settings,
    database,
    context: { ...context, publicUrl: siteUrl },
    countRun: watch.countRun,
  })
  closers.push(() => schedules.close())
  return { host, handler, demo }
}

/** Files may be as large as their bucket and the disk allow; other bodies there are read whole, and are small. */
function makeStore(storage: Pick<ReturnType<typeof makeStorage>, 'wrap'>, lite: Handler): Handler {
  const store: Handler = (request, peer) => storage.wrap(request, (inner) => lite(inner, peer))
  const call = withBodyLimit(withJsonLimit(store), () => bodyLimits.call)
  return (request, peer) => (isFileUpload(request) ? store : call)(request, peer)
}

/** URLs that authorise themselves skip the door. */
const openByItself =
  (store: Handler, guarded: Handler): Handler =>
  (request, peer) =>
    (isSelfAuthorised(request) ? store : guarded)(request, peer)

type Meeting = { settings: Settings; ownKeys: Keys; mediaDirectory: string }

/** What hosts on one Postgres share; an embedded database has one host. */
async function meetHosts(database: Database, { settings, ownKeys, mediaDirectory }: Meeting) {
  if (settings.databaseUrl === undefined) return { keys: ownKeys, peers: nobody }
  // A database of another version is left as it is.
  await assertKnownSchema(database, directories.migrations)
  await installHosts(database)
  const peers = await joinPeers(database, findMediaPlace(settings, mediaDirectory))
  const keys = await shareKeys(database, ownKeys)
  if (!isDeepStrictEqual(keys, ownKeys)) saveKeys(settings.dataDirectory, keys)
  return { keys, peers }
}

type Measured = { database: Database; mediaDirectory: string; countSockets: () => number }

/** Leaves out what only the database knows while it does not respond: the rest matters all the more then. */
async function measure({ database, mediaDirectory, countSockets }: Measured): Promise<Partial<State>> {
  const sql = `
    select (select count(*)::int from pg_stat_activity where datname = current_database()) as xsheet_database_connections,
      pg_database_size(current_database())::float8 as xsheet_database_bytes`
  const [row] = await database.query<Partial<State>>(sql).catch(() => [])
  return {
    ...row,
    xsheet_requests_waiting: database.countWaiting(),
    xsheet_sockets: countSockets(),
    xsheet_disk_free_bytes: await findFree(mediaDirectory),
  }
}

/** Brings a database that no host serves yet to the schema of this version. */
export async function prepareForMove(database: Database, settings: Settings): Promise<void> {
  const mediaDirectory = path.join(settings.dataDirectory, 'media')
  const keys = await loadKeys(settings.dataDirectory)
  const siteUrl = settings.publicUrl ?? `http://127.0.0.1:${settings.port}`
  await prepareDatabase(database, {
    settings,
    keys,
    siteUrl,
    mediaDirectory,
    hasRoom: makeHasFreeSpace(mediaDirectory),
  })
}

type Surroundings = {
  settings: Settings
  keys: Keys
  siteUrl: string
  mediaDirectory: string
  hasRoom: ReturnType<typeof makeHasFreeSpace>
}

/** Brings a database to the schema of this version; returns lite over it, and the storage of its buckets. */
async function prepareDatabase(database: Database, { settings, keys, siteUrl, mediaDirectory, hasRoom }: Surroundings) {
  await assertKnownSchema(database, directories.migrations)
  const storage = makeStorage({ directory: mediaDirectory, findSizeLimit: makeFindSizeLimit(database), hasRoom })
  const app = await makeApp({ settings, keys, database, siteUrl, storageAdapter: storage.adapter })
  await installSystemSchema(app, database)
  await saveDeploymentSettings(database, {
    allowed_email_domains: settings.allowedEmailDomains,
    super_admin_email: settings.superAdminEmail ?? null,
    demo_available: isDemoWanted(settings),
    media_backend: settings.s3 === undefined ? 'supabase' : 's3',
  })
  await installRealtime(database)
  await installHosts(database)
  const { schemaVersion } = await migrate(database, directories.migrations)
  await watchPublication(database)
  await watchRights(database)
  return { app, storage, schemaVersion }
}
