import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
beforeAll(async () => {
  host = await startTestHost()
})
afterAll(async () => await host.close())

test('reloading a page while its token is refreshed does not sign it out', async () => {
  const ann = await host.admin.createUser('ann@refresh.example')
  const { data } = await ann.client.auth.getSession()
  const refresh = async (token: string) =>
    await fetch(`${host.url}/auth/v1/token?grant_type=refresh_token`, {
      method: 'POST',
      headers: { apikey: host.keys.publishableKey, 'content-type': 'application/json' },
      body: JSON.stringify({ refresh_token: token }),
    })

  let token = data.session?.refresh_token ?? ''
  for (let round = 0; round < 10; round += 1) {
    const answers = await Promise.all([refresh(token), refresh(token), refresh(token)])
    expect(answers.map(({ status }) => status)).toEqual([200, 200, 200])
    const tokens = await Promise.all(answers.map(async (answer) => (await answer.json()).refresh_token as string))
    expect(new Set(tokens).size).toBe(1)
    token = tokens[0] ?? ''
  }
})
