import type { Database } from './queryable.ts'
import { AsyncLocalStorage } from 'node:async_hooks'
import type { App } from '@supabase/lite'
import type { Keys } from './keys.ts'
import { loadLite } from './lite.ts'
import { mostRowsInAnswer } from './page-links.ts'
import { hashInThread } from './password-hash.ts'
import { makeRecoveryMail, recoverySubject } from './recovery-mail.ts'
import type { OAuthClient, Settings } from './settings.ts'
import { isLocalMode } from './settings.ts'

export type AppParts = {
  settings: Settings
  keys: Keys
  database: Database
  /** The address people use; sign-ins may redirect back to it. */
  siteUrl: string
  storageAdapter: App['_storageAdapter']
}

/** Makes the part that speaks PostgREST, Auth and Storage. Its system schemas are not created yet. */
export async function makeApp({ settings, keys, database, siteUrl, storageAdapter }: AppParts): Promise<App> {
  const { App, ConsoleEmailDriver, setExperimental } = await loadLite()
  // The switch must be set before the app is made; the environment variable of the same name is read at import.
  setExperimental('storage', true)
  const app = new App({
    connection: database.connection,
    // As on a hosted project, so that a client that would lose rows there loses them here too.
    api: { enabled: true, schemas: ['public'], max_rows: mostRowsInAnswer, external_url: siteUrl },
    auth: {
      enabled: true,
      jwt_secret: keys.jwtSecret,
      publishable_key: keys.publishableKey,
      secret_key: keys.serviceKey,
      site_url: siteUrl,
      additional_redirect_urls: listRedirects(siteUrl),
      enable_signup: true,
      email: {
        enable_signup: isLocalMode(settings),
        enable_confirmations: false,
        // It is part of a link that nobody types; six digits could be guessed within days.
        otp_length: 24,
        otp_expiry: 3600,
        template: { recovery: { subject: recoverySubject } },
      },
      external: { google: toProvider(settings.google), github: toProvider(settings.github) },
    },
    storage: { enabled: true, file_size_limit: '5GiB' },
    options: {
      server: { disableStudio: true },
      drivers: {
        email:
          settings.mail === undefined
            ? new ConsoleEmailDriver({ silent: true })
            : makeRecoveryMail(settings.mail, siteUrl),
      },
    },
  })
  if (storageAdapter !== undefined) app._storageAdapter = storageAdapter
  hashInThread()
  await captureOutput(() => app.init())
  // lite's App is generic in its configuration; nothing here depends on it.
  return app as unknown as App
}

function toProvider(client: OAuthClient | undefined) {
  return client === undefined
    ? { enabled: false }
    : { enabled: true, client_id: client.clientId, secret: client.clientSecret, skip_nonce_check: true }
}

/** Both spellings of this machine: either may have been typed. */
function listRedirects(siteUrl: string): string[] {
  const { protocol, port, hostname } = new URL(siteUrl)
  const hosts = new Set([hostname, ...(isThisMachine(hostname) ? ['127.0.0.1', 'localhost'] : [])])
  const suffix = port === '' ? '' : `:${port}`
  return [...hosts].flatMap((host) => [`${protocol}//${host}${suffix}`, `${protocol}//${host}${suffix}/**`])
}

const isThisMachine = (hostname: string): boolean => ['127.0.0.1', 'localhost', '[::1]', '0.0.0.0'].includes(hostname)

const insideLite = new AsyncLocalStorage<unknown[][]>()
const wrappers = new WeakSet<typeof console.error>()

// lite prints every refused request as an error. Its output during our calls is captured, and shown only for a failure.
function captureConsole(): void {
  for (const level of ['error', 'warn'] as const) {
    const print = console[level].bind(console)
    if (wrappers.has(console[level])) continue
    console[level] = (...values: unknown[]) => {
      const kept = insideLite.getStore()
      if (kept === undefined) print(...values)
      else kept.push(values)
    }
    wrappers.add(console[level])
  }
}

/** Runs a call into lite; returns what it printed beside the result. */
export async function captureOutput<Result>(
  work: () => Promise<Result>,
): Promise<{ result: Result; printed: unknown[][] }> {
  // Repeated for each call, because others replace the console too.
  captureConsole()
  const printed: unknown[][] = []
  const result = await insideLite.run(printed, work)
  return { result, printed }
}
