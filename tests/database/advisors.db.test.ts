import { execFile } from 'node:child_process'
import { promisify } from 'node:util'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

const run = promisify(execFile)
let host: TestHost

beforeAll(async () => {
  host = await startTestHost({ database: 'postgres' })
})
afterAll(() => host.close())

type Finding = { name: string; level: string; detail: string }

/** Runs the Supabase CLI's database linter; leaves out hints about unused indexes. */
async function lint(): Promise<Finding[]> {
  const url = `${host.settings.databaseUrl}?sslmode=disable`
  const arguments_ = [
    '-y',
    'supabase@2.117.0',
    'db',
    'advisors',
    '--db-url',
    url,
    '--type',
    'all',
    '--level',
    'info',
    '-o',
    'json',
  ]
  const { stdout } = await run('npx', arguments_, {
    env: { ...process.env, PGSSLMODE: 'disable' },
    maxBuffer: 64 * 2 ** 20,
  })
  const findings = JSON.parse(stdout.slice(stdout.indexOf('['))) as Finding[] // the linter's documented output
  return findings.filter((finding) => finding.name !== 'unused_index')
}

test('the database linter reports no errors or warnings, and checks exposed schemas', async () => {
  // Without this setting the linter does not know which schemas the API exposes, and skips most of its rules.
  const [{ name } = { name: '' }] = await host.database.query<{ name: string }>('select current_database() as name')
  await host.database.execute(`alter database "${name}" set pgrst.db_schemas = 'public'`)

  expect(await lint()).toEqual([])

  await host.database.execute('create table public.planted (id uuid); grant select on public.planted to anon;')
  const planted = await lint()
  expect(planted.map((finding) => finding.level)).toContain('ERROR')
})

test('triggers that compare a statement’s old and new rows do not cache their plan', async () => {
  // Such a plan is made for the row count of the connection's first statement: made for one row, it compares every
  // pair.
  const joins = await host.database.query<{ name: string }>(`
    select p.proname as name from pg_proc p
    where p.pronamespace = 'private'::regnamespace and p.prorettype = 'trigger'::regtype
      and regexp_replace(p.prosrc, 'execute format\\(\\$query\\$.*?\\$query\\$', '', 'g') ~ '(new_rows \\w+ join old_rows|old_rows \\w+ join new_rows)'`)

  expect(joins).toEqual([])
})
