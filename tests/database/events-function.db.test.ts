import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let start: number

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
beforeEach(async () => {
  const page = await call<{ newest: number }>(studio.owner.client, 'list_events', { p_studio_id: studio.id })
  start = page.newest
})
afterAll(() => host.close())

type Page = { events: { kind: string; seq: number }[]; cursor: number }

async function ask(search: Record<string, string>, who: TestUser = studio.viewer) {
  const { data } = await who.client.auth.getSession()
  const query = new URLSearchParams({ studio_id: studio.id, after: String(start), ...search })
  const response = await fetch(`${host.url}/functions/v1/events?${query.toString()}`, {
    headers: { apikey: host.keys.publishableKey, authorization: `Bearer ${data.session?.access_token}` },
  })
  return { status: response.status, body: (await response.json()) as Page & { code?: string } } // as documented
}
const rename = async (title: string) => await studio.owner.client.from('items').update({ title }).eq('id', shot.item.id)

test('the events function answers at once if there are newer events, filtered by kind', async () => {
  await rename('a')
  await rename('b')

  const all = await ask({ wait: '25' })
  expect(all.body.events.map(({ seq }) => seq)).toEqual([start + 1, start + 2])
  expect(all.body.cursor).toBe(start + 2)
  expect((await ask({ kinds: 'comment,task.assigned' })).body.events).toEqual([])
  expect((await ask({ limit: '1' })).body.cursor).toBe(start + 1)
})

test('the events function waits for the next event, announced on the studio’s channel', async () => {
  const waiting = ask({ wait: '25' })
  // Whether it is already listening or reads once more when it starts, nothing is missed.
  await rename('c')

  const { body } = await waiting
  expect(body.events.map(({ kind }) => kind)).toEqual(['item.changed'])
})

test('the events function returns no events when the wait ends', async () => {
  expect(await ask({ wait: '1' })).toMatchObject({ status: 200, body: { events: [], cursor: start } })
})

test('the events function refuses invalid arguments and strangers', async () => {
  expect((await ask({ after: 'yesterday' })).status).toBe(400)
  expect((await ask({ wait: '-1' })).status).toBe(400)
  expect((await ask({ limit: '1001' })).status).toBe(400)
  expect(await ask({}, studio.outsider)).toMatchObject({ status: 404, body: { code: 'P0002' } })
})
