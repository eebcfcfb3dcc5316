import type { PgliteConnection } from '@supabase/lite/pglite'
import { CompiledQuery } from 'kysely'
import { afterEach, expect, test } from 'vitest'
import { loadLitePglite } from './lite.ts'
import { makeMutex } from './mutex.ts'
import type { PgliteSession } from './pglite-session.ts'
import { serialize } from './pglite.ts'

const opened: PgliteConnection[] = []

afterEach(async () => {
  for (const connection of opened.splice(0)) await connection.close()
})

async function openInMemory(): Promise<PgliteConnection> {
  const { createPgliteConnection } = await loadLitePglite()
  const connection = await createPgliteConnection()
  opened.push(connection)
  await connection.driver.exec('create table notes (id int); alter table notes enable row level security')
  return connection
}

const toSession = ({ driver }: PgliteConnection): PgliteSession => ({
  query: (text, parameters = []) => driver.query(text, [...parameters]),
  execute: async (text) => (await driver.exec(text))[0]?.rows ?? [],
})

/** Forty people concurrently ask who they are, several times each; counts the answers that name somebody else. */
async function countBleeds(connection: PgliteConnection): Promise<number> {
  const whoAmI = CompiledQuery.raw(`select current_setting('request.jwt.claim.sub', true) as sub`)
  const people = Array.from({ length: 40 }, (_, index) => `00000000-0000-4000-8000-${String(index).padStart(12, '0')}`)
  const answers = await Promise.all(
    people.map((uid) =>
      connection
        .withContext({ auth: { role: 'authenticated', uid, jwt: { sub: uid } } }, async (kysely) => {
          const seen: unknown[] = []
          for (let ask = 0; ask < 5; ask += 1) seen.push(...(await kysely.executeQuery(whoAmI)).rows)
          return seen.filter((row) => JSON.stringify(row) !== JSON.stringify({ sub: uid })).length
        })
        .catch(() => 1),
    ),
  )
  return answers.reduce((sum, bled) => sum + bled, 0)
}

test('lite alone lets one person run as another on PGlite', async () => {
  const connection = await openInMemory()

  const bleeds = await countBleeds(connection)

  expect(bleeds).toBeGreaterThan(0)
})

test('with the mutex nobody ever runs as somebody else', async () => {
  const connection = await openInMemory()
  serialize(connection, toSession(connection))

  const bleeds = await countBleeds(connection)

  expect(bleeds).toBe(0)
})

test('our statements never land inside another caller’s open transaction', async () => {
  const connection = await openInMemory()
  const mutex = serialize(connection, toSession(connection))
  const somebody = { auth: { role: 'authenticated', uid: '00000000-0000-4000-8000-000000000001', jwt: {} } }
  const wait = CompiledQuery.raw('select 1')

  const [, roles] = await Promise.all([
    connection.withContext(somebody, async (kysely) => {
      for (let step = 0; step < 20; step += 1) await kysely.executeQuery(wait)
    }),
    Promise.all(
      Array.from({ length: 20 }, () =>
        mutex.run(() => connection.driver.query<{ role: string }>('select current_user as role')),
      ),
    ),
  ])

  expect(new Set(roles.flatMap(({ rows }) => rows.map(({ role }) => role)))).toEqual(new Set(['postgres']))
})

test('the mutex serves in order and continues after a failure', async () => {
  const mutex = makeMutex()
  const order: number[] = []

  const results = await Promise.allSettled(
    [1, 2, 3].map((turn) =>
      mutex.run(async () => {
        await Promise.resolve()
        order.push(turn)
        if (turn === 2) throw new Error('fails')
      }),
    ),
  )

  expect(order).toEqual([1, 2, 3])
  expect(results.map(({ status }) => status)).toEqual(['fulfilled', 'rejected', 'fulfilled'])
})
