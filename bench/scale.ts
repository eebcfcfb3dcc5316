// Measures the database at a chosen size, studio by studio: `node bench/scale.ts --studios 20`. Uses a throw-away
// Postgres, or an empty database of XSHEET_TEST_DATABASE_URL. Prints sizes and the cost of calls as it grows.
// `--minutes` limits the filling, `--small 100` adds that many studios of 500 items; then many callers ask at once.
import type { Database } from '#supabase/local/queryable.ts'
import { cpus, totalmem } from 'node:os'
import { parseArgs } from 'node:util'
import { seedHistory } from '#supabase/seed/history.ts'
import { seedLarge, type LargeStudio } from '#supabase/seed/large.ts'
import { startPostgres } from '#tests/host/postgres.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { measureCallers } from './scale/callers.ts'
import { measureCalls } from './scale/calls.ts'

const option = { type: 'string' } as const
const { values } = parseArgs({
  options: { studios: option, items: option, stages: option, minutes: option, small: option },
})
const [large, items, stages, small] = [
  Number(values.studios ?? 20),
  Number(values.items ?? 50_000),
  Number(values.stages ?? 6),
  Number(values.small ?? 0),
]
const untilMs = performance.now() + Number(values.minutes ?? 1e6) * 60_000

const postgres = await startPostgres()
const host = await startTestHost({ database: 'postgres', settings: { databaseUrl: postgres.url } })
const { database } = host
try {
  const [{ version } = { version: '' }] = await database.query<{ version: string }>(
    "select current_setting('server_version') || ', shared_buffers ' || current_setting('shared_buffers') as version",
  )
  console.log(`${cpus().length} × ${cpus()[0]?.model}, ${Math.round(totalmem() / 2 ** 30)} GiB, Postgres ${version}`)
  const studios: LargeStudio[] = []
  while (studios.length < large && performance.now() < untilMs) {
    studios.push(await addStudio(items, studios.length))
    if ([1, 2, 5, 10, 20, 30, 40, 50, 60, 100, 200].includes(studios.length))
      await report(studios, `${studios.length} studios of ${items} items × ${stages} stages`)
  }
  const count = studios.length
  for (let made = 0; made < small; made += 1) studios.push(await addStudio(500, studios.length))
  await report(studios, `${count} studios of ${items} items × ${stages} stages and ${small} of 500`)
  for (const line of await measureCallers(database, postgres.url, studios)) console.log(line)
} finally {
  await host.close()
  await postgres.stop()
}

async function addStudio(size: number, index: number): Promise<LargeStudio> {
  const spaces = Math.ceil(size / 500)
  // The first two are created as usual; the rest without foreign key checks, which take most of the time.
  const of = index < 2 ? database : withoutChecks(database)
  const studio = await seedLarge(of, { items: size, stages, spaces, projects: Math.min(10, spaces) })
  await seedHistory(of, studio, { revisions: size * 3, comments: size * 3, notifications: size })
  // The measured person belongs to two studios only; their rows in the others stay.
  if (index >= 2)
    await database.query('delete from public.studio_members where studio_id = $1 and user_id = $2', [
      studio.studioId,
      studio.memberId,
    ])
  return studio
}

function withoutChecks(of: Database): Database {
  return {
    ...of,
    transaction: (work) =>
      of.transaction(async (transaction) => {
        await transaction.execute('set local session_replication_role = replica')
        const result = await work(transaction)
        await transaction.execute(
          'insert into private.studio_clocks (studio_id) select id from public.studios on conflict do nothing',
        )
        return result
      }),
  }
}

async function report(studios: readonly LargeStudio[], title: string): Promise<void> {
  const [first] = studios
  await database.execute('vacuum analyze')
  console.log(`\n${title}, ${Math.round(performance.now() / 1000)} s after the start`)
  await printSizes(database)
  if (first !== undefined) for (const line of await measureCalls(database, first)) console.log(line)
}

async function printSizes(of: Database): Promise<void> {
  const rows = await of.query<{ name: string; rows: number; table: number; indexes: number }>(
    `select c.relname as name, c.reltuples::float8 as rows, pg_table_size(c.oid)::float8 as table, pg_indexes_size(c.oid)::float8 as indexes
     from pg_class c join pg_namespace n on n.oid = c.relnamespace
     where c.relkind = 'r' and n.nspname in ('public', 'private') and c.reltuples >= 1000 order by pg_total_relation_size(c.oid) desc limit 12`,
  )
  const [whole] = await of.query<{ bytes: number }>('select pg_database_size(current_database())::float8 as bytes')
  const size = (bytes: number): string => `${(bytes / 2 ** 20).toFixed(0)} MiB`
  console.log(`the database: ${size(whole?.bytes ?? 0)}`)
  for (const { name, rows: count, table, indexes } of rows)
    console.log(
      `${name}: ${count} rows, table ${size(table)}, indexes ${size(indexes)}, ${Math.round((table + indexes) / count)} bytes a row`,
    )
}
