import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { configStore, resetConfig } from '#app/stores/config-store.ts'
import { awaitConfig } from './load-config.ts'

const answer = {
  supabaseUrl: 'http://studio.example',
  supabasePublishableKey: 'key',
  auth: { google: false, github: false, local: true },
  allowedEmailDomains: [],
  demo: { available: true, password: 'demo', accounts: [] },
}

beforeEach(() => {
  vi.useFakeTimers()
  resetConfig()
  localStorage.clear()
})
afterEach(() => {
  vi.useRealTimers()
  vi.unstubAllGlobals()
  localStorage.clear()
})

/** A server that is down until it is told otherwise. */
function aServer() {
  let isDown = true
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return await Promise.resolve(Response.json(answer))
  })
  vi.stubGlobal('fetch', fetch)
  return { fetch, comesBack: () => void (isDown = false) }
}

test('a server that does not answer is asked less and less often until it does, and that it does not is known', async () => {
  const { fetch, comesBack } = aServer()
  const asking = awaitConfig()
  await vi.advanceTimersByTimeAsync(3000)
  expect(fetch).toHaveBeenCalledTimes(3)
  expect(configStore.isServerAway).toBe(true)

  comesBack()
  await vi.advanceTimersByTimeAsync(4000)
  await asking

  expect(configStore.isServerAway).toBe(false)
  expect(configStore.config?.demo.isAvailable).toBe(true)
})

test('what stands in front of a dead server is no answer', async () => {
  vi.stubGlobal('fetch', async () => await Promise.resolve(new Response('Bad gateway', { status: 502 })))
  void awaitConfig()
  await vi.advanceTimersByTimeAsync(0)

  expect(configStore.isServerAway).toBe(true)
})

test('a network that is back is reason to ask at once', async () => {
  const { comesBack } = aServer()
  const asking = awaitConfig()
  await vi.advanceTimersByTimeAsync(100)

  comesBack()
  window.dispatchEvent(new Event('online'))
  await asking

  expect(configStore.config?.supabaseUrl).toBe('http://studio.example')
})
