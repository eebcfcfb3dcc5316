import { afterAll, beforeAll, expect, test } from 'vitest'
import { sizeLimits } from '#core/schema/size-limits.ts'
import { errorOfAnswer } from '#core/gateway/wire-error.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { call } from './a-studio.ts'
import { rules } from './row-rules.ts'
import { makeWorld } from './world.ts'

let host: TestHost

beforeAll(async () => {
  host = await startTestHost()
  await makeWorld(host.database)
})
afterAll(() => host.close())

/** Values a row needs besides a long one, because another rule would refuse it first. */
const beside: Record<string, string> = { 'field_definitions.formula': `, kind = 'formula'` }

type Column = { table: string; column: string; type: string; checks: string[] }

/** Returns every text and JSON column of the exposed schema that is not generated, with its checks. */
async function listColumns(): Promise<Column[]> {
  return host.database.query<Column>(`
    select c.relname as "table", a.attname as "column", t.typname as type,
      array(select pg_get_constraintdef(k.oid) from pg_constraint k
        where k.conrelid = c.oid and k.contype = 'c' and a.attnum = any(k.conkey)) as checks
    from pg_class c
    join pg_attribute a on a.attrelid = c.oid and a.attnum > 0 and not a.attisdropped and a.attgenerated = ''
    join pg_type t on t.oid = a.atttypid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and t.typname in ('text', 'varchar', 'json', 'jsonb', '_text', '_jsonb')
    order by 1, 2`)
}

/** Returns whether a check limits the size: by a length, a list of values, or a closed pattern. */
function isBounded({ column, checks }: Column): boolean {
  return checks.some(
    (check) =>
      check.includes(`(length(${column}) <= `) ||
      check.includes(`(octet_length((${column})::text) <= `) ||
      check.includes(`(pg_column_size(${column}) <= `) ||
      check.includes(`(cardinality(${column}) <= `) ||
      check.includes(`(${column} = ANY (`) ||
      /^CHECK \(\((\w+) ~\*? '\^[^*+]*\$'::text\)\)/.exec(check)?.[1] === column,
  )
}

test('every stored text and JSON column has a size limit', async () => {
  const columns = await listColumns()
  expect(columns.length).toBeGreaterThan(70)

  expect(columns.filter((column) => !isBounded(column)).map(({ table, column }) => `${table}.${column}`)).toEqual([])
})

test('size limits are the same in the database and in the app, and refuse one more', async () => {
  const stored: Record<string, string> = {}
  const known: Record<string, string> = {}
  const taken: Record<string, string> = {}
  const checks = await host.database.query<{ name: string; definition: string }>(`
    select conname as name, pg_get_constraintdef(oid) as definition from pg_constraint
    where connamespace = 'public'::regnamespace and contype = 'c' and conname like '%\\_limit\\_check'`)
  for (const { name, definition } of checks) stored[name] = definition.replace(' NOT VALID', '')
  const json = new Set(
    (await listColumns()).filter(({ type }) => type === 'jsonb').map((c) => `${c.table}.${c.column}`),
  )

  for (const [table, columns] of Object.entries(sizeLimits)) {
    for (const [column, limit] of Object.entries(columns)) {
      const name = `${table}_${column}_limit_check`
      const isJson = json.has(`${table}.${column}`)
      known[name] = isJson
        ? `CHECK ((octet_length((${column})::text) <= ${limit}))`
        : `CHECK ((length(${column}) <= ${limit}))`
      // A time is a number of hours, surrounded by any white space.
      const long = `repeat('${column === 'time_spent' ? ' ' : 'x'}', ${limit + 1})`
      const value = isJson ? `jsonb_build_object('x', ${long})` : long
      const writing = host.database.query(
        `update public.${table} set ${column} = ${value}${beside[`${table}.${column}`] ?? ''} where ${rules[table]?.row} returning 1`,
      )
      const refused = await writing.then(
        (rows) => `${rows.length} written`,
        ({ message }: Error) => message,
      )
      if (!refused.includes(`"${name}"`)) taken[name] = refused
    }
  }

  expect(stored).toEqual(known)
  expect(taken).toEqual({})
})

test('an account’s own metadata is limited, however often it is added to', async () => {
  const { client } = await host.admin.createUser()
  const add = async (key: string) => (await client.auth.updateUser({ data: { [key]: 'x'.repeat(40_000) } })).error

  expect(await add('one')).toBeNull()
  expect(await add('two')).toMatchObject({ message: 'The details of an account have at most 64 kB' })
  expect(Object.keys((await client.auth.getUser()).data.user?.user_metadata ?? {})).not.toContain('two')
})

test('a too long value is refused in a sentence, not with a constraint’s name', async () => {
  const owner = await host.admin.createUser()
  const { id } = await call<{ id: string }>(owner.client, 'create_studio', { p_name: 'Northlight' })
  const row = { studio_id: id, name: 'Comet', description: 'x'.repeat(1_000_000) }
  const project = await owner.client.from('projects').insert(row)
  const preference = await owner.client
    .from('user_preferences')
    .upsert({ user_id: owner.id, key: 'big', value: { text: 'x'.repeat(2_000_000) } })

  const words = [project, preference].map(({ error, status }) =>
    errorOfAnswer({ status, headers: new Headers() }, error),
  )

  expect(words.map(({ code, message }) => [code, message])).toEqual([
    ['too-long', 'The description is too long. The limit is 20,000 characters.'],
    ['too-long', 'The setting is too long. The limit is 64 kB.'],
  ])
})
