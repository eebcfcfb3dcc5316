import { chmodSync, mkdirSync, mkdtempSync, readdirSync, renameSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { copyPglite, toSettings } from '#tests/host/template.ts'
import type { Host } from './host.ts'
import { openPglite } from './pglite.ts'
import { startHost } from './server.ts'

let dataDirectory = ''
beforeEach(async () => {
  dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-move-'))
  // Postgres runs as another account if this runs as root.
  chmodSync(dataDirectory, 0o711)
  await copyPglite(dataDirectory)
})
afterEach(() => rmSync(dataDirectory, { recursive: true, force: true, maxRetries: 5 }))

/** A host as `npm start` makes it by default, on the data directory. */
const startDefault = (): Promise<Host> => startHost({ ...toSettings(dataDirectory), isPgliteWanted: false })

const listDatabases = (): string[] =>
  readdirSync(dataDirectory)
    .filter((name) => /^(database|postgres)/.test(name))
    .map((name) => name.replace(/-20.*/, ''))
    .toSorted()

const password = 'correct-horse-battery'
const studioName = 'Düster & Söhne \t "Ltd" \\N'

/** Creates a studio with an owner and a file, on PGlite. */
async function fill(): Promise<void> {
  const host = await startTestHost({ settings: { dataDirectory } })
  const owner = await host.admin.createUser('ann@move.example')
  await owner.client.rpc('create_studio', { p_name: studioName }).throwOnError()
  await host.close()
}

test('a PGlite database is in Postgres after the first start, and people sign in as before', async () => {
  await fill()
  const log = vi.spyOn(console, 'log').mockReturnValue()

  const host = await startDefault()

  const client = createClient(host.url, host.keys.publishableKey, { auth: { persistSession: false } })
  const { error } = await client.auth.signInWithPassword({ email: 'ann@move.example', password })
  const { data } = await client.from('studios').select('name')
  await host.close()
  expect(host.database.kind).toBe('postgres')
  expect(error).toBeNull()
  expect(data).toEqual([{ name: studioName }])
  expect(log.mock.calls.flat().join()).toMatch(
    /moved from PGlite into Postgres: [1-9]\d* rows of [1-9]\d* tables, all compared/,
  )
  expect(listDatabases()).toEqual(['database.moved', 'postgres'])
})

test('interrupted, it starts anew; stopped between setting aside and taking over, it continues', async () => {
  vi.spyOn(console, 'log').mockReturnValue()
  mkdirSync(path.join(dataDirectory, 'postgres.moving'))
  writeFileSync(path.join(dataDirectory, 'postgres.moving/half'), '')

  await (await startDefault()).close()
  expect(listDatabases()).toEqual(['database.moved', 'postgres'])

  renameSync(path.join(dataDirectory, 'postgres'), path.join(dataDirectory, 'postgres.moving'))
  const host = await startDefault()
  expect(host.database.kind).toBe('postgres')
  await host.close()
  expect(listDatabases()).toEqual(['database.moved', 'postgres'])
})

test('rows that cannot be moved leave everything as it is, with instructions', async () => {
  const database = await openPglite(dataDirectory)
  await database.execute('create table public.of_their_own (text text); insert into public.of_their_own values (1)')
  await database.close()

  await expect(startDefault()).rejects.toThrow(
    /could not be moved into Postgres and is left as it is: .*of_their_own.* To keep using it, set XSHEET_DATABASE=pglite\.$/,
  )
  expect(listDatabases()).toEqual(['database', 'postgres.moving'])
})
