import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, globSync, mkdtempSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { toPgliteDirectory } from '#supabase/local/pglite.ts'
import { directories } from '#supabase/local/places.ts'
import { startHost } from '#supabase/local/server.ts'
import type { Settings } from '#supabase/local/settings.ts'
import { type FreshDatabase, keepTemplate, startPostgres } from './postgres.ts'

/** The sources of a new database: changing any of them makes another template. */
const sources = ['supabase/migrations/*.sql', 'supabase/local/**/*.{ts,sql}', 'supabase/seed/**/*', 'package-lock.json']

/** The minimal settings of a host: on PGlite unless a `databaseUrl` is added. */
export const toSettings = (dataDirectory: string): Settings => ({
  port: 0,
  host: '127.0.0.1',
  dataDirectory,
  isPgliteWanted: true,
  demo: false,
  allowedEmailDomains: [],
})

/**
 * Creates a migrated database, with the demo studio if `demo` is set, and its media in the data directory. Making one
 * takes most of a second, so the first is kept on the server as a template and copied.
 */
export async function cloneDatabase(dataDirectory: string, demo: boolean): Promise<FreshDatabase> {
  const name = `xsheet_${demo ? 'demo' : 'empty'}_${hashSources()}`
  const media = path.join(tmpdir(), `${name}-media`)
  await keepTemplate(name, async (url) => {
    // May be left from another server, whose objects have other names.
    rmSync(media, { recursive: true, force: true })
    const make = (scratch: string): Promise<void> => runHost({ ...toSettings(scratch), databaseUrl: url, demo })
    await makeIn(media, make, (scratch) => path.join(scratch, 'media'))
  })
  cpSync(media, path.join(dataDirectory, 'media'), { recursive: true })
  return await startPostgres(name)
}

/** The same for PGlite, without the demo: its files are kept as a template for all tests on this machine. */
export async function copyPglite(dataDirectory: string): Promise<void> {
  const template = path.join(tmpdir(), `xsheet-template-${hashSources()}`)
  if (!existsSync(template)) await makeIn(template, (scratch) => runHost(toSettings(scratch)), toPgliteDirectory)
  cpSync(template, toPgliteDirectory(dataDirectory), { recursive: true })
}

/** Starts and stops a host, which sets up its database. */
async function runHost(settings: Settings): Promise<void> {
  await (await startHost(settings)).close()
}

/** Stores the wanted part of a data directory under a name that exists only once it is complete. */
async function makeIn(
  target: string,
  make: (scratch: string) => Promise<void>,
  toPart: (scratch: string) => string,
): Promise<void> {
  const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-template-new-'))
  await make(scratch)
  const whole = `${target}.${randomUUID()}`
  cpSync(toPart(scratch), whole, { recursive: true })
  rmSync(scratch, { recursive: true, force: true })
  try {
    renameSync(whole, target)
  } catch {
    // Another test process was first.
    rmSync(whole, { recursive: true, force: true })
  }
}

let hash: string | undefined

function hashSources(): string {
  if (hash !== undefined) return hash
  const sum = createHash('sha256')
  const files = sources.flatMap((pattern) => globSync(pattern, { cwd: directories.root, withFileTypes: true }))
  const names = files.filter((file) => file.isFile()).map(({ parentPath, name }) => path.join(parentPath, name))
  for (const name of names.toSorted()) sum.update(name).update(readFileSync(name))
  hash = sum.digest('hex').slice(0, 16)
  return hash
}
