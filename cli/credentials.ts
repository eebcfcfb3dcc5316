import path from 'node:path'
import type { SessionStorage } from '#core/gateway/ports.ts'
import { configDirectory, readFileIfThere, writeFileSafely } from './config.ts'
import type { HostConfig } from './host.ts'
import type { Io } from './io.ts'

/** Sign-ins by the server they are for: a token is never sent to another one. */
type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The keys of a sign-in: a session (core's name for it) or an access token in its place, and its host. */
export const sessionKey = 'xsheet-session'
export const tokenKey = 'access-token'
const hostKey = 'host'

/** The access token of programs that cannot store one; it takes precedence over a stored sign-in. */
export const tokenVariable = 'STUDIO_TOKEN'

/** Returns the path of the file with sign-ins; only its owner can read it. */
export function credentialsPath(io: Pick<Io, 'env'>): string {
  return path.join(configDirectory(io), 'credentials.json')
}

/** Stores the sign-in at one server. Each call rereads the file, so that parallel commands see each other's tokens. */
export function makeCredentials(
  io: Pick<Io, 'env'>,
  { supabaseUrl: serverUrl, url }: Pick<HostConfig, 'supabaseUrl' | 'url'>,
): SessionStorage {
  const file = credentialsPath(io)

  async function change(changeOne: (values: Record<string, string>) => void): Promise<void> {
    const all = await readCredentials(file)
    const values = { ...all[serverUrl] }
    changeOne(values)
    const { [serverUrl]: _, ...others } = all
    const { [hostKey]: __, ...kept } = values
    const isEmpty = Object.keys(kept).length === 0
    const next = isEmpty ? others : { ...others, [serverUrl]: { ...kept, [hostKey]: url } }
    await writeFileSafely(file, `${JSON.stringify(next, undefined, 2)}\n`)
  }

  return {
    getItem: async (key) => (await readCredentials(file))[serverUrl]?.[key] ?? null,
    setItem: (key, value) => change((values) => (values[key] = value)),
    removeItem: (key) => change((values) => delete values[key]),
  }
}

/** Returns the stored sign-in for a host without contacting it. */
export async function findSignIn(
  io: Pick<Io, 'env'>,
  host: string,
): Promise<{ readonly token?: string; readonly session?: string } | undefined> {
  const address = host.replace(/\/+$/, '')
  const all = await readCredentials(credentialsPath(io))
  const found = Object.entries(all).find(([server, values]) => (values[hostKey] ?? server) === address)?.[1]
  if (found === undefined) return undefined
  const { [tokenKey]: token, [sessionKey]: session } = found
  return { ...(token !== undefined && { token }), ...(session !== undefined && { session }) }
}

async function readCredentials(file: string): Promise<Credentials> {
  const text = await readFileIfThere(file)
  if (text === undefined) return {}
  try {
    // Only this file writes it; if it is damaged, treat it as empty and let the user sign in again.
    const value = JSON.parse(text) as Credentials | null
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
