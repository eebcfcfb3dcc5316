import { afterEach, expect, test } from 'vitest'
import type { TestHost, TestHostOptions } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { PublicConfig } from './public-endpoints.ts'

let host: TestHost | undefined

afterEach(async () => {
  await host?.close()
  host = undefined
})

async function readDemo(options: TestHostOptions): Promise<{ started: TestHost; demo: PublicConfig['demo'] }> {
  const started = await startTestHost(options)
  host = started
  const response = await fetch(`${started.url}/config.json`)
  // The shape is tested beside the endpoint.
  const { demo } = (await response.json()) as PublicConfig
  return { started, demo }
}

test('each of the demo studio’s people can sign in with the password in config.json', async () => {
  const { started, demo } = await readDemo({ demo: true })

  const errors = await Promise.all(
    demo.accounts.map(async ({ email }) => {
      const { error } = await started.connect().auth.signInWithPassword({ email, password: demo.password })
      return error
    }),
  )

  expect(demo.available).toBe(true)
  const known = await started.database.query<{ id: string; email: string }>('select id::text, email from auth.users')
  expect(demo.accounts.map(({ id, email }) => ({ id, email }))).toEqual(expect.arrayContaining(known))
  expect(demo.accounts.map(({ role }) => role).toSorted()).toEqual([
    'admin',
    'lead',
    'member',
    'member',
    'member',
    'member',
    'owner',
    'viewer',
  ])
  expect(errors).toEqual(demo.accounts.map(() => null))
})

test('if the demo’s domain may not sign in there is no demo, but the host starts', async () => {
  const { started, demo } = await readDemo({ demo: true, settings: { allowedEmailDomains: ['elsewhere.example'] } })

  expect(demo).toEqual({ available: false, password: '', accounts: [] })
  expect(await started.database.query('select email from auth.users')).toEqual([])
})
