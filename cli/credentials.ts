import path from 'node:path'
import type { SessionStorage } from '#core/gateway/ports.ts'
import { configDirectory, readFileIfThere, writeFileSafely } from './config.ts'
import type { Io } from './io.ts'

/** Sign-ins by the server they are for: a token is never sent to another one. */
type Credentials = Readonly<Record<string, Readonly<Record<string, string>>>>

/** The file that sign-ins are kept in; only its owner can read it. */
export function credentialsPath(io: Pick<Io, 'env'>): string {
  return path.join(configDirectory(io), 'credentials.json')
}

/** Keeps the sign-in at one server. Each call reads the file anew, so that commands side by side see each other's tokens. */
export function makeCredentials(io: Pick<Io, 'env'>, serverUrl: string): SessionStorage {
  const file = credentialsPath(io)

  async function change(changeOne: (values: Record<string, string>) => void): Promise<void> {
    const all = await readCredentials(file)
    const values = { ...all[serverUrl] }
    changeOne(values)
    const { [serverUrl]: _, ...others } = all
    const next = Object.keys(values).length === 0 ? others : { ...others, [serverUrl]: values }
    await writeFileSafely(file, `${JSON.stringify(next, undefined, 2)}\n`)
  }

  return {
    getItem: async (key) => (await readCredentials(file))[serverUrl]?.[key] ?? null,
    setItem: (key, value) => change((values) => (values[key] = value)),
    removeItem: (key) => change((values) => delete values[key]),
  }
}

async function readCredentials(file: string): Promise<Credentials> {
  const text = await readFileIfThere(file)
  if (text === undefined) return {}
  try {
    // Written by this file alone; one that was damaged counts as empty, and the person signs in again.
    const value = JSON.parse(text) as Credentials | null
    return typeof value === 'object' && value !== null ? value : {}
  } catch {
    return {}
  }
}
