import type { Host } from '#supabase/local/host.ts'
import { randomUUID } from 'node:crypto'
import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import type { SupabaseClient } from '@supabase/supabase-js'
import { createClient } from '@supabase/supabase-js'
import bcrypt from 'bcryptjs'
import { isDemoWanted } from '#supabase/local/demo.ts'
import { startHost } from '#supabase/local/server.ts'
import type { Settings } from '#supabase/local/settings.ts'
import type { FreshDatabase } from './postgres.ts'
import { suiteDatabase } from './suite-database.ts'
import { cloneDatabase, copyPglite, toSettings } from './template.ts'

export type TestUser = {
  id: string
  email: string
  password: string
  /** A supabase-js client signed in as this person. */
  client: SupabaseClient
}

export interface TestHost extends Host {
  admin: {
    /** A supabase-js client with the service key, which bypasses row rules. */
    client: SupabaseClient
    createUser(email?: string, name?: string): Promise<TestUser>
  }
  /** Creates a signed-out supabase-js client with the publishable key. */
  connect(): SupabaseClient
}

export type TestHostOptions = {
  /** The suite's database by default: Postgres, or what XSHEET_TEST_DATABASE names. */
  database?: 'pglite' | 'postgres'
  demo?: boolean
  settings?: Partial<Settings>
}

const password = 'correct-horse-battery'
// The host's own ten rounds take a seventh of a second of CPU for each person created and signed in.
const passwordHash = bcrypt.hashSync(password, 4)
const clientOptions = { auth: { persistSession: false, autoRefreshToken: false, detectSessionInUrl: false } }

/** Starts the embedded host in this process, on a free port, with a data directory of its own that `close` deletes. */
export async function startTestHost({
  database,
  demo = false,
  settings = {},
}: TestHostOptions = {}): Promise<TestHost> {
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-host-'))
  const kind = database ?? suiteDatabase
  const isPlaceGiven = settings.databaseUrl !== undefined || settings.dataDirectory !== undefined
  const fresh = isPlaceGiven
    ? undefined
    : await prepare({ kind, dataDirectory, demo: isDemoWanted({ ...toSettings(dataDirectory), demo, ...settings }) })
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
    const created = await service.auth.admin.createUser({ email, email_confirm: true, user_metadata })
    if (created.error) throw created.error
    const { id } = created.data.user
    await host.database.query('update auth.users set encrypted_password = $1 where id = $2', [passwordHash, id])
    const client = connect()
    const { error } = await client.auth.signInWithPassword({ email, password })
    if (error) throw error
    return { id, email, password, client }
  }

  async function close(): Promise<void> {
    await service.removeAllChannels()
    await host.close()
    await fresh?.stop()
    rmSync(dataDirectory, { recursive: true, force: true })
  }

  return { ...host, admin: { client: service, createUser }, connect, close }
}

type Preparation = { kind: 'pglite' | 'postgres'; dataDirectory: string; demo: boolean }

/** Puts a migrated database where the host will look for it; returns undefined if that is the data directory. */
async function prepare({ kind, dataDirectory, demo }: Preparation): Promise<FreshDatabase | undefined> {
  if (kind === 'postgres') return await cloneDatabase(dataDirectory, demo)
  await copyPglite(dataDirectory)
  return undefined
}
