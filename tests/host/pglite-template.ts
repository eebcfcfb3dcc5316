import { createHash, randomUUID } from 'node:crypto'
import { cpSync, existsSync, mkdtempSync, readdirSync, readFileSync, renameSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { directories } from '#supabase/local/places.ts'
import { toPgliteDirectory } from '#supabase/local/pglite.ts'

/** What a new database is made of: a change in any of it makes another template. */
const sources = ['supabase/migrations', 'supabase/local', 'supabase/local/realtime', 'package-lock.json']

/**
 * Puts a migrated PGlite database into a data directory. Making one takes seconds, so the first is kept as a template for all
 * tests on this machine that have the same schema. `make` starts and stops a host on a data directory.
 */
export async function copyTemplate(dataDirectory: string, make: (directory: string) => Promise<void>): Promise<void> {
  const template = path.join(tmpdir(), `xsheet-template-${hashSources()}`)
  if (!existsSync(template)) {
    const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-template-new-'))
    await make(scratch)
    const whole = `${template}.${randomUUID()}`
    cpSync(toPgliteDirectory(scratch), whole, { recursive: true })
    rmSync(scratch, { recursive: true, force: true })
    try {
      renameSync(whole, template)
    } catch {
      // Another test process was first.
      rmSync(whole, { recursive: true, force: true })
    }
  }
  cpSync(template, toPgliteDirectory(dataDirectory), { recursive: true })
}

function hashSources(): string {
  const hash = createHash('sha256')
  for (const source of sources) {
    const full = path.join(directories.root, source)
    const files = source.endsWith('.json')
      ? [full]
      : readdirSync(full)
          .toSorted()
          .map((name) => path.join(full, name))
    for (const file of files) if (/\.(sql|json)$/.test(file)) hash.update(file).update(readFileSync(file))
  }
  return hash.digest('hex').slice(0, 16)
}
