import type { Host } from './host.ts'
import type { Handler } from './http.ts'
import { toErrorResponse } from './http.ts'
import { listen } from './listener.ts'
import { makeDownloads } from './downloads.ts'
import { directories } from './places.ts'
import { makeConfig } from './public-endpoints.ts'
import { makeRouter } from './router.ts'
import type { Settings } from './settings.ts'
import { makeStaticFiles } from './static-files.ts'

/** A host that serves only the app: the data is in a Supabase elsewhere. */
export type AppHost = Pick<Host, 'url' | 'settings' | 'close'>

/** Serves only the app, against `settings.supabase`. */
export async function startAppHost(settings: Settings): Promise<AppHost> {
  const supabaseUrl = settings.supabase?.url
  const elsewhere: Handler = async () =>
    toErrorResponse({ status: 404, code: 'NOT_FOUND', message: `The data is at ${supabaseUrl}` })
  const handler = makeRouter({
    auth: elsewhere,
    rest: elsewhere,
    storage: elsewhere,
    realtime: elsewhere,
    functions: elsewhere,
    config: makeConfig({ settings, keys: undefined, isDemoOffered: () => false }),
    health: async () => Response.json({ ok: true, database: 'supabase', schemaVersion: null }),
    metrics: elsewhere,
    papers: makeDownloads(settings),
    app: makeStaticFiles({ directory: directories.app, ...settings }),
  })
  const listener = await listen({ ...settings, isBehindProxy: false, handler })
  return { url: listener.url, settings, close: () => listener.close() }
}
