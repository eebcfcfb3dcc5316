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

/** A server that is down until told otherwise. */
function aServer() {
  let isDown = true
  const fetch = vi.fn<typeof globalThis.fetch>(async () => {
    if (isDown) throw new TypeError('Failed to fetch')
    return await Promise.resolve(Response.json(answer))
  })
  vi.stubGlobal('fetch', fetch)
  return { fetch, comesBack: () => void (isDown = false) }
}

test('an unreachable server is asked at growing intervals until it responds, and is marked as away', async () => {
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

test("a gateway's error for a dead server does not count as a response", async () => {
  vi.stubGlobal('fetch', async () => await Promise.resolve(new Response('Bad gateway', { status: 502 })))
  void awaitConfig()
  await vi.advanceTimersByTimeAsync(0)

  expect(configStore.isServerAway).toBe(true)
})

test('a returning network triggers a request at once', async () => {
  const { comesBack } = aServer()
  const asking = awaitConfig()
  await vi.advanceTimersByTimeAsync(100)

  comesBack()
  window.dispatchEvent(new Event('online'))
  await asking

  expect(configStore.config?.supabaseUrl).toBe('http://studio.example')
})
