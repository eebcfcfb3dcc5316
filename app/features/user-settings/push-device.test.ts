import { beforeEach, describe, expect, test, vi } from 'vitest'
import type { PushGateway, PushSubscriptionKeys } from '#core/gateway/ports.ts'
import { loadPushState, turnPushOff, turnPushOn } from './push-device.ts'

/** Fakes a browser's push: one subscription at a time, each with its own endpoint. */
function aBrowser(permission: NotificationPermission) {
  let made = 0
  let current: PushSubscription | null = null
  const subscribe = async ({ applicationServerKey }: PushSubscriptionOptionsInit): Promise<PushSubscription> => {
    made += 1
    const endpoint = `https://push.example/${made}?${typeof applicationServerKey === 'string' ? applicationServerKey : ''}`
    const fake: Pick<PushSubscription, 'endpoint' | 'toJSON' | 'unsubscribe'> = {
      endpoint,
      toJSON: () => ({ endpoint, keys: { p256dh: 'a+b/c=', auth: 'd==' } }),
      unsubscribe: async () => {
        current = null
        return await Promise.resolve(true)
      },
    }
    // The code reads nothing else of a subscription.
    current = fake as PushSubscription
    return await Promise.resolve(current)
  }
  const pushManager = { subscribe, getSubscription: async () => await Promise.resolve(current) }
  vi.stubGlobal('navigator', {
    userAgent: 'Firefox',
    serviceWorker: { getRegistration: async () => await Promise.resolve({ pushManager }) },
  })
  vi.stubGlobal('PushManager', class {})
  vi.stubGlobal('Notification', { permission, requestPermission: async () => await Promise.resolve(permission) })
  return { isSubscribed: () => current !== null }
}

function aServer() {
  const known = new Map<string, PushSubscriptionKeys>()
  const gateway: PushGateway = {
    has: async (endpoint) => await Promise.resolve(known.has(endpoint)),
    save: async (subscription) => {
      await Promise.resolve(known.set(subscription.endpoint, subscription))
    },
    remove: async (endpoint) => {
      await Promise.resolve(known.delete(endpoint))
    },
  }
  return { known, gateway, context: { gateway: { push: gateway } } }
}

describe('push on this device', () => {
  let server: ReturnType<typeof aServer>

  beforeEach(() => {
    server = aServer()
  })

  test('is not offered without browser support', async () => {
    vi.stubGlobal('navigator', {})

    expect(await loadPushState(server.context)).toBeUndefined()
  })

  test('goes on and off, here and at the server', async () => {
    const browser = aBrowser('granted')
    expect(await loadPushState(server.context)).toBe('off')

    expect(await turnPushOn(server.context, 'key')).toBe('on')
    expect(await loadPushState(server.context)).toBe('on')
    expect([...server.known.values()]).toEqual([
      { endpoint: 'https://push.example/1?key', p256dh: 'a-b_c', auth: 'd', label: 'Firefox' },
    ])

    expect(await turnPushOff(server.context)).toBe('off')
    expect([browser.isSubscribed(), server.known.size]).toEqual([false, 0])
  })

  test('stays denied if the person denied it', async () => {
    const browser = aBrowser('denied')

    expect(await loadPushState(server.context)).toBe('denied')
    expect(await turnPushOn(server.context, 'key')).toBe('denied')
    expect([browser.isSubscribed(), server.known.size]).toEqual([false, 0])
  })

  test('is off if the server does not know the subscription, and subscribes anew', async () => {
    aBrowser('granted')
    await turnPushOn(server.context, 'old')
    server.known.clear()
    expect(await loadPushState(server.context)).toBe('off')

    await turnPushOn(server.context, 'new')

    expect([...server.known.keys()]).toEqual(['https://push.example/2?new'])
  })

  test('unsubscribes again if the server refuses the subscription', async () => {
    const browser = aBrowser('granted')
    const gateway = { ...server.gateway, save: async () => await Promise.reject(new Error('no')) }

    await expect(turnPushOn({ gateway: { push: gateway } }, 'key')).rejects.toThrow('no')
    expect(browser.isSubscribed()).toBe(false)
  })
})
