import type { Database } from './queryable.ts'
import { demoPassword } from '#supabase/seed/accounts.ts'
import { people } from '#supabase/seed/demo/people.ts'
import type { HasFreeSpace } from './free-space.ts'
import { toMessage } from './host-error.ts'
import type { Handler } from './http.ts'
import type { Keys } from './keys.ts'
import { readVersion } from './places.ts'
import type { Settings } from './settings.ts'
import { isLocalMode } from './settings.ts'

/** `/config.json`: what a page must know before anybody signs in. */
export type PublicConfig = {
  supabaseUrl: string
  supabasePublishableKey: string
  auth: { google: boolean; github: boolean; local: boolean }
  allowedEmailDomains: string[]
  demo: { available: boolean; password: string; accounts: { id: string; email: string; name: string; role: string }[] }
  contactEmail: string | null
  /** The key that a browser subscribes to web push with; null if none is sent. */
  pushKey: string | null
  /** Whether digests are mailed. */
  mail: boolean
  version: string
}

export type ConfigParts = {
  settings: Settings
  /** Undefined if the data is in a Supabase elsewhere. */
  keys: Keys | undefined
  /** Whether the demo studio is there and its accounts can sign in. */
  isDemoOffered: () => boolean
}

const noStore = { 'cache-control': 'no-store' }

export function makeConfig(parts: ConfigParts): Handler {
  const version = readVersion()
  return async (request) => {
    const { origin } = new URL(request.url)
    return Response.json({ ...toPublicConfig(parts, origin), version } satisfies PublicConfig, { headers: noStore })
  }
}

function toPublicConfig({ settings, keys, isDemoOffered }: ConfigParts, origin: string): Omit<PublicConfig, 'version'> {
  const available = isDemoOffered()
  return {
    supabaseUrl: settings.supabase?.url ?? settings.publicUrl ?? origin,
    supabasePublishableKey: settings.supabase?.publishableKey ?? keys?.publishableKey ?? '',
    auth: {
      // A Supabase elsewhere has the provider the product is made for; only it knows which others it has.
      google: settings.google !== undefined || settings.supabase !== undefined,
      github: settings.github !== undefined,
      local: isLocalMode(settings),
    },
    allowedEmailDomains: settings.allowedEmailDomains,
    demo: { available, password: available ? demoPassword : '', accounts: available ? [...people] : [] },
    contactEmail: settings.contactEmail ?? null,
    pushKey: settings.push?.publicKey ?? null,
    mail: settings.mail !== undefined,
  }
}

/**
 * `/livez`: the process responds, also while starting and whatever the state of its database. For watchdogs that
 * restart a hung process.
 */
export const answerLive = (): Response => Response.json({ ok: true }, { headers: noStore })

export type HealthParts = { database: Database; schemaVersion: string; hasRoom: HasFreeSpace; patienceMs?: number }

/** `/healthz`: 200 while the database responds; not `ok` if the disk takes no more uploads. */
export function makeHealth({ database, schemaVersion, hasRoom, patienceMs = 3000 }: HealthParts): Handler {
  return async () => {
    try {
      await withinTime(database.isUp(), patienceMs)
      const ok = await hasRoom(0)
      const disk = ok ? 'ok' : 'full'
      return Response.json({ ok, database: database.kind, schemaVersion, disk }, { headers: noStore })
    } catch (error) {
      console.error(`The database does not answer: ${toMessage(error)}`)
      return Response.json({ ok: false, database: database.kind, schemaVersion }, { status: 503, headers: noStore })
    }
  }
}

/** Monitors must also learn of a database that never responds. */
async function withinTime(work: Promise<void>, patienceMs: number): Promise<void> {
  const { promise: late, reject } = Promise.withResolvers<never>()
  const timer = setTimeout(() => reject(new Error(`nothing for ${patienceMs / 1000} s`)), patienceMs)
  try {
    await Promise.race([work, late])
  } finally {
    clearTimeout(timer)
  }
}
