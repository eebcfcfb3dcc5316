import { expect, test } from 'vitest'
import { AuthSession } from './session.ts'

function aSession({ expiresInSeconds, fetched }: { expiresInSeconds: number; fetched: string[] }): AuthSession {
  const wire = {
    access_token: 'token',
    refresh_token: 'again',
    expires_at: Math.floor(Date.now() / 1000) + expiresInSeconds,
    user: { id: 'someone', email: 'ann@studio.test', user_metadata: { full_name: 'Ann Lee' } },
  }
  const values = new Map([['xsheet-session', JSON.stringify(wire)]])
  return new AuthSession({
    url: 'https://studio.test',
    apiKey: 'key',
    autoRefresh: false,
    storage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => {
        values.set(key, value)
      },
      removeItem: (key) => {
        values.delete(key)
      },
    },
    fetch: async (input) => {
      fetched.push(new Request(input).url)
      return await Promise.reject(new TypeError('fetch failed'))
    },
  })
}

test('without a network a kept session still says whose it is, ended or not, and asks nobody', async () => {
  const fetched: string[] = []
  const session = aSession({ expiresInSeconds: -3600, fetched })
  expect(await session.load()).toMatchObject({ userId: 'someone', email: 'ann@studio.test', fullName: 'Ann Lee' })
  expect(fetched).toEqual([])
})

test('a fresh token is used as it is', async () => {
  const fetched: string[] = []
  expect(await aSession({ expiresInSeconds: 600, fetched }).loadAccessToken()).toBe('token')
  expect(fetched).toEqual([])
})

test('an address without a code or tokens is no sign-in, and a refusal in it is told in its words', async () => {
  const session = aSession({ expiresInSeconds: 600, fetched: [] })
  expect(await session.completeOAuth('https://app.test/auth/callback')).toBeUndefined()
  const refused = session.completeOAuth('https://app.test/auth/callback?error_description=Not%20from%20here')
  await expect(refused).rejects.toMatchObject({ message: 'Not from here' })
})
