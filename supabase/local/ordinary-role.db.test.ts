import { randomUUID } from 'node:crypto'
import { postgres } from '#supabase/local/postgres-driver.ts'
import { expect, test } from 'vitest'
import { startPostgres } from '#tests/host/postgres.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

test('a role that was superuser only for the first start can start the host again', async () => {
  // Given a role as in the guide to a single machine, and a first start
  const fresh = await startPostgres()
  const admin = postgres(fresh.url, { max: 1, onnotice: () => {} })
  const role = `owner_${randomUUID().replaceAll('-', '')}`
  const url = new URL(fresh.url)
  await admin.unsafe(`create role ${role} login createrole bypassrls superuser password 'secret'`)
  await admin.unsafe(`alter database ${url.pathname.slice(1)} owner to ${role}`)
  url.username = role
  url.password = 'secret'
  const start = () => startTestHost({ database: 'postgres', settings: { databaseUrl: url.href } })
  await (await start()).close()

  // When its superuser rights are removed
  await admin.unsafe(`alter role ${role} nosuperuser`)
  const again = await start()

  // Then people are served as before
  const person = await again.admin.createUser()
  const { data, error } = await person.client.from('user_roles').select('name')
  expect(error).toBeNull()
  expect(data).toHaveLength(5)

  await again.close()
  await admin.end()
  await fresh.stop()
})
