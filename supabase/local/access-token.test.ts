import { SignJWT } from 'jose'
import { afterEach, expect, test, vi } from 'vitest'
import { verifyAccessToken } from './access-token.ts'

const secret = 'a secret of at least thirty-two letters'
const sign = async (seconds: number): Promise<string> =>
  await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setSubject('ann')
    .setExpirationTime(Math.floor(Date.now() / 1000) + seconds)
    .sign(new TextEncoder().encode(secret))

afterEach(() => {
  vi.useRealTimers()
})

test('a token that was good expires all the same', async () => {
  vi.useFakeTimers({ toFake: ['Date'] })
  const token = await sign(60)
  for (const seconds of [0, 59]) {
    vi.setSystemTime(Date.now() + seconds * 1000)
    expect(await verifyAccessToken(token, secret)).toMatchObject({ sub: 'ann', role: 'authenticated' })
  }

  vi.setSystemTime(Date.now() + 1000)

  await expect(verifyAccessToken(token, secret)).rejects.toMatchObject({ code: 'PGRST303' })
})

test('a token that is good here is refused by a host with another secret, and with a letter changed', async () => {
  const token = await sign(60)
  await verifyAccessToken(token, secret)

  const [head = '', claims = '', signature = ''] = token.split('.')
  const other = `${signature.startsWith('A') ? 'B' : 'A'}${signature.slice(1)}`
  await expect(verifyAccessToken(token, `${secret}!`)).rejects.toMatchObject({ code: 'PGRST301' })
  await expect(verifyAccessToken(`${head}.${claims}.${other}`, secret)).rejects.toMatchObject({ code: 'PGRST301' })
})
