import { execFile } from 'node:child_process'
import { cpSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { promisify } from 'node:util'
import { expect, test } from 'vitest'
import { makeApp } from '#supabase/local/app.ts'
import { openDatabase } from '#supabase/local/database.ts'
import { loadKeys } from '#supabase/local/keys.ts'
import { directories } from '#supabase/local/places.ts'
import { loadSettings } from '#supabase/local/settings.ts'
import { makeStorage } from '#supabase/local/storage/shim.ts'
import { installSystemSchema } from '#supabase/local/system-schema.ts'
import { startPostgres } from '#tests/host/postgres.ts'

const run = promisify(execFile)

test('the Supabase CLI pushes all migrations to a project, and a second push does nothing', async () => {
  const postgres = await startPostgres()
  const directory = mkdtempSync(join(tmpdir(), 'xsheet-push-'))
  try {
    await prepareProject({ url: postgres.url, directory })
    cpSync(directories.migrations, join(directory, 'supabase/migrations'), { recursive: true })
    const push = () =>
      run('npx', ['-y', 'supabase@3.1.0', 'db', 'push', `--remote=${postgres.url}?sslmode=disable`, '--yes'], {
        cwd: directory,
        env: { ...process.env, PGSSLMODE: 'disable' },
      })

    const first = await push()
    const second = await push()

    expect(`${first.stdout}${first.stderr}`).toContain('Applying migration')
    expect(`${second.stdout}${second.stderr}`).toContain('up to date')
    const database = await openDatabase({ dataDirectory: directory, databaseUrl: postgres.url })
    const tables = await database.query(`select 1 from pg_tables where schemaname = 'public'`)
    await database.close()
    expect(tables.length).toBeGreaterThan(35)
  } finally {
    rmSync(directory, { recursive: true, force: true })
    await postgres.stop()
  }
})

/** Creates what every Supabase project has before the first migration: roles and the schemas of auth and storage. */
async function prepareProject({ url, directory }: { url: string; directory: string }): Promise<void> {
  const settings = loadSettings([], { XSHEET_DATA: directory, DATABASE_URL: url })
  const database = await openDatabase({ dataDirectory: directory, databaseUrl: url })
  try {
    const app = await makeApp({
      settings,
      database,
      keys: await loadKeys(directory),
      siteUrl: 'http://127.0.0.1',
      storageAdapter: makeStorage({ directory: join(directory, 'objects') }).adapter,
    })
    await installSystemSchema(app, database)
  } finally {
    await database.close()
  }
}
