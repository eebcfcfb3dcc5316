import * as v from 'valibot'
import { CliError, usageError } from './cli-error.ts'

const hostShape = v.object({
  supabaseUrl: v.string(),
  supabasePublishableKey: v.string(),
  auth: v.object({ google: v.boolean(), github: v.boolean(), local: v.boolean() }),
  allowedEmailDomains: v.array(v.string()),
  demo: v.object({ available: v.boolean() }),
  mail: v.optional(v.boolean(), false),
  version: v.string(),
})

/** A host's `/config.json`. */
export type HostConfig = v.InferOutput<typeof hostShape> & {
  /** The host's own address, without a trailing slash. */
  readonly url: string
}

const timeoutMs = 15_000

/** Loads from a host where its studio's data is and how people sign in. */
export async function loadHostConfig(address: string, fetch = globalThis.fetch): Promise<HostConfig> {
  if (!URL.canParse(address) || !/^https?:$/.test(new URL(address).protocol))
    throw usageError(`--host must be an http or https address, not "${address}".`)
  const url = address.replace(/\/+$/, '')
  const answer = await ask(`${url}/config.json`, url, fetch)
  const config = v.safeParse(hostShape, answer)
  if (!config.success)
    throw new CliError('failure', `${url} is not an Xsheet host.`, 'Set the host with --host or XSHEET_HOST.')
  return { ...config.output, url }
}

async function ask(file: string, url: string, fetch: typeof globalThis.fetch): Promise<unknown> {
  let response
  try {
    response = await fetch(file, { signal: AbortSignal.timeout(timeoutMs) })
  } catch {
    throw new CliError('offline', `No answer from ${url}.`, 'Is it running? Choose another with --host or XSHEET_HOST.')
  }
  if (response.status >= 500)
    throw new CliError('offline', `${url} answers ${response.status}: it is not available right now.`)
  return response.json().catch(() => undefined)
}
