import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'

type Told = { id: string; action: string; actor_id: string; excerpt: string; url: string; space_id: string; created_at: string } // prettier-ignore
type Assigned = { task_id: string; due_date: string | null; status_name: string }

let host: TestHost
let studio: TestStudio
let world: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  world = await aTask(studio)
})
afterAll(async () => await host.close())

async function say(who: TestStudio['member'], text: string, mentions: readonly string[] = []): Promise<string> {
  const p_comment_id = crypto.randomUUID()
  const args = { p_task_id: world.task.id, p_comment_id, p_content: text, p_mentions: mentions }
  await call(who.client, 'add_comment', args)
  return p_comment_id
}

describe('a person’s activity', () => {
  test('contains only that person’s actions, with their words, page by page', async () => {
    const mine = [
      await say(studio.member, 'First'),
      await say(studio.member, 'Second'),
      await say(studio.member, 'Third'),
    ]
    await say(studio.lead, 'Not mine')
    const args = { p_studio_id: studio.id, p_user_id: studio.member.id }
    const all = await call<Told[]>(studio.lead.client, 'list_studio_feed', args)
    expect(all.map(({ id }) => id)).toEqual(mine.toReversed())
    expect(all.map(({ excerpt }) => excerpt)).toEqual(['Third', 'Second', 'First'])
    expect(all[0]).toMatchObject({ actor_id: studio.member.id, space_id: world.space.id })

    const [first] = await call<Told[]>(studio.lead.client, 'list_studio_feed', { ...args, p_limit: 1 })
    const after = { p_after_time: first?.created_at, p_after_id: first?.id }
    const rest = await call<Told[]>(studio.lead.client, 'list_studio_feed', { ...args, ...after })
    expect(rest.map(({ excerpt }) => excerpt)).toEqual(['Second', 'First'])
  })
})

test('a comment that sets a status and has no text is shown as that status change', async () => {
  const { task } = await aTask(studio)
  const p_status_id = (await insert(studio.owner.client, 'task_statuses', { studio_id: studio.id, name: 'Needs changes', short_code: 'NC', color: '#aa3300' })).id // prettier-ignore
  await call(studio.owner.client, 'add_comment', {
    p_task_id: task.id,
    p_comment_id: crypto.randomUUID(),
    p_content: '',
    p_status_id,
  })
  await call(studio.owner.client, 'add_comment', {
    p_task_id: task.id,
    p_comment_id: crypto.randomUUID(),
    p_content: 'And a word',
  })

  const args = { p_studio_id: studio.id, p_user_id: studio.owner.id }
  const [word, status] = await call<Told[]>(studio.lead.client, 'list_studio_feed', args)

  expect(status).toMatchObject({ action: 'COMMENT_ADD', excerpt: '', changed_status: 'Needs changes' })
  expect(word).toMatchObject({ excerpt: 'And a word', changed_status: null })
})

describe('a person’s mentions', () => {
  test('are found by mention and by name in the text, each comment once', async () => {
    const both = await say(studio.lead, '@Vera Viewer look at this', [studio.viewer.id])
    const byText = await say(studio.lead, 'and this, @vera viewer')
    const byMention = await say(studio.lead, 'you too', [studio.viewer.id])
    await say(studio.lead, 'Vera Viewer is not called here')
    const args = { p_studio_id: studio.id, p_user_id: studio.viewer.id }
    const found = await call<Told[]>(studio.member.client, 'list_mentions', args)
    expect(found.map(({ id }) => id)).toEqual([byMention, byText, both])
    expect(found[0]?.url).toMatch(/openComments=true$/)
    const page = { p_limit: 1, p_after_time: found[0]?.created_at, p_after_id: found[0]?.id }
    const next = await call<Told[]>(studio.member.client, 'list_mentions', { ...args, ...page })
    expect(next.map(({ id }) => id)).toEqual([byText])
  })

  test('are empty for a person outside the studio', async () => {
    await say(studio.lead, '@Otto Outsider')
    const args = { p_studio_id: studio.id, p_user_id: studio.outsider.id }
    expect(await call(studio.lead.client, 'list_mentions', args)).toEqual([])
  })
})

describe('a person’s assignments', () => {
  test('are theirs by timeline or assignment, without done, disabled and omitted tasks, by due date', async () => {
    const { client } = studio.owner
    const make = async (fields: Record<string, unknown>) => {
      const item = await insert(client, 'items', { collection_id: world.collection.id, title: crypto.randomUUID() })
      return await insert(client, 'item_tasks', { item_id: item.id, stage_id: world.stage.id, status_id: world.status.id, ...fields }) // prettier-ignore
    }
    const { data: done } = await client
      .from('task_statuses')
      .select('id')
      .eq('studio_id', studio.id)
      .eq('is_done', true)
    const me = { assignee_id: studio.member.id }
    const late = await make({ ...me, due_date: '2026-11-02' })
    const undated = await make(me)
    const early = await make({ ...me, due_date: '2026-11-01' })
    await make({ ...me, status_id: done?.[0]?.id })
    await make({ ...me, is_disabled: true })
    const planned = await make({ due_date: '2026-11-03' })
    await insert(client, 'task_blocks', { task_id: planned.id, ...me, start_date: '2026-11-01', duration: 2 })
    const takenAway = await make(me)
    await insert(client, 'task_blocks', { task_id: takenAway.id, assignee_id: studio.lead.id, start_date: '2026-11-01', duration: 2 }) // prettier-ignore

    const omitted = [await make(me), await make({ due_date: '2026-11-01' })]
    await insert(client, 'task_blocks', { task_id: omitted[1]?.id, ...me, start_date: '2026-11-01', duration: 2 })
    const itemIds = omitted.map(({ item_id }) => String(item_id))
    expect((await client.from('items').update({ is_omitted: true }).in('id', itemIds)).error).toBeNull()

    const args = { p_studio_id: studio.id, p_user_id: studio.member.id }
    const all = await call<Assigned[]>(studio.viewer.client, 'list_assignments', args)
    expect(all.map(({ task_id }) => task_id)).toEqual([early, late, planned, undated].map(({ id }) => id))

    const [first] = all
    const after = { p_after_due: first?.due_date, p_after_id: first?.task_id }
    const rest = await call<Assigned[]>(studio.viewer.client, 'list_assignments', { ...args, ...after })
    expect(rest.map(({ task_id }) => task_id)).toEqual([late, planned, undated].map(({ id }) => id))
    const last = await call<Assigned[]>(studio.viewer.client, 'list_assignments', { ...args, p_after_due: null, p_after_id: undated.id }) // prettier-ignore
    expect(last).toEqual([])
  })
})

test('outsiders are told that the studio does not exist', async () => {
  const args = { p_studio_id: studio.id, p_user_id: studio.member.id }
  for (const name of ['list_studio_feed', 'list_mentions', 'list_assignments'])
    expect(await refusal(studio.outsider.client, name, args)).toMatchObject({ code: 'P0002', status: 404 })
})
