import type { Database } from '#supabase/local/queryable.ts'
import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { rules } from './row-rules.ts'
import type { Persona } from './world.ts'
import { claimsOf, makeWorld, rowId, studioId, userId } from './world.ts'

type Column = { table: string; column: string; type: keyof typeof forgeries; verb: 'insert' | 'update' }

/** Values that somebody might forge: long ago, by another person, done. */
const forgeries = { timestamptz: '2001-02-03 04:05:06+00', uuid: userId('viewer'), bool: 'true' }

/** Moments chosen by people: when somebody began to work on a task. */
const said = ['time_entries.started_at']

let host: TestHost
let database: Database

beforeAll(async () => {
  host = await startTestHost()
  database = host.database
  await makeWorld(database)
})
afterAll(() => host.close())

/** Returns the columns only the database may set, in all writable tables: when, by whom, and what has been done. */
async function listStamps(): Promise<Column[]> {
  // By row rules, not privileges: the embedded host grants every column to everybody.
  return database.query<Column>(`
    select p.tablename as "table", a.attname as "column", t.typname as type, lower(p.cmd) as verb
    from pg_policies p
    join pg_attribute a on a.attrelid = format('public.%I', p.tablename)::regclass and a.attnum > 0 and not a.attisdropped
    join pg_type t on t.oid = a.atttypid
    where p.schemaname = 'public' and p.cmd in ('INSERT', 'UPDATE')
      and (t.typname = 'timestamptz' or a.attname like '%\\_by' or a.attname in ('is_stored', 'is_edited', 'is_automatic'))
    order by 1, 2, 4`)
}

class RollBack extends Error {}

/** Returns a row as written by somebody, rolled back; undefined if it is refused. */
async function write(persona: Persona, statement: string): Promise<Record<string, unknown> | undefined> {
  let row: Record<string, unknown> | undefined
  try {
    await database.asUser(claimsOf(persona), async (user) => {
      row = (await user.query(statement))[0]
      throw new RollBack('undone on purpose')
    })
  } catch (error) {
    const { code } = error as { code?: string } // a database error carries its SQLSTATE
    if (!(error instanceof RollBack) && code !== '42501') throw new Error(statement, { cause: error })
  }
  return row
}

function forge({ table, column, type, verb }: Column, persona: Persona): string {
  const { insert, row } = rules[table] ?? {}
  const value = `'${forgeries[type]}'`
  const isForged = `returning ${column} = ${value} as is_forged`
  if (verb === 'update') return `update public.${table} set ${column} = ${value} where ${row} ${isForged}`
  const [, columns = '', values = ''] = /^\((.*?)\) values \((.*)\)$/.exec(insert?.(userId(persona)) ?? '') ?? []
  const isThere = columns.split(', ').includes(column)
  const what = isThere ? insert?.(userId('viewer')) : `(${columns}, ${column}) values (${values}, ${value})`
  return `insert into public.${table} ${what} ${isForged}`
}

test('nobody can forge when and by whom a row was created or changed, or that its bytes are stored', async () => {
  const stamps = await listStamps()
  expect(stamps.length).toBeGreaterThan(90)

  const forged: string[] = []
  for (const stamp of stamps) {
    const [persona] = rules[stamp.table]?.may[stamp.verb] ?? []
    if (persona === undefined) throw new Error(`Nobody may ${stamp.verb} ${stamp.table}`)
    const row = await write(persona, forge(stamp, persona))
    if (row?.['is_forged'] === true) forged.push(`${stamp.verb} ${stamp.table}.${stamp.column}`)
  }

  expect(forged.filter((one) => !said.includes(one.split(' ')[1] ?? ''))).toEqual([])
})

test('a queued write keeps its own time, and is stamped with its arrival', async () => {
  const comment = await write(
    'member',
    `insert into public.comments (task_id, content, created_by, created_at, updated_at)
     values ('${rowId('tasks')}', 'Late', '${userId('member')}', '2001-01-01', '2001-01-01')
     returning content, created_at = now() and updated_at = now() as is_now`,
  )
  const project = await write(
    'member',
    `insert into public.projects (studio_id, name, created_by, created_at)
     values ('${studioId}', 'Late', null, '2001-01-01') returning created_by, created_at = now() as is_now`,
  )

  expect(comment).toEqual({ content: 'Late', is_now: true })
  expect(project).toEqual({ created_by: userId('member'), is_now: true })
})

test('an edited comment stays marked as edited', async () => {
  await database.execute(`update public.comments set content = 'Edited' where id = '${rowId('comments')}'`)

  const row = await write(
    'lead',
    `update public.comments set is_edited = false where id = '${rowId('comments')}' returning is_edited`,
  )

  expect(row).toEqual({ is_edited: true })
})
