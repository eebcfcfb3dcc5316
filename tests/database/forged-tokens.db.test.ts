import { createHmac } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'

let host: TestHost
let victim: TestUser
let genuine: string

beforeAll(async () => {
  host = await startTestHost()
  victim = await host.admin.createUser()
  genuine = (await victim.client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => host.close())

const encode = (part: object): string => Buffer.from(JSON.stringify(part)).toString('base64url')

function sign(header: object, key: string): string {
  const body = `${encode(header)}.${genuine.split('.')[1]}`
  return `${body}.${createHmac('sha256', key).update(body).digest('base64url')}`
}

/** Returns whether a response contains anything; tables give unauthorised callers an empty list. */
async function opens(path: string, token: string): Promise<boolean> {
  const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${token}` }
  const answer = await fetch(`${host.url}${path}`, { headers })
  return answer.ok && (await answer.text()) !== '[]'
}

const places = ['/rest/v1/user_profiles', '/functions/v1/notifications', '/auth/v1/user']

test.each<[string, () => string]>([
  ['signed with another key', () => sign({ alg: 'HS256', typ: 'JWT' }, 'a key of their own')],
  ['that says it needs no signature', () => `${encode({ alg: 'none' })}.${genuine.split('.')[1]}.`],
  ['whose claims were changed after it was signed', () => changeClaims({ role: 'service_role' })],
])('a session %s grants access to nothing', async (_, forge) => {
  const token = forge()

  for (const place of places) {
    expect(await opens(place, genuine)).toBe(true)
    expect(await opens(place, token)).toBe(false)
  }
})

function changeClaims(changes: object): string {
  const [header, claims = '', signature] = genuine.split('.')
  const changed = { ...JSON.parse(Buffer.from(claims, 'base64url').toString()), ...changes }
  return `${header}.${encode(changed)}.${signature}`
}
