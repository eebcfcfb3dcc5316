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

test('a review session is created with its tasks in one step, and a repeat creates nothing', async () => {
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

test('a locked session cannot be changed, and says how to continue', async () => {
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
    message: 'This review session is locked: what was judged stays until it is unlocked.',
  })
  expect(await pull()).toMatchObject({ tables: { review_entries: { judged_status_id: [status.id] } } })
})

test('a locked session refuses notes by every procedure, but a deleted note can be restored', async () => {
  const { task, sessionId } = await aReview()
  const { client } = studio.lead
  const note = { p_task_id: task.id, p_content: 'Softer landing', p_metadata: { sessionId } }
  const noteId = randomUUID()
  await call(client, 'add_comment', { ...note, p_comment_id: noteId })
  const deletion = { p_table: 'comments', p_keys: [noteId], p_operation_id: randomUUID() }
  await call(client, 'delete_rows', deletion)
  await client.from('review_sessions').update({ is_locked: true }).eq('id', sessionId)

  const refused = await refusal(client, 'add_comment', { ...note, p_comment_id: randomUUID() })
  const row = await client.from('comments').insert({ task_id: task.id, content: 'Late', metadata: { sessionId } })
  await call(client, 'restore_deleted', { p_studio_id: studio.id, p_deletion_id: deletion.p_operation_id })
  const { data } = await client.from('comments').select('id').eq('metadata->>sessionId', sessionId)
  await call(client, 'add_comment', { ...note, p_comment_id: randomUUID(), p_metadata: {} })

  expect(refused).toEqual({
    code: 'P0423',
    status: 423,
    message: 'This review session is locked: it takes notes again once it is unlocked.',
  })
  expect(row.error?.code).toBe('P0423')
  expect(data).toEqual([{ id: noteId }])
})

test('invalid review changes are refused in words, without naming constraints', async () => {
  const { args, sessionId, entry, change, pull } = await aReview()
  const { client } = studio.lead
  const start = async (fields: object) =>
    await refusal(client, 'start_review', { ...args, p_session_id: randomUUID(), p_operation_id: null, ...fields })
  const set = async (fields: object) =>
    await refusal(client, 'change_review', change([{ id: entry.id, kind: 'set', fields }]))

  const said = [
    await start({ p_name: '  ' }),
    await start({ p_name: 'x'.repeat(201) }),
    await start({ p_kind: 'party' }),
    await start({ p_entries: [{ ...entry, id: randomUUID(), cut_in: 9, cut_out: 1 }] }),
    await set({ cut_in: 9, cut_out: 1 }),
    await set({ cut_out: 20_000_000 }),
    await set({ handle_in: -1 }),
    await set({ order_rank: 'NaN' }),
    await set({ cut_in: 'ten' }),
  ].map(({ code, message }) => `${code} ${message}`)
  const twice = await start({ p_session_id: sessionId })
  const unknown = [await set({ judged_status_id: randomUUID() }), await set({ version_id: randomUUID() })]

  expect(said).toEqual([
    '22023 A review session needs a name',
    '22023 The name is too long. The limit is 200 characters.',
    '22023 A review session is of the kind dailies, cut or client',
    '22023 The first frame of a cut is not after its last',
    '22023 The first frame of a cut is not after its last',
    '22023 Frames of a cut are from -1000000 to 10000000',
    '22023 Handles are 0 to 10000 frames',
    '22023 That is no place in an order',
    '22023 That cannot be in a review session',
  ])
  expect(twice).toMatchObject({ code: '23505', message: 'A review session with this id already exists' })
  expect(unknown.map(({ code, message }) => `${code} ${message}`)).toEqual([
    'P0002 Status not found',
    'P0002 Revision not found',
  ])
  expect(await pull()).toMatchObject({ tables: { review_entries: { judged_status_id: [null], version_id: [null] } } })
})

test('a role without Create can only watch, and a task of another project is not found', async () => {
  const { change, entry, args } = await aReview()
  const elsewhere = await aTask(studio, 'Elsewhere')
  const add = [{ id: randomUUID(), kind: 'add', fields: { task_id: elsewhere.task.id } }]

  const started = await refusal(studio.viewer.client, 'start_review', { ...args, p_operation_id: randomUUID() })
  const changed = await refusal(studio.viewer.client, 'change_review', change([{ id: entry.id, kind: 'remove' }]))
  const foreign = await refusal(studio.lead.client, 'change_review', change(add))

  expect([started.code, changed.code]).toEqual(['42501', '42501'])
  expect(foreign).toMatchObject({ code: 'P0002', message: 'Task not found' })
})

test('nobody sees sessions or entries of a project closed to them', async () => {
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

test('judgements outlive their task, and a deleted session is restored completely', async () => {
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

test('a note stores its session as an id and nothing else', async () => {
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
  expect(bad.error).toMatchObject({ code: '22023', message: 'A note names its review session by its id' })
})

test('sessions have counts of judgements, notes, and replies since', async () => {
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
