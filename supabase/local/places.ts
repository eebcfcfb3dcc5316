import { readFileSync } from 'node:fs'
import path from 'node:path'
import { fileURLToPath } from 'node:url'

const root = fileURLToPath(new URL('../..', import.meta.url))

export const directories = {
  root,
  app: path.join(root, 'dist/app'),
  clients: path.join(root, 'dist/clients'),
  migrations: path.join(root, 'supabase/migrations'),
  functions: path.join(root, 'supabase/functions'),
  mediaWorker: path.join(root, 'supabase/media-worker'),
}

/** Reads the product's version from package.json. */
export function readVersion(): string {
  const manifest: unknown = JSON.parse(readFileSync(path.join(root, 'package.json'), 'utf8'))
  const hasVersion = typeof manifest === 'object' && manifest !== null && 'version' in manifest
  return hasVersion ? String(manifest.version) : ''
}
