import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host?.close())

type Event = { readonly kind: string; readonly names: Readonly<Record<string, string>>; readonly new: object }
const eventsOf = async (...kinds: readonly string[]) => {
  const args = { p_studio_id: studio.id, p_kinds: kinds }
  return (await call<{ events: Event[] }>(studio.owner.client, 'list_events', args)).events
}

test('casting, kinds of items, what stages wait for, reports and the studio’s name are in the log, too', async () => {
  const { client } = studio.owner
  const character = await insert(client, 'items', { collection_id: shot.collection.id, title: 'Ana' })
  const link = { from_item_id: shot.item.id, to_item_id: character.id, kind: 'cast', label: '' }
  const setLinks = async (count: number) =>
    await call(client, 'set_item_links', { p_changes: [{ ...link, count }], p_operation_id: randomUUID() })
  await setLinks(1)
  await setLinks(2)
  await setLinks(0)
  await insert(client, 'item_kinds', { studio_id: studio.id, key: 'vehicle', name: 'Vehicle' })
  const need = { studio_id: studio.id, stage_id: shot.spareStage.id, needs_stage_id: shot.stage.id }
  await client.from('stage_needs').insert(need)
  await client.from('studios').update({ name: 'Red Unicorn' }).eq('id', studio.id)
  await client.from('projects').update({ first_frame: 1001 }).eq('id', shot.project.id)
  const report = { p_id: randomUUID(), p_name: 'Hours', p_period: 'week', p_days: [1], p_at_time: '08:00' }
  await call(client, 'save_report', { ...report, p_studio_id: studio.id, p_url: 'https://farm.example/hours' })

  const cast = await eventsOf('link')
  expect(cast.map(({ kind, names }) => [kind, names['item'], names['name']])).toEqual([
    ['link.created', 'sh010', 'Ana'],
    ['link.changed', 'sh010', 'Ana'],
    ['link.deleted', 'sh010', 'Ana'],
  ])
  expect(cast[1]).toMatchObject({ old: { count: 1 }, new: { count: 2 } })
  expect(await eventsOf('kind.created', 'need', 'report')).toMatchObject([
    { kind: 'kind.created', names: { name: 'Vehicle' } },
    { kind: 'need.created', names: { name: `${shot.spareStage.name} for ${shot.stage.name}` } },
    { kind: 'report.created', new: { url: 'https://farm.example/hours' } },
  ])
  expect(await eventsOf('studio')).toMatchObject([
    { kind: 'studio.changed', names: { name: 'Blue Unicorn' }, new: { name: 'Red Unicorn' } },
  ])
  expect(await eventsOf('project.changed')).toMatchObject([{ new: { first_frame: 1001 } }])
})

test('an unknown kind is refused, where events are asked for and where a webhook is to wait for it', async () => {
  const { client } = studio.owner
  const webhook = { p_id: randomUUID(), p_name: 'Farm', p_url: 'https://farm.example/' }
  for (const kind of ['taskk', 'task.status_change', 'task.']) {
    const wrong = { p_studio_id: studio.id, p_kinds: ['comment', kind] }
    const problem = { code: '22023' }
    expect(await refusal(client, 'list_events', wrong)).toMatchObject(problem)
    expect(await refusal(client, 'list_activity', wrong)).toMatchObject(problem)
    expect(await refusal(client, 'save_webhook', { ...webhook, ...wrong })).toMatchObject(problem)
  }
  const unknown = await host.database.query(
    'select distinct e.kind from public.events e where e.kind <> all(private.event_kinds())',
  )
  expect(unknown).toEqual([])
})
