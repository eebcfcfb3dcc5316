import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import type { Host } from '#supabase/local/server.ts'
import { startHost } from '#supabase/local/server.ts'
import type { Settings } from '#supabase/local/settings.ts'
import { copyTemplate } from './pglite-template.ts'
import { startPostgres } from './postgres.ts'

export type TestUser = {
  id: string
  email: string
  password: string
  /** supabase-js, signed in as this person. */
  client: SupabaseClient
}

export interface TestHost extends Host {
  admin: {
    /** supabase-js with the service key: no row rule holds it back. */
    client: SupabaseClient
    createUser(email?: string, name?: string): Promise<TestUser>
  }
  /** supabase-js with the publishable key, signed out. */
  connect(): SupabaseClient
}

export type TestHostOptions = {
  /** By default what the suite runs on: Postgres when XSHEET_TEST_DATABASE_URL is set, else PGlite. */
  database?: 'pglite' | 'postgres'
  demo?: boolean
  settings?: Partial<Settings>
}

const toSettings = (dataDirectory: string): Settings => ({
  port: 0,
  host: '127.0.0.1',
  dataDirectory,
  demo: false,
  allowedEmailDomains: [],
})

const password = 'correct-horse-battery'
const clientOptions = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** The embedded host in this process, on a free port, with a data directory of its own that `close` removes. */
export async function startTestHost({
  database,
  demo = false,
  settings = {},
}: TestHostOptions = {}): Promise<TestHost> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-host-'))
  const isPostgres = (database ?? (process.env['XSHEET_TEST_DATABASE_URL'] ? 'postgres' : 'pglite')) === 'postgres'
  const fresh = isPostgres && settings.databaseUrl === undefined ? await startPostgres() : undefined
  if (!isPostgres && settings.dataDirectory === undefined)
    await copyTemplate(dataDirectory, async (scratch) => (await startHost(toSettings(scratch))).close())
  const host = await startHost({
    ...toSettings(dataDirectory),
    demo,
    ...(fresh && { databaseUrl: fresh.url }),
    ...settings,
  })
  const service = createClient(host.url, host.keys.serviceKey, clientOptions)
  const connect = (): SupabaseClient => createClient(host.url, host.keys.publishableKey, clientOptions)

  async function createUser(email = `${randomUUID()}@example.com`, name = ''): Promise<TestUser> {
    const user_metadata = name === '' ? {} : { full_name: name }
    const created = await service.auth.admin.createUser({ email, password, email_confirm: true, user_metadata })
    if (created.error) throw created.error
    const client = connect()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { id: created.data.user.id, email, password, client }
  }

  async function close(): Promise<void> {
    await service.removeAllChannels()
    await host.close()
    await fresh?.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }

  return { ...host, admin: { client: service, createUser }, connect, close }
}
