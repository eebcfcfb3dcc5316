import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

async function aReview() {
  const place = await aTask(studio)
  const sessionId = randomUUID()
  const entry = { id: randomUUID(), task_id: place.task.id, order_rank: 1000 }
  const session = { p_session_id: sessionId, p_project_id: place.project.id, p_name: ' Dailies ', p_kind: 'dailies' }
  const args = { ...session, p_day: '2026-11-23', p_entries: [entry], p_operation_id: randomUUID() }
  await call(studio.member.client, 'start_review', args)
  const change = (changes: readonly object[]) => ({ p_session_id: sessionId, p_changes: changes })
  const pull = async (since = 0, who = studio.viewer) =>
    await call(who.client, 'pull_review', { p_session_id: sessionId, p_since: since })
  return { ...place, sessionId, entry, args, change, pull }
}

test('a session is started with its tasks in one step, and a repeat starts nothing', async () => {
  const { args, sessionId, task, item, space, pull } = await aReview()

  const again = await call(studio.member.client, 'start_review', args)

  expect(again).toMatchObject({ session_id: sessionId, added: 1 })
  expect(await pull()).toMatchObject({
    full: true,
    tables: { review_entries: { task_id: [task.id], item_id: [item.id], space_id: [space.id], version_id: [null] } },
  })
})

test('a task is in a session once, whoever adds it', async () => {
  const { change, task, entry, pull } = await aReview()
  const twice = [{ id: randomUUID(), kind: 'add', fields: { task_id: task.id, order_rank: 1 } }]

  await call(studio.lead.client, 'change_review', change(twice))

  expect(await pull()).toMatchObject({ tables: { review_entries: { id: [entry.id], order_rank: [1000] } } })
})

test('nothing changes in a locked session, and it says how to go on', async () => {
  const { change, entry, sessionId, status, pull } = await aReview()
  const judge = change([{ id: entry.id, kind: 'set', fields: { judged_status_id: status.id } }])
  const lock = async (isLocked: boolean) =>
    await studio.lead.client.from('review_sessions').update({ is_locked: isLocked }).eq('id', sessionId)
  await lock(true)

  const refused = await refusal(studio.lead.client, 'change_review', judge)
  await lock(false)
  await call(studio.lead.client, 'change_review', judge)

  expect(refused).toEqual({
    code: 'P0423',
    status: 423,
    message: 'This review session is locked. Unlock it to change what was judged.',
  })
  expect(await pull()).toMatchObject({ tables: { review_entries: { judged_status_id: [status.id] } } })
})

test('a role without Create looks on, and a task of another project is not found', async () => {
  const { change, entry, args } = await aReview()
  const elsewhere = await aTask(studio, 'Elsewhere')
  const add = [{ id: randomUUID(), kind: 'add', fields: { task_id: elsewhere.task.id } }]

  const started = await refusal(studio.viewer.client, 'start_review', { ...args, p_operation_id: randomUUID() })
  const changed = await refusal(studio.viewer.client, 'change_review', change([{ id: entry.id, kind: 'remove' }]))
  const foreign = await refusal(studio.lead.client, 'change_review', change(add))

  expect([started.code, changed.code]).toEqual(['42501', '42501'])
  expect(foreign).toMatchObject({ code: 'P0002', message: 'Task not found' })
})

test('nobody sees a session or an entry of a project that is closed to them', async () => {
  const { project, sessionId, change, entry } = await aReview()
  const closed = { project_id: project.id, role_id: roleId('member'), is_allowed: false }
  await studio.owner.client.from('project_role_access').insert(closed)
  const { client } = studio.member

  const sessions = await client.from('review_sessions').select('id').eq('id', sessionId)
  const entries = await client.from('review_entries').select('id').eq('session_id', sessionId)
  const pulled = await call<{ tables: { review_sessions: { id: string[] } } }>(client, 'pull_studio', {
    p_studio_id: studio.id,
  })
  const refused = [
    await refusal(client, 'pull_review', { p_session_id: sessionId }),
    await refusal(client, 'change_review', change([{ id: entry.id, kind: 'remove' }])),
  ]

  expect([sessions.data, entries.data]).toEqual([[], []])
  expect(pulled.tables.review_sessions.id).not.toContain(sessionId)
  expect(refused.map(({ code }) => code)).toEqual(['P0002', 'P0002'])
})

test('what was judged outlives its task, and a deleted session comes back whole', async () => {
  const { task, sessionId, entry, pull } = await aReview()
  const { client } = studio.lead
  await call(client, 'delete_rows', { p_table: 'item_tasks', p_keys: [task.id] })
  const operation = randomUUID()

  const kept = await pull()
  await call(client, 'delete_rows', { p_table: 'review_sessions', p_keys: [sessionId], p_operation_id: operation })
  const gone = await refusal(client, 'pull_review', { p_session_id: sessionId })
  await call(client, 'restore_deleted', { p_studio_id: studio.id, p_deletion_id: operation })

  expect(kept).toMatchObject({ tables: { review_entries: { id: [entry.id] } } })
  expect(gone.code).toBe('P0002')
  expect(await pull()).toMatchObject({ tables: { review_entries: { id: [entry.id], task_id: [task.id] } } })
})

test('a note says which session it was written in, by an id and nothing else', async () => {
  const { task, sessionId } = await aReview()
  const note = { p_task_id: task.id, p_content: 'Softer landing' }
  const add = async (session: string) =>
    await studio.lead.client.rpc('add_comment', {
      ...note,
      p_comment_id: randomUUID(),
      p_metadata: { sessionId: session },
    })

  const good = await add(sessionId)
  const bad = await add('Dailies')

  expect(good.error).toBeNull()
  expect(bad.error?.code).toBe('23514')
})

test('sessions are counted with what is judged and noted in them, and with what was answered since', async () => {
  const { project, sessionId, change, entry, status, collection, stage } = await aReview()
  const item = await insert(studio.owner.client, 'items', { collection_id: collection.id, title: 'sh020' })
  const task = { item_id: item.id, stage_id: stage.id, status_id: status.id }
  const second = await insert(studio.owner.client, 'item_tasks', task)
  await call(
    studio.lead.client,
    'change_review',
    change([
      { id: randomUUID(), kind: 'add', fields: { task_id: second.id } },
      { id: entry.id, kind: 'set', fields: { judged_status_id: status.id } },
    ]),
  )

  const note = async (content: string) =>
    await call(studio.lead.client, 'add_comment', {
      p_task_id: second.id,
      p_comment_id: randomUUID(),
      p_content: content,
      p_metadata: { sessionId },
    })
  const count = async (who = studio.viewer) => await call(who.client, 'get_review_counts', { p_project_id: project.id })
  await note('Softer landing')
  const noted = await count()
  await insert(studio.owner.client, 'task_versions', { task_id: second.id, comment: 'Softer' })
  const answered = await count()
  await note('Softer still')

  const row = { session_id: sessionId, entry_count: 2, judged_count: 1, noted_count: 1 }
  expect(noted).toEqual([{ ...row, answered_count: 0 }])
  expect(answered).toEqual([{ ...row, answered_count: 1 }])
  expect(await count()).toEqual([{ ...row, answered_count: 0 }])
  expect(await count(studio.outsider)).toEqual([])
})
