import { afterEach, expect, test, vi } from 'vitest'
import { configStore, resetConfig } from '#app/stores/config-store.ts'
import { getSession } from '#app/stores/session-port.ts'
import { resetSession, sessionStore } from '#app/stores/session-store.ts'
import { startSession } from './start-session.ts'

afterEach(() => {
  vi.unstubAllGlobals()
  resetConfig()
  resetSession()
})

test('a first visit with the server down shows the landing page, and signing in says why it fails', async () => {
  vi.stubGlobal('fetch', async () => await Promise.reject(new TypeError('Failed to fetch')))

  startSession()

  await expect.poll(() => configStore.isServerAway).toBe(true)
  expect(sessionStore.status).toBe('signed-out')
  expect(await getSession().signIn({ email: 'mei@northlight.example', password: 'demo' })).toMatchObject({
    ok: false,
    error: { message: 'The server is not available right now.' },
  })
})
