import { chmodSync, mkdtempSync, readdirSync, readFileSync, rmSync, writeFileSync } from 'node:fs'
import { tmpdir } from 'node:os'
import path from 'node:path'
import { createClient } from '@supabase/supabase-js'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call } from '#tests/database/a-studio.ts'
import { type FakeBucket, startFakeBucket } from '#tests/fakes/fake-bucket.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { cloneDatabase, toSettings } from '#tests/host/template.ts'
import { moveTo } from './move.ts'
import { startHost } from './server.ts'
import type { Settings } from './settings.ts'

const password = 'correct-horse-battery'
let bucket: FakeBucket
let settings: Settings
let owner: { id: string; email: string }
let studioId: string
let mediaId: string

// A studio with three files, in the embedded Postgres of a data directory whose host has stopped.
beforeAll(async () => {
  bucket = await startFakeBucket()
  const dataDirectory = mkdtempSync(path.join(tmpdir(), 'xsheet-files-'))
  // Postgres runs as another account if this runs as root.
  chmodSync(dataDirectory, 0o711)
  settings = { ...toSettings(dataDirectory), isPgliteWanted: false }
  const host = await startTestHost({ settings })
  const studio = await aStudio(host)
  const shot = await aTask(studio)
  const names = ['one.png', 'two words ½.png', 'three.png']
  const files = names.map((filename) => ({ filename, content_type: 'image/png', size_bytes: 4 }))
  const { data } = await studio.owner.client.functions.invoke<{ uploads: { id: string; upload_url: string }[] }>(
    'upload-attachment',
    { body: { files, studio_id: studio.id, task_id: shot.task.id } },
  )
  for (const [index, { id, upload_url: url }] of (data?.uploads ?? []).entries()) {
    await fetch(url, { method: 'PUT', body: `pix${index}`, headers: { 'content-type': 'image/png' } })
    await call(studio.owner.client, 'complete_upload', { p_media_id: id, p_details: {} })
    mediaId = id
  }
  ;[owner, studioId] = [studio.owner, studio.id]
  await host.close()
})
afterAll(async () => {
  await bucket.close()
  rmSync(settings.dataDirectory, { recursive: true, force: true, maxRetries: 5 })
})

const puts = (): string[] => bucket.asked.filter((one) => one.startsWith('PUT'))

test('files of another major version of Postgres are refused with instructions, which work with the version that made them', async () => {
  const target = await startPostgres()
  const file = path.join(settings.dataDirectory, 'postgres/data/PG_VERSION')
  const made = readFileSync(file, 'utf8')
  try {
    writeFileSync(file, '14\n')
    const wayOut = /^The database in .* was made by PostgreSQL 14, .* it is left unchanged\. .*npm run move -- --to/
    await expect(startHost(settings)).rejects.toThrow(wayOut)
    await expect(moveTo(target.url, settings)).rejects.toThrow(wayOut)

    writeFileSync(file, made)
    expect(await moveTo(target.url, settings)).toMatchObject({ wasThere: false, files: undefined })
  } finally {
    writeFileSync(file, made)
    await target.stop()
  }
})

test('files are copied into a bucket by their hash, once; rows follow; an interrupted move continues', async () => {
  const target = await startPostgres()
  const [toBucket, before] = [{ ...settings, s3: bucket.settings }, bucket.objects.size]
  try {
    const first = await moveTo(target.url, toBucket)
    const sent = puts().length
    const again = await moveTo(target.url, toBucket)
    const [name = ''] = bucket.objects.keys()
    bucket.objects.set(name, Buffer.from('else'))
    bucket.setTagged(false)
    const mended = await moveTo(target.url, toBucket)
    bucket.setTagged(true)

    expect(before).toBe(0)
    expect(first).toMatchObject({ wasThere: false, files: { sent: 3, wereThere: 0, missing: [] } })
    expect(again).toMatchObject({ wasThere: true, files: { sent: 0, wereThere: 3 } })
    expect(sent).toBe(3)
    expect(mended.files).toMatchObject({ sent: 1, wereThere: 2 })
    expect([...bucket.objects.values()].map(String).toSorted()).toEqual(['pix0', 'pix1', 'pix2'])

    const host = await startHost({ ...toBucket, databaseUrl: target.url })
    const client = createClient(host.url, host.keys.publishableKey, { auth: { persistSession: false } })
    await client.auth.signInWithPassword({ email: owner.email, password })
    const { data } = await client.functions.invoke('get-attachment-url', { body: { media_id: mediaId } })
    const got = await (await fetch(data.url)).text()
    await host.close()
    expect(data.url).toContain(bucket.settings.endpoint)
    expect(got).toBe('pix2')
  } finally {
    await target.stop()
  }
})

test('a bucket that refuses files stops the move before any row', async () => {
  const target = await startPostgres()
  try {
    const s3 = { ...bucket.settings, secretAccessKey: 'another' }
    await expect(moveTo(target.url, { ...settings, s3 })).rejects.toThrow(/^The bucket answered 403 to .*png/)

    const sql = postgres(target.url, { max: 1 })
    expect(await sql`select id from public.studios`).toEqual([])
    await sql.end()
  } finally {
    await target.stop()
  }
})

/**
 * A project as Supabase creates it, with our migrations: account tables belong to a service, with columns of its own.
 */
async function aProject() {
  const scratch = mkdtempSync(path.join(tmpdir(), 'xsheet-project-'))
  const target = await cloneDatabase(scratch, false)
  rmSync(scratch, { recursive: true, force: true })
  const sql = postgres(target.url, { max: 1, onnotice: () => undefined })
  await sql.unsafe(`
    do $$ begin create role supabase_auth_admin; exception when duplicate_object then null; end $$;
    do $$ begin create role project_owner login bypassrls password 'owner'; exception when duplicate_object then null; end $$;
    drop trigger if exists identities_before_write_check_domain on auth.identities;
    alter table auth.users add column instance_id uuid;
    alter table auth.users owner to supabase_auth_admin;
    alter table auth.identities owner to supabase_auth_admin;
    alter schema auth owner to supabase_auth_admin;
    grant usage on schema auth, supabase_migrations, private, public, storage to project_owner;
    grant all on auth.users, auth.identities to project_owner;
    grant select on all tables in schema supabase_migrations, storage to project_owner;
    insert into private.deployment_settings (key, value) values ('media_backend', '"supabase"')
      on conflict (key) do update set value = excluded.value;`)
  const ours = await sql<{ statement: string }[]>`
    select format('alter table %I.%I owner to project_owner', schemaname, tablename) as statement
    from pg_tables where schemaname in ('public', 'private')
    union all select format('grant execute on all functions in schema %I to project_owner', nspname)
    from pg_namespace where nspname in ('public', 'private', 'auth')`
  for (const { statement } of ours) await sql.unsafe(statement)
  const url = new URL(target.url)
  ;[url.username, url.password] = ['project_owner', 'owner']
  return { sql, url: url.href, superUrl: target.url, stop: async () => [await sql.end(), await target.stop()] }
}

test('into a Supabase project: accounts keep their ids, files go by its S3 address, and the project’s own data stays', async () => {
  const project = await aProject()
  try {
    bucket.objects.clear()
    const first = await moveTo(project.url, { ...settings, s3: bucket.settings })
    const again = await moveTo(project.url, { ...settings, s3: bucket.settings })

    expect(first).toMatchObject({ wasThere: false, files: { sent: 3 } })
    expect(again).toMatchObject({ wasThere: true, files: { sent: 0, wereThere: 3 } })
    const accounts = await project.sql`
      select u.id, u.instance_id, u.recovery_token, i.provider from auth.users u
      join auth.identities i on i.user_id = u.id where u.email = ${owner.email}`
    expect(accounts).toEqual([
      { id: owner.id, instance_id: '00000000-0000-0000-0000-000000000000', recovery_token: '', provider: 'email' },
    ])
    expect(await project.sql`select id from public.studios`).toEqual([{ id: studioId }])
    // Its storage service writes them as the files arrive.
    expect(await project.sql`select id from storage.objects`).toEqual([])
    expect(await project.sql`select id from auth.sessions`).toEqual([])
    expect(await project.sql`select value from private.deployment_settings where key = 'media_backend'`).toEqual([
      { value: 'supabase' },
    ])
    const triggers = await project.sql`
      select tgname from pg_trigger where not tgisinternal and tgenabled = 'D'`
    expect(triggers).toEqual([])
  } finally {
    await project.stop()
  }
})

test('a project without our tables, and one with other data, are left alone', async () => {
  const empty = await startPostgres()
  const project = await aProject()
  try {
    const sql = postgres(empty.url, { max: 1, onnotice: () => undefined })
    await sql.unsafe(
      `create schema auth; create table auth.users (id uuid); alter table auth.users owner to supabase_auth_admin`,
    )
    await sql.end()
    await project.sql`insert into auth.users (id, email) values (gen_random_uuid(), 'somebody@else.example')`
    const toProject = { ...settings, s3: bucket.settings }
    await expect(moveTo(project.url, settings)).rejects.toThrow(/^The 3 files go into the project’s storage/)
    await expect(moveTo(empty.url, toProject)).rejects.toThrow('The project has no tables of Xsheet yet')
    await expect(moveTo(project.url, toProject)).rejects.toThrow('auth.users is not the same there')
  } finally {
    await empty.stop()
    await project.stop()
  }
  expect(readdirSync(settings.dataDirectory)).toContain('postgres')
})
