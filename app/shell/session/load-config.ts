import { parseJson } from '#core/lib/json.ts'
import { array, boolean, nullish, object, optional, safeParse, string, type InferOutput } from 'valibot'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import { setConfig, setServerAway, type AppConfig } from '#app/stores/config-store.ts'

const wireConfig = object({
  supabaseUrl: string(),
  supabasePublishableKey: string(),
  auth: object({ google: boolean(), github: boolean(), local: boolean() }),
  allowedEmailDomains: array(string()),
  demo: object({
    available: boolean(),
    password: string(),
    accounts: array(object({ id: optional(string()), email: string(), name: string(), role: string() })),
  }),
  contactEmail: nullish(string()),
  pushKey: nullish(string()),
  mail: nullish(boolean()),
})

/** The key of the last visit's configuration: it belongs to the deployment, so it survives sign-out. */
export const CONFIG_KEY = 'config'

/**
 * Loads the deployment's configuration from `/config.json`: stored from the last visit, so that the app starts without
 * waiting and offline, and refreshed each time. Throws an `AppError` on a first visit without a network.
 */
export async function loadConfig(): Promise<AppConfig> {
  const kept = parseConfig(readStored(CONFIG_KEY))
  if (kept === undefined) return await fetchConfig()
  setConfig(kept)
  void fetchConfig().then(
    (fresh) => {
      // The deployment moved or was recreated: anything started with the old keys cannot continue.
      if (fresh.publishableKey !== kept.publishableKey || fresh.supabaseUrl !== kept.supabaseUrl) location.reload()
    },
    () => undefined, // Offline: the stored one will do.
  )
  return kept
}

const firstWaitMs = 1000
const longestWaitMs = 30_000

/** Retries until the server responds, at growing intervals, and at once when the device comes online. */
export async function awaitConfig(): Promise<void> {
  for (let waitMs = firstWaitMs; ; waitMs = Math.min(waitMs * 2, longestWaitMs)) {
    try {
      await loadConfig()
      return
    } catch {
      // Whatever the cause: without a response nothing can be offered.
      setServerAway()
      await waitOrOnline(waitMs)
    }
  }
}

async function waitOrOnline(milliseconds: number): Promise<void> {
  await new Promise<void>((resolve) => {
    const done = (): void => {
      clearTimeout(timer)
      window.removeEventListener('online', done)
      resolve()
    }
    const timer = setTimeout(done, milliseconds)
    window.addEventListener('online', done)
  })
}

async function fetchConfig(): Promise<AppConfig> {
  const text = await fetch('/config.json', { cache: 'no-cache' }).then(
    async (response) => await response.text(),
    (cause: unknown) => {
      throw new AppError('offline', messages['server-unavailable'], { cause, retryable: true })
    },
  )
  const config = parseConfig(text)
  if (config === undefined) throw new AppError('unexpected', messages.unexpected, { retryable: true })
  writeStored(CONFIG_KEY, text)
  setConfig(config)
  return config
}

function parseConfig(text: string | undefined): AppConfig | undefined {
  if (text === undefined) return undefined
  const parsed = safeParse(wireConfig, parseJson(text))
  return parsed.success ? toConfig(parsed.output) : undefined
}

function toConfig(wire: InferOutput<typeof wireConfig>): AppConfig {
  const { supabaseUrl, supabasePublishableKey, auth, allowedEmailDomains, demo, contactEmail, pushKey, mail } = wire
  return {
    supabaseUrl,
    publishableKey: supabasePublishableKey,
    auth,
    allowedEmailDomains,
    demo: { isAvailable: demo.available, password: demo.password, accounts: demo.accounts },
    contactEmail: contactEmail ?? undefined,
    pushKey: pushKey ?? undefined,
    hasMail: mail ?? false,
  }
}
