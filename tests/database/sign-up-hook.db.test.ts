import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
beforeAll(async () => {
  host = await startTestHost({ settings: { allowedEmailDomains: ['northlight.example'] } })
})
afterAll(() => host?.close())

/** Calls the hook as Supabase's sign-in does before it creates an account. */
async function ask(user: object): Promise<unknown> {
  const [row] = await host.database.query<{ answer: unknown }>(
    'select private.before_user_created($1::text::jsonb) as answer',
    [JSON.stringify({ metadata: { name: 'before-user-created', ip_address: '127.0.0.1' }, user })],
  )
  return row?.answer
}

const refused = (message: string) => ({ error: { http_code: 403, message } })
const google = (about: object, email = 'ann@northlight.example') => ({
  email,
  app_metadata: { provider: 'google', providers: ['google'] },
  user_metadata: { email_verified: true, ...about },
})

test('the sign-up hook accepts company addresses by Google, GitHub and e-mail', async () => {
  expect(await ask(google({ custom_claims: { hd: 'northlight.example' } }))).toEqual({})
  expect(await ask({ ...google({}), app_metadata: { provider: 'github' } })).toEqual({})
  expect(await ask({ email: 'ann@northlight.example', app_metadata: { provider: 'email' } })).toEqual({})
})

test.each([
  [
    'a personal account with an address of the company',
    google({}),
    'The Google account does not belong to an allowed domain',
  ],
  [
    'an account of another company with an address of ours',
    google({ custom_claims: { hd: 'evil.example' } }),
    'The Google account does not belong to an allowed domain',
  ],
  [
    'an address that is not verified',
    google({ email_verified: false, custom_claims: { hd: 'northlight.example' } }),
    'The e-mail address is not verified',
  ],
  [
    'another company',
    google({ custom_claims: { hd: 'evil.example' } }, 'eve@evil.example'),
    'This e-mail address is not allowed here. Use your company account.',
  ],
  ['nothing at all', {}, 'This e-mail address is not allowed here. Use your company account.'],
])('%s is refused with a message the person sees', async (_, user, message) => {
  expect(await ask(user)).toEqual(refused(message))
})

test('without a configured domain the sign-up hook accepts everybody', async () => {
  await host.database.query(`update private.deployment_settings set value = '[]' where key = 'allowed_email_domains'`)

  expect(await ask(google({}, 'eve@evil.example'))).toEqual({})
})

test('the sign-up hook cannot be called through the API', async () => {
  const [row] = await host.database.query<{ may: boolean }>(
    `select bool_or(has_function_privilege(r, 'private.before_user_created(jsonb)', 'execute')) as may
     from unnest(array['anon', 'authenticated']) as r`,
  )

  expect(row?.may).toBe(false)
})
