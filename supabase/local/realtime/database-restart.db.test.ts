import { postgres } from '#supabase/local/postgres-driver.ts'
import { expect, test } from 'vitest'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toPauseSeconds } from '../postgres.ts'
import { aStudio } from '#tests/database/a-studio.ts'

// Always on Postgres: PGlite is never gone while its host runs.
test('after Postgres dropped every connection, windows rejoin and receive news again', async () => {
  const host = await startTestHost({ database: 'postgres' })
  try {
    const studio = await aStudio(host)
    const heard: string[] = []
    studio.viewer.client
      .channel(`studio:${studio.id}`, { config: { private: true } })
      .on('broadcast', { event: 'rev' }, () => heard.push('rev'))
      .subscribe((status) => heard.push(status))
    await expect.poll(() => heard, { timeout: 20_000 }).toEqual(['SUBSCRIBED'])

    await host.database.query(
      'select pg_terminate_backend(pid) from pg_stat_activity where datname = current_database() and pid <> pg_backend_pid()',
    )

    const countJoins = (): number => heard.filter((one) => one === 'SUBSCRIBED').length
    await expect.poll(countJoins, { timeout: 20_000 }).toBe(2)
    // The event in between tells a window that it missed something, so it pulls.
    expect(heard[1]).toBe('CHANNEL_ERROR')
    await studio.owner.client.from('projects').insert({ studio_id: studio.id, name: 'Comet' })
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe('rev')
    await studio.viewer.client.removeAllChannels()
  } finally {
    await host.close()
  }
})

test('a server that was away for long is retried every second', () => {
  expect([0, 3, 20].map(toPauseSeconds)).toEqual([0.01, 0.27, 1])
})

test('work that Postgres aborts fails alone: its connection serves the next caller, and nobody else’s work fails', async () => {
  const host = await startTestHost({ database: 'postgres' })
  const other = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  const sleep = (): Promise<string> =>
    host.database
      .transaction(async (transaction) => void (await transaction.query('select pg_sleep(600)')))
      .then(
        () => 'slept',
        () => 'broken off',
      )
  const countSleeping = async (): Promise<number> =>
    (
      await other`select from pg_stat_activity
        where datname = current_database() and state = 'active' and query like 'select pg_sleep%'`
    ).length
  const breakOff = () =>
    other`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`

  const answers = Array.from({ length: 20 }, () => [{ one: 1 }])
  const askAll = async (): Promise<unknown> =>
    await Promise.all(answers.map(() => host.database.query('select 1 as one'))).catch(() => 'not yet')

  const slept: string[] = []
  for (let round = 0; round < 6; round += 1) {
    const asleep = Array.from({ length: 5 }, sleep)
    // Between two of its statements no query is sent; it learns of the end at the next.
    const begun = Promise.withResolvers<void>()
    const paused = Promise.withResolvers<void>()
    const between = host.database
      .transaction(async (transaction) => {
        await transaction.query('select 1')
        begun.resolve()
        await paused.promise
        await transaction.query('select 1')
      })
      .catch(() => 'broken off')
    await begun.promise
    await expect.poll(countSleeping, { timeout: 20_000 }).toBe(5)
    await breakOff()
    slept.push(...(await Promise.all(asleep)))
    await expect.poll(askAll, { timeout: 20_000 }).toEqual(answers)
    paused.resolve()
    slept.push(String(await between))
  }

  expect(slept).toEqual(Array.from({ length: 36 }, () => 'broken off'))
  expect(await askAll()).toEqual(answers)
  await other.end()
  await host.close()
})

test('after Postgres dropped every connection, as many transactions as before run side by side', async () => {
  const host = await startTestHost({ database: 'postgres' })
  const other = postgres(host.settings.databaseUrl ?? '', { max: 1 })
  for (let round = 0; round < 3; round += 1) {
    await other`select pg_terminate_backend(pid) from pg_stat_activity
      where datname = current_database() and pid <> pg_backend_pid()`
    const isFull = Promise.withResolvers<void>()
    let inside = 0
    const transactions = Array.from({ length: 8 }, async () => {
      // Transactions requested while the connections end fail with them.
      for (let isDone = false; !isDone;)
        isDone = await host.database
          .transaction(async (all) => {
            await all.query('select 1')
            inside += 1
            if (inside === 8) isFull.resolve()
            await isFull.promise
          })
          .then(
            () => true,
            () => false,
          )
    })

    await expect.poll(() => inside, { timeout: 20_000 }).toBe(8)
    await Promise.all(transactions)
  }
  await other.end()
  await host.close()
})
