import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { resetPassword } from './password.ts'

let host: TestHost
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(async () => await host.close())

const flags = (port = new URL(host.url).port) => ['--port', port, '--xsheet-data', host.settings.dataDirectory]

test('a forgotten password is reset on the machine, which signs the account out everywhere', async () => {
  const ann = await host.admin.createUser('ann@forgot.example')

  const password = await resetPassword(' Ann@Forgot.example ', flags())

  const signIn = async (given: string) =>
    (await host.connect().auth.signInWithPassword({ email: ann.email, password: given })).error?.code
  expect(password).toMatch(/^[a-z2-9]{16}$/)
  expect(await signIn(ann.password)).toBe('invalid_credentials')
  expect(await signIn(password)).toBeUndefined()
  expect((await ann.client.auth.refreshSession()).error).not.toBeNull()
})

test('reports an unknown account, and that the host has to run', async () => {
  await expect(resetPassword('nobody@forgot.example', flags())).rejects.toThrow(
    'Nobody has signed up as nobody@forgot.example.',
  )
  await expect(resetPassword('ann@forgot.example', flags('1'))).rejects.toThrow('start Xsheet first')
})

test('the service key changes only passwords of others, and refuses other changes with a message', async () => {
  const ben = await host.admin.createUser('ben@forgot.example')
  const { error } = await host.admin.client.auth.admin.updateUserById(ben.id, { email: 'else@forgot.example' })

  expect(error?.message).toBe('email cannot be changed here: only the password can')
})
