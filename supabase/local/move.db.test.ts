import { chmodSync, mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startPostgres } from '#tests/host/postgres.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toSettings } from '#tests/host/template.ts'
import type { Host } from './host.ts'
import { moveTo } from './move.ts'
import { startHost } from './server.ts'
import type { Settings } from './settings.ts'

const password = 'correct-horse-battery'
let settings: Settings
let target: Awaited<ReturnType<typeof startPostgres>>

// A studio with an owner, in the embedded Postgres of a data directory whose host has stopped.
beforeAll(async () => {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-trial-'))
  // Postgres runs as another account if this runs as root.
  chmodSync(dataDirectory, 0o711)
  settings = { ...toSettings(dataDirectory), isPgliteWanted: false }
  const host = await startTestHost({ settings })
  const owner = await host.admin.createUser('ann@trial.example')
  await owner.client.rpc('create_studio', { p_name: 'Düster & Söhne' }).throwOnError()
  await host.close()
  target = await startPostgres()
})
afterAll(async () => {
  await target.stop()
  rmSync(settings.dataDirectory, { recursive: true, force: true, maxRetries: 5 })
})

const startThere = (): Promise<Host> => startHost({ ...settings, databaseUrl: target.url })

test('a start on an empty server beside the trial’s database gives instructions instead of starting empty', async () => {
  await expect(startThere()).rejects.toThrow(/^DATABASE_URL names an empty database, but .* npm run move -- --to/)
})

async function countForeignKeys(): Promise<number> {
  const sql = postgres(target.url, { max: 1 })
  const [row] = await sql<{ count: number }[]>`
    select count(*)::int as count from pg_constraint where contype = 'f' and convalidated`
  await sql.end()
  return row?.count ?? 0
}

test('a move interrupted half-way leaves nothing there, and can be repeated', async () => {
  const keyCount = await countForeignKeys()
  const sql = postgres(target.url, { max: 2 })
  // One of the tables it empties is being read: it gets that far and no further.
  const reader = await sql.reserve()
  await reader`begin`
  await reader`lock table public.studios in access share mode`
  const moving = moveTo(target.url, settings).then(
    () => 'moved',
    (error: Error) => error.message,
  )
  const breakOff = async (): Promise<number> =>
    (
      await sql`select pg_terminate_backend(pid) from pg_locks where not granted and relation = 'public.studios'::regclass`
    ).length

  await expect.poll(breakOff, { timeout: 60_000 }).toBe(1)
  const said = await moving
  await reader`rollback`
  reader.release()
  const [left] = await sql<{ rows: number }[]>`
    select (select count(*) from public.studios)::int + (select count(*) from auth.users)::int as rows`
  await sql.end()

  expect(said).toMatch(/^Nothing was moved: .* Both databases are as they were\.$/)
  expect(left?.rows).toBe(0)
  expect(await countForeignKeys()).toBe(keyCount)
})

test('a trial moves into production whole: accounts, rows and rules; repeating it changes nothing', async () => {
  const keyCount = await countForeignKeys()
  const first = await moveTo(target.url, settings)
  const again = await moveTo(target.url, settings)
  const host = await startThere()
  const client = createClient(host.url, host.keys.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email: 'ann@trial.example', password })
  const { data: studios } = await client.from('studios').select('id, name')
  // Triggers and foreign keys are back: a slug is made, and orphans are refused.
  const project = { studio_id: studios?.[0]?.id, name: 'The Move' }
  const { data: made } = await client.from('projects').insert(project).select('custom_slug').single()
  await host.close()

  expect(first).toMatchObject({ wasThere: false, rows: expect.toSatisfy((rows: number) => rows > 10) })
  expect(again).toMatchObject({ wasThere: true })
  expect(error).toBeNull()
  expect(studios).toMatchObject([{ name: 'Düster & Söhne' }])
  expect(made).toEqual({ custom_slug: 'the-move' })
  expect(await countForeignKeys()).toBe(keyCount)
})

test('a server with other data is left alone', async () => {
  await expect(moveTo(target.url, settings)).rejects.toThrow(/is not empty, and [a-z]+\.[a-z_]+ is not the same there/)
})
