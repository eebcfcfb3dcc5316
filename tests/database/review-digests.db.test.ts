import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, beforeEach, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, roleId, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())
beforeEach(async () => {
  await host.database.execute('delete from public.notifications; delete from public.project_role_access')
})

type Notice = {
  readonly recipient_id: string
  readonly type: string
  readonly actor_name: string
  readonly item_name: string
  readonly url: string
  readonly viewed: boolean
  readonly data: Readonly<Record<string, unknown>>
}

/** Creates a session of that many tasks, all assigned to one member. */
async function aReview(count: number) {
  const { client } = studio.owner
  const tasks: string[] = []
  for (let at = 0; at < count; at += 1) {
    const item = await insert(client, 'items', { collection_id: shot.collection.id, title: `sh${randomUUID()}` })
    const place = { item_id: item.id, stage_id: shot.stage.id, status_id: shot.status.id }
    tasks.push((await insert(client, 'item_tasks', { ...place, assignee_id: studio.member.id })).id)
  }
  const sessionId = randomUUID()
  const entries = tasks.map((task_id, at) => ({ id: randomUUID(), task_id, order_rank: at }))
  const session = { p_session_id: sessionId, p_project_id: shot.project.id, p_name: 'Dailies', p_kind: 'dailies' }
  await call(client, 'start_review', { ...session, p_day: '2026-11-24', p_entries: entries })
  await host.database.execute('delete from public.notifications')
  return { sessionId, tasks, entries }
}

type Review = Awaited<ReturnType<typeof aReview>>

type Said = { readonly by?: TestUser; readonly mentions?: readonly string[] }

async function note(review: Review, [at, content]: readonly [number, string], { by, mentions = [] }: Said = {}) {
  const { sessionId, tasks } = review
  const id = randomUUID()
  const args = { p_task_id: tasks[at], p_comment_id: id, p_content: content, p_metadata: { sessionId } }
  await call((by ?? studio.lead).client, 'add_comment', { ...args, p_mentions: mentions })
  return id
}

/** As the room does: the entry first, then its task's status. */
async function judge({ sessionId, entries, tasks }: Review, at: number, statusId = shot.spareStatus.id) {
  const fields = { judged_status_id: statusId }
  const changes = [{ id: entries[at]?.id, kind: 'set', fields }]
  await call(studio.lead.client, 'change_review', { p_session_id: sessionId, p_changes: changes })
  await call(studio.lead.client, 'set_tasks_status', { p_task_ids: [tasks[at]], p_status_id: statusId })
}

async function listNotices({ client }: TestUser = studio.member): Promise<readonly Notice[]> {
  return await call<Notice[]>(client, 'list_notifications', { p_studio_id: studio.id })
}

async function see({ client }: TestUser = studio.member): Promise<void> {
  const ids = (await listNotices()).map(({ recipient_id }) => recipient_id)
  await call(client, 'mark_notifications_viewed', { p_ids: ids })
}

test('judgements and notes of a session become one notification per artist, which leads to its notes', async () => {
  const review = await aReview(4)
  for (const at of [0, 1, 2, 3]) await judge(review, at)
  for (const at of [0, 1, 2]) await note(review, [at, `Note ${at}`])

  const [notice, ...others] = await listNotices()

  expect(others).toEqual([])
  expect(notice).toMatchObject({ type: 'review', actor_name: 'Lea Lead', viewed: false })
  expect(notice?.data).toMatchObject({
    count: 4,
    noteCount: 3,
    judgedCount: 4,
    excerpt: 'Dailies · 4 judged · 3 notes',
  })
  expect(notice?.url).toBe(`/studio/blue-unicorn/project/comet/reviews/${review.sessionId}?view=notes`)
  expect(await listNotices(studio.viewer)).toEqual([])
})

test('later notes make the notification unread again, and undone ones disappear from it', async () => {
  const review = await aReview(2)
  const first = await note(review, [0, 'Softer landing'])
  await see()
  const [seen] = await listNotices()
  const second = await note(review, [1, 'Hold the arm'])
  const [grown] = await listNotices()
  await see()
  await call(studio.lead.client, 'delete_rows', { p_table: 'comments', p_keys: [second] })
  const [less] = await listNotices()
  await call(studio.lead.client, 'delete_rows', { p_table: 'comments', p_keys: [first] })

  expect(seen).toMatchObject({ viewed: true, data: { noteCount: 1, excerpt: 'Dailies · Softer landing' } })
  expect(grown).toMatchObject({ recipient_id: seen?.recipient_id, viewed: false, data: { noteCount: 2 } })
  expect(less).toMatchObject({ recipient_id: seen?.recipient_id, viewed: true, data: { noteCount: 1 } })
  expect(await listNotices()).toEqual([])
})

test('a second judgement is notified, an undone one is not', async () => {
  const review = await aReview(1)
  await judge(review, 0)
  await see()
  await judge(review, 0, shot.status.id)
  const [again] = await listNotices()
  const changes = [{ id: review.entries[0]?.id, kind: 'set', fields: { judged_status_id: null } }]
  await call(studio.lead.client, 'change_review', { p_session_id: review.sessionId, p_changes: changes })

  expect(again).toMatchObject({ type: 'review', viewed: false, data: { judgedCount: 1 } })
  expect(await listNotices()).toEqual([])
})

test('a mention in one’s own task is part of the digest; others get theirs', async () => {
  const review = await aReview(1)
  await note(review, [0, 'Max and Vera, look'], { mentions: [studio.member.id, studio.viewer.id] })

  expect((await listNotices()).map(({ type }) => type)).toEqual(['review'])
  expect((await listNotices(studio.viewer)).map(({ type }) => type)).toEqual(['mention'])
})

test('nobody is notified of their own words, of a closed project, or against their preferences', async () => {
  const review = await aReview(1)
  await note(review, [0, 'Mine'], { by: studio.member })
  const own = await listNotices()
  const wish = async (isWanted: boolean) =>
    await host.database.execute(
      `update public.user_profiles set notify_subscriptions = ${isWanted} where id = '${studio.member.id}'`,
    )
  await wish(false)
  await note(review, [0, 'Unwanted'])
  const unwanted = await listNotices()
  await wish(true)
  const closed = { project_id: shot.project.id, role_id: roleId('member'), is_allowed: false }
  await studio.owner.client.from('project_role_access').insert(closed)
  await note(review, [0, 'Closed'], { by: studio.admin })
  const told = await host.database.query('select from public.notifications')

  expect([own, unwanted, told]).toEqual([[], [], []])
})

test('statuses set elsewhere and comments without a session are notified as usual', async () => {
  const review = await aReview(2)
  await judge(review, 0)
  const [, other = ''] = review.tasks
  await call(studio.lead.client, 'set_tasks_status', { p_task_ids: [other], p_status_id: shot.spareStatus.id })
  await call(studio.lead.client, 'add_comment', { p_task_id: other, p_comment_id: randomUUID(), p_content: 'Hm' })

  const kinds = (await listNotices()).map(({ type }) => type)

  expect(kinds.toSorted()).toEqual(['comment', 'review', 'status_change'])
})
