import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'

// On Postgres in either run, as nothing here is about the database.
let host: TestHost
let ann: TestUser

beforeAll(async () => {
  host = await startTestHost({ database: 'postgres' })
  ann = await host.admin.createUser()
})
afterAll(() => host?.close())

async function ask(path: string, body?: string, bearer?: string): Promise<{ status: number; code: unknown }> {
  const response = await fetch(`${host.url}${path}`, {
    headers: {
      apikey: host.keys.publishableKey,
      'content-type': 'application/json',
      ...(bearer !== undefined && { authorization: `Bearer ${bearer}` }),
    },
    ...(body !== undefined && { method: 'POST', body }),
  })
  const { code } = (await response.json()) as { code: unknown }
  return { status: response.status, code }
}

test('filters that are nested deep are refused unread', async () => {
  const nested = (depth: number): string => `/rest/v1/items?or=(${'and('.repeat(depth)}id.is.null${')'.repeat(depth)})`

  expect(await ask(nested(4000))).toEqual({ status: 414, code: 'uri_too_long' })
  expect(await ask(nested(100))).toEqual({ status: 400, code: 'PGRST100' })
})

test('lists without end are refused unparsed, from strangers by their size, from people by their length', async () => {
  const { data } = await ann.client.auth.getSession()
  const list = `[${'{},'.repeat(3_000_000)}{}]`

  const tooLarge = { status: 413, code: 'payload_too_large' }
  expect(await ask('/rest/v1/items', list)).toEqual(tooLarge)
  expect(await ask('/rest/v1/items', list, data.session?.access_token)).toEqual(tooLarge)
  expect(await ask('/rest/v1/rpc/apply_import', '['.repeat(1_000_000), data.session?.access_token)).toEqual(tooLarge)
})

test('a sign-in has a body that fits one', async () => {
  const answer = await ask('/auth/v1/token?grant_type=password', '['.repeat(10_000_000))

  expect(answer).toEqual({ status: 413, code: 'payload_too_large' })
})

test('while sixty people sign up, health answers before most of them', async () => {
  let done = 0
  const signUps = Array.from({ length: 60 }, async (_, n) => {
    const answer = await host.connect().auth.signUp({ email: `new${n}@example.com`, password: 'correct-horse-battery' })
    done += 1
    return answer.error
  })

  const health = await fetch(`${host.url}/healthz`)

  expect([health.status, done < 30]).toEqual([200, true])
  expect(await Promise.all(signUps)).toEqual(Array.from({ length: 60 }, () => null))
})
