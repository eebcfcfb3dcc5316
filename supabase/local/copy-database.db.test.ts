import { text } from 'node:stream/consumers'
import { setImmediate } from 'node:timers/promises'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { expect, test } from 'vitest'
import { startPostgres } from '#tests/host/postgres.ts'
import { fromPostgres } from './copy-database.ts'

test('a connection that rows were copied from still answers queries, however slowly they were read', async () => {
  const database = await startPostgres()
  const sql = postgres(database.url, { max: 1 })
  const source = fromPostgres(sql)

  const lengths: number[] = []
  for (const size of [10, 20_000, 60_000, 2_000_000]) {
    const rows = await source.copyOut(`select repeat('x', ${size})`)
    for (let turn = 0; turn < 20; turn += 1) await setImmediate()
    lengths.push((await text(rows)).length)
  }
  const next = await source.query('select 1 as one')

  expect(lengths).toEqual([11, 20_001, 60_001, 2_000_001])
  expect(next).toEqual([{ one: 1 }])
  await sql.end()
  await database.stop()
})
