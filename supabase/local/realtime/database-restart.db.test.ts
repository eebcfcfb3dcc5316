import { expect, test } from 'vitest'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { toPauseSeconds } from '../postgres.ts'
import { aStudio } from '#tests/database/a-studio.ts'

// On Postgres in either run: PGlite is never gone while its host runs.
test('after Postgres broke off every connection, windows join again and hear of what comes', async () => {
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
    // By what lies between a window knows that it missed something, and pulls.
    expect(heard[1]).toBe('CHANNEL_ERROR')
    await studio.owner.client.from('projects').insert({ studio_id: studio.id, name: 'Comet' })
    await expect.poll(() => heard.at(-1), { timeout: 20_000 }).toBe('rev')
    await studio.viewer.client.removeAllChannels()
  } finally {
    await host.close()
  }
})

test('a server that has been away for long is asked again each second', () => {
  expect([0, 3, 20].map(toPauseSeconds)).toEqual([0.01, 0.27, 1])
})
