import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { RealtimeClientOptions } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import { SignJWT } from 'jose'
import WebSocket from 'ws'
import { makeApp, captureOutput } from '#supabase/local/app.ts'
import { openDatabase } from '#supabase/local/database.ts'
import { loadKeys } from '#supabase/local/keys.ts'
import { listen } from '#supabase/local/listener.ts'
import { attachRealtime } from '#supabase/local/realtime/attach.ts'
import { installRealtime, watchPublication } from '#supabase/local/realtime/install.ts'
import { loadSettings } from '#supabase/local/settings.ts'
import { makeStorage } from '#supabase/local/storage/shim.ts'
import { makeFindSizeLimit } from '#supabase/local/storage/size-limits.ts'
import { installSystemSchema } from '#supabase/local/system-schema.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import { suiteDatabase } from '#tests/host/suite-database.ts'

/** Starts the storage and realtime parts on the test's own schema, without the product's migrations. */
export type BareHost = Awaited<ReturnType<typeof startBareHost>>

/** `schema` replaces what the migrations would have created. */
export async function startBareHost(schema: string) {
  const directory = mkdtempSync(path.join(tmpdir(), 'xsheet-bare-'))
  const own = suiteDatabase === 'pglite' ? undefined : await startPostgres()
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: own?.url, isPgliteWanted: true })
  const keys = await loadKeys(directory)
  const objects = path.join(directory, 'objects')
  const storage = makeStorage({ directory: objects, findSizeLimit: makeFindSizeLimit(database) })
  const app = await makeApp({
    settings: loadSettings([], { XSHEET_DATA: directory }),
    keys,
    database,
    siteUrl: 'http://127.0.0.1',
    storageAdapter: storage.adapter,
  })
  await installSystemSchema(app, database)
  await installRealtime(database)
  await database.execute(schema)
  await watchPublication(database)
  const answer = async (request: Request): Promise<Response> =>
    (await captureOutput(async () => app.fetch(request, { peerAddress: null }))).result
  const listener = await listen({
    host: '127.0.0.1',
    port: 0,
    isBehindProxy: false,
    handler: (request) => storage.wrap(request, answer),
  })
  const { server, url } = listener
  const apiKeys = [keys.publishableKey, keys.serviceKey]
  const realtime = await attachRealtime({ server, database, jwtSecret: keys.jwtSecret, apiKeys })

  return {
    url,
    database,
    keys,
    objects,
    realtime,
    /** Returns an access token as sign-in would issue it. */
    signToken: (sub: string, expiresIn = '1h') => signToken(keys.jwtSecret, sub, expiresIn),
    /** Returns a supabase-js client with a token, or anonymous without one. */
    makeClient: (token?: string, options: RealtimeClientOptions = {}) =>
      createClient(url, keys.publishableKey, {
        auth: { persistSession: false, autoRefreshToken: false },
        // The browser's WebSocket and that of ws differ in type only.
        realtime: { ...options, transport: WebSocket as never },
        ...(token !== undefined && { accessToken: async () => token }),
      }),
    async stop() {
      await realtime.close()
      await listener.close()
      await database.close()
      await own?.stop()
      rmSync(directory, { recursive: true, force: true })
    },
  }
}

function signToken(secret: string, sub: string, expiresIn: string): Promise<string> {
  return new SignJWT({ role: 'authenticated', aud: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256', typ: 'JWT' })
    .setSubject(sub)
    .setIssuedAt()
    .setExpirationTime(expiresIn)
    .sign(new TextEncoder().encode(secret))
}
