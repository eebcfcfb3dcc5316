import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { eventSubjects } from '#core/events/describe-event.ts'
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

test('the log contains casting, kinds, stage needs, reports and the studio’s name', async () => {
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

test('the log contains days off, shared views and new names, but not personal views', async () => {
  const { client, id } = studio.owner
  const day = { p_studio_id: studio.id, p_user_id: id, p_days: ['2026-12-24'] }
  await call(client, 'set_days_off', { ...day, p_is_off: true })
  await call(client, 'set_days_off', { ...day, p_is_off: false })
  const secret = await insert(client, 'field_definitions', {
    studio_id: studio.id,
    of: 'task',
    key: 'bid',
    name: 'Bid',
    kind: 'number',
    read_floor: 'admin',
  })
  const view = { project_id: shot.project.id, owner_id: null }
  const dailies = await insert(client, 'project_views', { ...view, name: 'Dailies' })
  await insert(client, 'project_views', { ...view, name: 'Bids', form: { columns: [secret.id] } })
  await insert(client, 'project_views', { ...view, name: 'Mine', owner_id: id })
  await insert(client, 'space_views', { space_id: shot.space.id, owner_id: null, name: 'Rush' })
  await client.from('project_views').update({ name: 'Rounds' }).eq('id', dailies.id)
  await client.from('project_views').delete().eq('id', dailies.id)
  await client.from('user_profiles').update({ display_name: 'Olga O.' }).eq('id', id)

  expect(await eventsOf('day_off')).toMatchObject([
    { kind: 'day_off.created', new: { day: '2026-12-24' } },
    { kind: 'day_off.deleted', old: { day: '2026-12-24' } },
  ])
  expect((await eventsOf('view')).map(({ kind, names }) => [kind, names['name'], names['project']])).toEqual([
    ['view.created', 'Dailies', shot.project['name']],
    ['view.created', 'Rush', shot.project['name']],
    ['view.changed', 'Rounds', shot.project['name']],
    ['view.deleted', 'Rounds', shot.project['name']],
  ])
  expect(await eventsOf('member.renamed')).toMatchObject([{ new: { name: 'Olga O.', user_id: id } }])
})

test('an unknown event kind is refused when listing events and for webhooks', async () => {
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

test('every kind of event has its subject in words', async () => {
  const [{ kinds } = { kinds: [] }] = await host.database.query<{ kinds: readonly string[] }>(
    'select private.event_kinds() as kinds',
  )
  const subjects = new Set(kinds.map((kind) => kind.split('.')[0] ?? ''))

  expect(subjects.size).toBeGreaterThan(25)
  expect([...subjects].filter((subject) => !Object.hasOwn(eventSubjects, subject))).toEqual([])
})
