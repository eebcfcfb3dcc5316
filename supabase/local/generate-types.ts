import { spawnSync } from 'node:child_process'
import { writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { HostError } from './host-error.ts'
import { withMigratedDatabase } from './migrated-database.ts'
import { directories } from './places.ts'

// `npm run types`: writes core/gateway/database.types.ts from a database that has every migration: an empty one in
// DATABASE_URL, else a throw-away one. Another place can be given: `npm run types -- /tmp/types.ts`.
// Older versions look for Docker before they look at the database.
const supabaseCli = 'supabase@3.1.0'
const target = process.argv[2] ?? path.join(directories.root, 'core/gateway/database.types.ts')

function readTypes(databaseUrl: string): string {
  const args = [
    '-y',
    supabaseCli,
    'gen',
    'types',
    '--db-url',
    databaseUrl,
    '--lang',
    'typescript',
    '--schema',
    'public',
  ]
  // Without it the CLI prints a warning about TLS into the types.
  const env = { ...process.env, PGSSLMODE: 'disable' }
  const { status, stdout, stderr } = spawnSync('npx', args, {
    cwd: tmpdir(),
    env,
    encoding: 'utf8',
    maxBuffer: 64 * 1024 * 1024,
  })
  if (status !== 0 || !stdout.includes('export type Database'))
    throw new HostError(`${supabaseCli} gen types failed: ${(stderr || stdout).trim()}`)
  return stdout
}

function format(types: string): string {
  const config = path.join(directories.root, 'tests/config/oxfmt.json')
  const args = ['-c', config, '--stdin-filepath=types.ts']
  const { status, stdout, stderr } = spawnSync('oxfmt', args, { input: types, encoding: 'utf8' })
  if (status !== 0) throw new HostError(`oxfmt failed: ${stderr.trim()}`)
  return stdout
}

await withMigratedDatabase((_, url) => {
  writeFileSync(target, format(readTypes(url)))
  console.log(`Wrote ${target}`)
})
