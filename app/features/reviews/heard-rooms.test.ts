import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import { toId, type ReviewSessionId, type UserId } from '#core/lib/ids.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { enterRoom, listenToRoom } from './heard-rooms.ts'

beforeEach(() => void vi.useFakeTimers())
afterEach(() => void vi.useRealTimers())

const sessionId = toId<ReviewSessionId>('session')

/** Returns a client that notes what its rooms are told, and how often they are joined and left. */
function aClient() {
  const did: string[] = []
  const client = {
    userId: toId<UserId>('ingrid'),
    clock: { elapsed: () => Date.now(), after: (ms: number, act: () => void) => (setTimeout(act, ms), () => {}) },
    gateway: {
      call: async () => await Promise.resolve(1000),
      rooms: {
        join: (_session: string, _id: string, { onJoined }: { onJoined: (is: boolean) => void }) => {
          did.push('joined')
          queueMicrotask(() => onJoined(true))
          const show = () => did.push('entered')
          return { say: () => undefined, lead: () => undefined, show, leave: () => did.push('left') }
        },
      },
    },
  }
  return { client: client as unknown as StudioClient, did }
}

const settle = async (): Promise<unknown> => await vi.advanceTimersByTimeAsync(500)

test('a room that is listened to is entered without joining it again', async () => {
  const { client, did } = aClient()
  const stop = listenToRoom({ client, sessionId, mayLead: true }, () => undefined)
  await settle()
  expect(did).toEqual(['joined'])

  stop()
  const { together } = enterRoom({ client, sessionId, mayLead: true })
  await vi.advanceTimersByTimeAsync(10_000)

  expect(did).toEqual(['joined', 'entered'])
  expect(together.get().isJoined).toBe(true)
  together.close()
})

test('a room that nobody enters is left a moment after the list', async () => {
  const { client, did } = aClient()
  listenToRoom({ client, sessionId, mayLead: true }, () => undefined)()
  await settle()
  expect(did).toEqual(['joined'])

  await vi.advanceTimersByTimeAsync(5000)
  expect(did).toEqual(['joined', 'left'])
})

test('a window that may not lead, or another person, joins anew', async () => {
  const { client, did } = aClient()
  listenToRoom({ client, sessionId, mayLead: true }, () => undefined)()
  await settle()

  const watching = enterRoom({ client, sessionId, mayLead: false })
  await settle()
  expect(did).toEqual(['joined', 'left', 'joined', 'entered'])
  watching.together.close()

  listenToRoom({ client, sessionId, mayLead: true }, () => undefined)()
  const other = aClient()
  enterRoom({ client: other.client, sessionId, mayLead: true }).together.close()
  expect([did.slice(5), other.did]).toEqual([
    ['joined', 'left'],
    ['joined', 'left'],
  ])
})
