import type { SupabaseClient } from '@supabase/supabase-js'
import { afterAll, afterEach, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, insert } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let spaceId: string
let boardId: string
let reviewId: string

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  const { project, space } = await aTask(studio)
  spaceId = space.id
  reviewId = (
    await insert(studio.owner.client, 'review_sessions', { project_id: project.id, name: 'Dailies', day: '2026-11-24' })
  ).id
  boardId = (await insert(studio.owner.client, 'boards', { project_id: project.id })).id
})
afterAll(() => host.close())
afterEach(async () => {
  for (const { client } of [studio.owner, studio.member, studio.viewer]) await client.removeAllChannels()
})

type Heard = { event: string; payload: Record<string, unknown> }

/** Joins a private channel as the app does, and collects its broadcasts. */
async function join({ client }: { client: SupabaseClient }, topic: string, key = 'someone') {
  await client.realtime.setAuth()
  const heard: Heard[] = []
  const config = { private: true, broadcast: { self: false, ack: true }, presence: { key, enabled: true } }
  const channel = client.channel(topic, { config }).on('broadcast', { event: '*' }, (message) => {
    heard.push(message as unknown as Heard)
  })
  const status = await new Promise((resolve) => {
    channel.subscribe(resolve)
  })
  expect(status).toBe('SUBSCRIBED')
  return { channel, heard }
}

/** Sends over HTTP, both batched and as a single message. */
async function post({ client }: { client: SupabaseClient }, topic: string, message: object): Promise<void> {
  const { data } = await client.auth.getSession()
  const headers = {
    apikey: host.keys.publishableKey,
    authorization: `Bearer ${data.session?.access_token ?? ''}`,
    'content-type': 'application/json',
  }
  const root = `${host.url}/realtime/v1/api/broadcast`
  const messages = [{ topic, event: 'rev', payload: message, private: true }]
  await fetch(root, { method: 'POST', headers, body: JSON.stringify({ messages }) })
  const address = `${root}/${encodeURIComponent(topic)}/events/rev?private=true`
  await fetch(address, { method: 'POST', headers, body: JSON.stringify(message) })
}

test.each(['owner', 'viewer'] as const)('only the database can send on a studio’s topic, not its %s', async (role) => {
  const topic = `studio:${studio.id}`
  const sender = await join(studio[role], topic)
  const listener = await join(studio.member, topic)
  const event = { type: 'broadcast', event: 'rev', payload: { rev: 999_999 } } as const

  expect(await sender.channel.send(event)).toBe('error')
  expect(await sender.channel.track({ rev: 999_999 })).toBe('error')
  await post(studio[role], topic, { rev: 999_999 })
  await studio.owner.client
    .from('studios')
    .update({ name: `Renamed by ${role}` })
    .eq('id', studio.id)

  const [saved] = await host.database.query<{ rev: number }>('select rev::int from public.studios where id = $1', [
    studio.id,
  ])
  const heard = (): unknown[] => listener.heard.map(({ payload }) => payload['rev'])
  // Earlier writes may still be broadcast.
  await expect.poll(heard).toContain(saved?.rev)
  expect(heard()).not.toContain(999_999)
  expect(Object.keys(listener.channel.presenceState())).toEqual([])
})

test('people see each other’s presence and pointers in a space and on a board', async () => {
  const onSpace = [await join(studio.viewer, `space:${spaceId}`, 'vera'), await join(studio.member, `space:${spaceId}`)]
  const onBoard = [await join(studio.viewer, `board:${boardId}`, 'vera'), await join(studio.member, `board:${boardId}`)]
  const pointer = { type: 'broadcast', event: 'pointer', payload: { x: 1, y: 2 } } as const

  expect(await onSpace[0]?.channel.track({ cell_key: 'a' })).toBe('ok')
  expect(await onBoard[0]?.channel.track({ selection: [] })).toBe('ok')
  expect(await onBoard[0]?.channel.send(pointer)).toBe('ok')

  for (const [, listener] of [onSpace, onBoard])
    await expect.poll(() => Object.keys(listener?.channel.presenceState() ?? {})).toContain('vera')
  await expect.poll(() => onBoard[1]?.heard.map(({ payload }) => payload)).toEqual([{ x: 1, y: 2 }])
})

test('in a review session everybody can point and draw, and only those who may judge can move it', async () => {
  const [viewer, member] = [studio.viewer, studio.member]
  const inRoom = [await join(viewer, `review:${reviewId}`, 'vera'), await join(member, `review:${reviewId}`)]
  const led = [await join(viewer, `lead:${reviewId}`), await join(member, `lead:${reviewId}`)]
  const laser = { type: 'broadcast', event: 'said', payload: { kind: 'laser' } } as const
  const state = { type: 'broadcast', event: 'led', payload: { seq: 1 } } as const

  expect(await inRoom[0]?.channel.send(laser)).toBe('ok')
  expect(await inRoom[0]?.channel.track({ in_step: true })).toBe('ok')
  expect(await led[0]?.channel.send({ ...state, payload: { seq: 666 } })).toBe('error')
  expect(await led[1]?.channel.send(state)).toBe('ok')

  await expect.poll(() => inRoom[1]?.heard.map(({ payload }) => payload)).toEqual([{ kind: 'laser' }])
  await expect.poll(() => Object.keys(inRoom[1]?.channel.presenceState() ?? {})).toContain('vera')
  await expect.poll(() => led[0]?.heard.map(({ payload }) => payload)).toEqual([{ seq: 1 }])
  expect(led[1]?.heard).toEqual([])
})
