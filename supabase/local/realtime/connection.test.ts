import { EventEmitter } from 'node:events'
import { SignJWT } from 'jose'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { WebSocket } from 'ws'
import { Channels } from './channel.ts'
import { Connection } from './connection.ts'
import { keepAlive } from './keep-alive.ts'
import { nobody } from '../hosts/peers.ts'
import { Relay } from './relay.ts'

const jwtSecret = 'a secret of at least thirty-two characters'

/** The parts of a socket that a connection uses, with nobody at the other end. */
class FakeSocket extends EventEmitter {
  readonly OPEN = 1
  readyState = 1
  bufferedAmount = 0
  readonly sent: unknown[] = []
  isTerminated = false

  send(frame: string): void {
    this.sent.push(JSON.parse(frame))
  }
  ping(): void {
    this.emit('pinged')
  }
  terminate(): void {
    this.isTerminated = true
    this.readyState = 3
    this.emit('close')
  }
  receive(...fields: unknown[]): void {
    this.emit('message', Buffer.from(JSON.stringify(fields)), false)
  }
}

const channels = new Channels()
let socket: FakeSocket

beforeEach(() => {
  socket = connect()
})
afterEach(() => {
  vi.useRealTimers()
  socket.terminate()
})

function connect(): FakeSocket {
  const fake = new FakeSocket()
  const database = { query: async () => [] }
  const context = {
    channels,
    relay: new Relay(channels, nobody),
    database,
    keys: { jwtSecret, apiKeys: ['sb_publishable_x'] },
  }
  // The connection uses no other part of it.
  const parts = { socket: fake as unknown as WebSocket, version: '2.0.0' as const, apiKey: 'sb_publishable_x' }
  void new Connection(context, parts)
  return fake
}

async function join(fake: FakeSocket, topic: string, payload: object = {}): Promise<void> {
  fake.receive('1', '1', topic, 'phx_join', payload)
  await expect.poll(() => fake.sent).toContainEqual(['1', '1', topic, 'phx_reply', expect.anything()])
}

test('nothing is left of a disconnected client', async () => {
  const token = await new SignJWT({ role: 'authenticated' })
    .setProtectedHeader({ alg: 'HS256' })
    .setExpirationTime('1h')
    .sign(new TextEncoder().encode(jwtSecret))
  const watcher = connect()
  await join(watcher, 'realtime:a', { config: { presence: { enabled: true } } })
  await join(socket, 'realtime:a', { access_token: token, config: { presence: { key: 'k' } } })
  await join(socket, 'realtime:b', { access_token: token })
  socket.receive('1', '2', 'realtime:a', 'presence', { event: 'track', payload: { at: 'x' } })
  await expect.poll(() => socket.sent.length).toBe(3)
  expect(channels.size).toBe(2)

  socket.terminate()

  expect(channels.size).toBe(1)
  expect(watcher.sent.at(-1)).toMatchObject([null, null, 'realtime:a', 'presence_diff', { leaves: { k: {} } }])
  watcher.terminate()
  expect(channels.size).toBe(0)
})

test('a client that leaves while its join is being checked does not join', async () => {
  socket.receive('1', '1', 'realtime:a', 'phx_join', {})
  socket.terminate()
  await new Promise((resolve) => setTimeout(resolve, 20))

  expect(channels.size).toBe(0)
})

test('drops a socket that does not receive what it is sent', async () => {
  await join(socket, 'realtime:a')
  const speaker = connect()
  await join(speaker, 'realtime:a')
  socket.bufferedAmount = 9 * 1024 * 1024

  speaker.receive('1', '2', 'realtime:a', 'broadcast', { event: 'e', payload: {} })

  await expect.poll(() => socket.isTerminated).toBe(true)
  expect(speaker.isTerminated).toBe(false)
  speaker.terminate()
})

test('drops a socket that sends faster than it can be served', () => {
  for (let index = 0; index < 600; index += 1) socket.receive('1', String(index), 'phoenix', 'heartbeat', {})

  expect(socket.isTerminated).toBe(true)
})

test('drops a socket that answers no ping, and keeps one that does', () => {
  vi.useFakeTimers()
  const silent = new FakeSocket()
  const lively = new FakeSocket()
  lively.on('pinged', () => lively.emit('pong'))
  for (const fake of [silent, lively]) keepAlive(fake as unknown as WebSocket)

  vi.advanceTimersByTime(30_000)
  expect(silent.isTerminated).toBe(false)
  vi.advanceTimersByTime(60_000)

  expect([silent.isTerminated, lively.isTerminated]).toEqual([true, false])
})
