import { randomBytes } from 'node:crypto'
import { existsSync, mkdirSync, readFileSync, renameSync, statSync, writeFileSync } from 'node:fs'
import path from 'node:path'
import { HostError, toMessage } from './host-error.ts'
import { loadLite } from './lite.ts'

export type Keys = {
  /** Signs and verifies access tokens (HS256). */
  jwtSecret: string
  /** Public; grants only what the row rules grant. */
  publishableKey: string
  /** Bypasses every row rule: for scripts and functions on this machine only. */
  serviceKey: string
}

/** Loads the keys of a data directory, which are created at its first start and stay the same. */
export async function loadKeys(dataDirectory: string): Promise<Keys> {
  const file = toFile(dataDirectory)
  return existsSync(file) ? readKeys(file) : createKeys(file)
}

const toFile = (dataDirectory: string): string => path.join(dataDirectory, 'keys.json')

/** When they were created, and so the data directory; epoch milliseconds. */
export const readKeysTime = (dataDirectory: string): number => statSync(toFile(dataDirectory)).mtimeMs

function readKeys(file: string): Keys {
  try {
    const keys: unknown = JSON.parse(readFileSync(file, 'utf8'))
    if (isKeys(keys)) return keys
  } catch (error) {
    throw new HostError(`The keys in ${file} cannot be read: ${toMessage(error)}.`, { cause: error })
  }
  throw new HostError(`The keys in ${file} are incomplete; restore the file, or remove it to sign everybody out.`)
}

function isKeys(value: unknown): value is Keys {
  if (typeof value !== 'object' || value === null) return false
  const keys = value as Partial<Record<keyof Keys, unknown>>
  return [keys.jwtSecret, keys.publishableKey, keys.serviceKey].every((key) => typeof key === 'string' && key !== '')
}

async function createKeys(file: string): Promise<Keys> {
  const { generateApiKey } = await loadLite()
  const keys: Keys = {
    jwtSecret: randomBytes(48).toString('base64url'),
    publishableKey: (await generateApiKey('publishable')).key,
    serviceKey: (await generateApiKey('secret')).key,
  }
  mkdirSync(path.dirname(file), { recursive: true })
  write(file, keys)
  return keys
}

/** Saves the shared keys of the hosts on the same database instead of its own. */
export function saveKeys(dataDirectory: string, keys: Keys): void {
  write(toFile(dataDirectory), keys)
}

function write(file: string, keys: Keys): void {
  writeFileSync(`${file}.new`, `${JSON.stringify(keys, undefined, 2)}\n`, { mode: 0o600 })
  renameSync(`${file}.new`, file)
}
