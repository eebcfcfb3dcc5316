import { afterAll, beforeAll, expect, test } from 'vitest'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

// When many clients pull one change at once, the host reads it once and gives each what they may see.

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let since: number

type Pulled = { rev: number; tables: { items: { fields?: (Record<string, unknown> | null)[]; title: string[] } } }

const pull = async ({ client }: TestUser): Promise<Pulled> =>
  await call<Pulled>(client, 'pull_space', { p_space_id: shot.space.id, p_since: since })

/** Windows per person, all at once. */
const pullAll = async (people: readonly TestUser[], windows = 4): Promise<Pulled[]> =>
  await Promise.all(people.flatMap((person) => Array.from({ length: windows }, async () => await pull(person))))

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  since = (await call<{ rev: number }>(studio.owner.client, 'pull_space', { p_space_id: shot.space.id })).rev
})
afterAll(() => host?.close())

test('shared pulls give restricted values to leads only, whoever asks first', async () => {
  const { owner, lead, member, viewer } = studio
  const field = { studio_id: studio.id, key: 'rate', name: 'Rate', kind: 'text', of: 'item', read_floor: 'lead' }
  await insert(owner.client, 'field_definitions', field)
  await call(owner.client, 'set_fields', { p_of: 'item', p_changes: [{ id: shot.item.id, values: { rate: 'high' } }] })

  const ofLeads = await pullAll([lead, owner])
  const ofAll = await pullAll([member, lead, viewer, owner])

  const rates = (answers: Pulled[]): unknown[] => answers.map(({ tables }) => tables.items.fields?.[0]?.['rate'])
  const times = (value: unknown): unknown[] => Array.from({ length: 4 }, () => value)
  expect(rates(ofLeads)).toEqual([...times('high'), ...times('high')])
  expect(rates(ofAll)).toEqual([...times(undefined), ...times('high'), ...times(undefined), ...times('high')])
})

test('a cached pull is not used after the next change, or for somebody who lost access', async () => {
  const { owner, member, outsider } = studio
  await pullAll([owner, member])
  await owner.client.from('items').update({ title: 'sh015' }).eq('id', shot.item.id)

  const after = await pullAll([owner, member])
  expect(new Set(after.flatMap(({ tables }) => tables.items.title))).toEqual(new Set(['sh015']))

  const args = { p_space_id: shot.space.id, p_since: since }
  const refused = await Promise.all(
    Array.from({ length: 4 }, async () => await refusal(outsider.client, 'pull_space', args)),
  )
  expect(new Set(refused.map(({ code, message }) => `${code} ${message}`))).toEqual(new Set(['P0002 Space not found']))
  await call(owner.client, 'set_member_archived', { p_studio_id: studio.id, p_user_id: member.id })
  expect(await refusal(member.client, 'pull_space', args)).toMatchObject({ code: 'P0002' })
})
