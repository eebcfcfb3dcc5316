import { afterAll, beforeAll, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { AuthSession } from '#core/gateway/session.ts'
import { type FakeSmtp, startFakeSmtp } from '#tests/fakes/fake-smtp.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let smtp: FakeSmtp
let host: TestHost
beforeAll(async () => {
  smtp = await startFakeSmtp()
  host = await startTestHost({ settings: { mail: { from: 'Xsheet <xsheet@studio.example>', smtpUrl: smtp.url } } })
})
afterAll(async () => {
  await host.close()
  await smtp.close()
})

/** The app's sign-in session, on a separate device. */
function aSession(): AuthSession {
  const values = new Map<string, string>()
  return new AuthSession({
    url: host.url,
    apiKey: host.keys.publishableKey,
    autoRefresh: false,
    fetch,
    storage: {
      getItem: (key) => values.get(key) ?? null,
      setItem: (key, value) => void values.set(key, value),
      removeItem: (key) => void values.delete(key),
    },
  })
}

async function waitForMail(count: number): Promise<{ to: string; link: string }> {
  await expect.poll(() => smtp.mails.length, { timeout: 20_000 }).toBe(count)
  const { to = '', content = '' } = smtp.mails.at(-1) ?? {}
  // Mail breaks long lines (RFC 2045).
  const [link = ''] = /http:\S+/.exec(content.replaceAll('=\r\n', '').replaceAll('=3D', '=')) ?? []
  return { to, link }
}

test('a forgotten password is set anew by a mailed link, once, and signs out other sessions', async () => {
  const ann = await host.admin.createUser('ann@recover.example')
  const session = aSession()

  await session.requestNewPassword('Ann@Recover.example')
  const { to, link } = await waitForMail(1)
  const [page = '', token = ''] = link.split('#')
  await expect(session.setNewPassword({ token, password: 'x' })).rejects.toMatchObject({ code: 'password-weak' })
  const signedIn = await session.setNewPassword({ token, password: 'a-better-password' })

  expect([to, page]).toEqual(['ann@recover.example', `${host.url}/new-password`])
  expect(signedIn).toMatchObject({ email: ann.email, userId: ann.id })
  expect(await session.load()).toMatchObject({ email: ann.email })
  expect((await ann.client.auth.refreshSession()).error).not.toBeNull()
  await expect(aSession().signInWithPassword(ann)).rejects.toMatchObject({ message: 'Invalid login credentials' })
  await expect(
    aSession().signInWithPassword({ email: ann.email, password: 'a-better-password' }),
  ).resolves.toMatchObject({ email: ann.email })
  await expect(aSession().setNewPassword({ token, password: 'third-password' })).rejects.toBeInstanceOf(AppError)
})

test('a signed-in person changes their password with the current one, which signs out other sessions', async () => {
  const dan = await host.admin.createUser('dan@recover.example')
  const session = aSession()
  await session.signInWithPassword(dan)
  const change = async (current: string, password: string): Promise<{ readonly areOthersSignedOut: boolean }> =>
    await session.changePassword({ current, password })

  await expect(change('not-it', 'a-better-password')).rejects.toMatchObject({ code: 'password-wrong' })
  await expect(change(dan.password, 'x')).rejects.toMatchObject({ code: 'password-weak' })
  expect((await dan.client.auth.refreshSession()).error).toBeNull()
  expect(await change(dan.password, 'a-better-password')).toEqual({ areOthersSignedOut: true })

  expect((await dan.client.auth.refreshSession()).error).not.toBeNull()
  expect(await session.refresh()).toMatchObject({ email: dan.email })
  await expect(aSession().signInWithPassword(dan)).rejects.toMatchObject({ message: 'Invalid login credentials' })
  const after = { email: dan.email, password: 'a-better-password' }
  await expect(aSession().signInWithPassword(after)).resolves.toMatchObject({ userId: dan.id })
})

test('nobody learns who has an account, and nothing else is mailed', async () => {
  const before = smtp.mails.length

  await aSession().requestNewPassword('nobody@recover.example')
  await host.connect().auth.signInWithOtp({ email: 'ann@recover.example' })
  await host.admin.createUser('ben@recover.example')
  await aSession().requestNewPassword('ben@recover.example')

  expect((await waitForMail(before + 1)).to).toBe('ben@recover.example')
})

test('without mail, the response is the same and the log says why', async () => {
  smtp.refuse(true)
  await host.admin.createUser('cem@recover.example')

  await expect(aSession().requestNewPassword('cem@recover.example')).resolves.toBeUndefined()

  smtp.refuse(false)
})
