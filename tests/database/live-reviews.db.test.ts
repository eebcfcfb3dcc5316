import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

const today = new Date().toISOString().slice(0, 10)

/** Creates a live session with one task in its project; returns its tasks in order. */
async function aLiveReview(query: object = {}) {
  const place = await aTask(studio, `Film ${randomUUID()}`)
  const sessionId = randomUUID()
  const wfa = { text: 'WFA', statusIds: [place.spareStatus.id] }
  const session = { p_session_id: sessionId, p_project_id: place.project.id, p_name: 'Live', p_kind: 'dailies' }
  await call(studio.lead.client, 'start_review', { ...session, p_day: today, p_query: { ...wfa, ...query } })
  const list = async (): Promise<readonly string[]> => {
    const { data } = await studio.viewer.client
      .from('review_entries')
      .select('task_id')
      .eq('session_id', sessionId)
      .order('order_rank')
    return (data ?? []).map(({ task_id }) => String(task_id))
  }
  const set = async (taskId: string, statusId = place.spareStatus.id) =>
    await call(studio.member.client, 'set_tasks_status', { p_task_ids: [taskId], p_status_id: statusId })
  return { ...place, sessionId, session, list, set }
}

async function another(place: Awaited<ReturnType<typeof aLiveReview>>, given: object = {}) {
  const { collection, stage, status } = place
  const after = { collection_id: collection.id, title: randomUUID(), order_rank: 2000 }
  const item = await insert(studio.owner.client, 'items', after)
  const task = { item_id: item.id, stage_id: stage.id, status_id: status.id, ...given }
  return (await insert(studio.owner.client, 'item_tasks', task)).id
}

test('tasks enter and leave a live session as they change, whoever changes them', async () => {
  const live = await aLiveReview()
  const before = await live.list()
  await live.set(live.task.id)
  const made = await another(live, { status_id: live.spareStatus.id })
  const both = await live.list()
  await live.set(live.task.id, live.status.id)

  expect(before).toEqual([])
  expect(both).toEqual([live.task.id, made])
  expect(await live.list()).toEqual([made])
})

test('a live session starts with all matching tasks, in the grid’s order and with their place in the cut', async () => {
  const live = await aLiveReview()
  await studio.owner.client
    .from('items')
    .update({ frame_in: 1009, frame_out: 1020, handle_in: 8 })
    .eq('id', live.item.id)
  const second = await another(live, { status_id: live.spareStatus.id })
  await live.set(live.task.id)
  const sessionId = randomUUID()
  const query = { text: 'WFA', statusIds: [live.spareStatus.id], collectionIds: [live.collection.id] }
  const again = { ...live.session, p_session_id: sessionId, p_day: today, p_query: query }
  await call(studio.lead.client, 'start_review', again)

  const { data } = await studio.viewer.client
    .from('review_entries')
    .select('task_id, cut_in, cut_out, handle_in')
    .eq('session_id', sessionId)
    .order('order_rank')

  expect(data?.[0]).toEqual({ task_id: live.task.id, cut_in: 1009, cut_out: 1020, handle_in: 8 })
  expect(data?.map(({ task_id }) => task_id)).toEqual([live.task.id, second])
})

test('a task judged, noted or added by hand stays when it no longer matches', async () => {
  const live = await aLiveReview()
  const [judged, noted] = [live.task.id, await another(live)]
  const chosen = await another(live)
  const { sessionId } = live
  const change = async (changes: readonly object[]) =>
    await call(studio.lead.client, 'change_review', { p_session_id: sessionId, p_changes: changes })
  for (const id of [judged, noted]) await live.set(id)
  await change([{ id: randomUUID(), kind: 'add', fields: { task_id: chosen, order_rank: 9000 } }])
  const { data } = await studio.lead.client.from('review_entries').select('id').eq('task_id', judged)
  await change([{ id: data?.[0]?.id, kind: 'set', fields: { judged_status_id: live.status.id } }])
  const note = { p_comment_id: randomUUID(), p_content: 'Hm', p_metadata: { sessionId } }
  await call(studio.lead.client, 'add_comment', { p_task_id: noted, ...note })
  for (const id of [judged, noted]) await live.set(id, live.status.id)

  expect((await live.list()).toSorted()).toEqual([judged, noted, chosen].toSorted())
})

test('no tasks enter a locked live session, and all matching ones do once it is unlocked', async () => {
  const live = await aLiveReview()
  const lock = async (is_locked: boolean) =>
    await studio.lead.client.from('review_sessions').update({ is_locked }).eq('id', live.sessionId)
  await lock(true)
  await live.set(live.task.id)
  const locked = await live.list()
  await lock(false)

  expect(locked).toEqual([])
  expect(await live.list()).toEqual([live.task.id])
})

test('`today` means that the status was set on the session’s day, in its time zone', async () => {
  const live = await aLiveReview({ isOfDay: true, timeZone: 'UTC' })
  const old = await another(live)
  await live.set(old)
  await host.database.execute(
    `update public.comments set created_at = now() - interval '3 days' where task_id = '${old}'`,
  )
  await studio.lead.client.from('review_sessions').update({ is_locked: true }).eq('id', live.sessionId)
  await studio.lead.client.from('review_sessions').update({ is_locked: false }).eq('id', live.sessionId)
  await live.set(live.task.id)
  const handedIn = await another(live)
  const comment = { p_task_id: handedIn, p_comment_id: randomUUID(), p_content: 'Please look' }
  await call(studio.member.client, 'add_comment', { ...comment, p_status_id: live.spareStatus.id })

  expect(await live.list()).toEqual([live.task.id, handedIn])
})

test('stage, person and sequence conditions must all match', async () => {
  const live = await aLiveReview()
  const mine = await another(live, { assignee_id: studio.member.id, status_id: live.spareStatus.id })
  const elsewhere = await another(live, { stage_id: live.spareStage.id, status_id: live.spareStatus.id })
  const query = {
    text: 'x',
    stageIds: [live.stage.id],
    assigneeIds: [studio.member.id],
    spaceIds: [live.space.id],
    collectionIds: [live.collection.id],
  }
  const before = await live.list()
  await studio.lead.client.from('review_sessions').update({ query }).eq('id', live.sessionId)

  expect(before.toSorted()).toEqual([mine, elsewhere].toSorted())
  expect(await live.list()).toEqual([mine])
})

test('due dates, priorities, unassigned and negated conditions are followed as tasks change', async () => {
  const live = await aLiveReview()
  const given = { status_id: live.spareStatus.id }
  const due = await another(live, { ...given, due_date: '2026-12-24', assignee_id: studio.member.id })
  const urgent = await another(live, { ...given, priority: 6 })
  const follow = async (query: object): Promise<readonly string[]> => {
    await studio.lead.client
      .from('review_sessions')
      .update({ query: { text: 'x', ...query } })
      .eq('id', live.sessionId)
    return await live.list()
  }

  expect(await follow({ dueDates: ['2026-12-24'] })).toEqual([due])
  expect(await follow({ statusIds: [live.spareStatus.id], dueDates: ['none'] })).toEqual([urgent])
  expect(await follow({ statusIds: [live.spareStatus.id], assigneeIds: ['none'] })).toEqual([urgent])
  expect(await follow({ priorities: ['6'], not: { assigneeIds: [studio.member.id] } })).toEqual([urgent])
  expect(await follow({ statusIds: [live.spareStatus.id], not: { priorities: ['6'] } })).toEqual([due])
  await studio.owner.client.from('item_tasks').update({ priority: 6 }).eq('id', due)
  expect(await live.list()).toEqual([])
})

test('an empty or unsupported query is refused by every procedure', async () => {
  const live = await aLiveReview()
  const queries = [
    { text: 'x' },
    { statusIds: ['x'] },
    { text: 'x', statusIds: [] },
    { text: 'x', sql: ['x'] },
    { text: 'x', not: {} },
    { text: 'x', not: ['x'] },
    { text: 'x', statusIds: ['x'], not: { sql: ['x'] } },
    [],
    'x',
  ]
  const start = { ...live.session, p_day: today }

  for (const query of queries) {
    const session = { ...start, p_session_id: randomUUID(), p_query: query }
    const refused = await refusal(studio.lead.client, 'start_review', session)
    const { error } = await studio.lead.client.from('review_sessions').update({ query }).eq('id', live.sessionId)
    expect([refused.code, error?.code]).toEqual(['22023', '23514'])
  }
  const { data } = await studio.viewer.client
    .from('review_sessions')
    .update({ query: { text: 'x', isOfDay: true } })
    .eq('id', live.sessionId)
    .select()
  expect(data).toEqual([])
})
