import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from '#tests/database/a-studio.ts'
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

type Answer = { readonly decisions: readonly { readonly result: string; readonly reason?: string }[] }

/** Creates a session of that many tasks, all in the studio's first status. */
async function aReview(count = 1) {
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
  const decide = (at: number, given: object = {}) => ({
    id: randomUUID(),
    taskId: tasks[at],
    seenStatusId: shot.status.id,
    by: { name: 'Lea Lead', userId: studio.lead.id },
    at: Date.UTC(2026, 10, 24, 14, 5),
    ...given,
  })
  const bring = async (decisions: readonly object[], { client: by }: TestUser = studio.lead) => {
    const args = { p_session_id: sessionId, p_decisions: decisions, p_operation_id: randomUUID() }
    const answer = await call<Answer>(by, 'bring_decisions', args)
    return answer.decisions.map(({ result, reason }) => (reason === undefined ? result : `${result}: ${reason}`))
  }
  const look = async () => {
    const read = async (table: string, columns: string) =>
      (
        await client
          .from(table)
          .select(columns)
          .in(table === 'item_tasks' ? 'id' : 'task_id', tasks)
      ).data ?? []
    const rows = {
      tasks: (await read('item_tasks', 'id, status_id')) as unknown as { id: string; status_id: string }[],
      entries: (await read('review_entries', 'task_id, judged_status_id')) as unknown as {
        task_id: string
        judged_status_id: string | null
      }[],
      comments: (await read('comments', 'id, task_id, content, metadata, is_automatic')) as unknown as {
        id: string
        content: string
        metadata: Readonly<Record<string, unknown>>
        is_automatic: boolean
      }[],
    }
    return {
      ...rows,
      statuses: tasks.map((id) => rows.tasks.find((task) => task.id === id)?.status_id),
      judged: tasks.map((id) => rows.entries.find((entry) => entry.task_id === id)?.judged_status_id),
      notes: rows.comments.filter((comment) => !comment.is_automatic),
    }
  }
  return { sessionId, tasks, decide, bring, look }
}

test('a decision is applied once, whoever brings it and however often', async () => {
  const { decide, bring, look } = await aReview()
  const note = { content: 'Softer landing', metadata: {} }
  const decision = decide(0, { statusId: shot.spareStatus.id, note })

  const said = [await bring([decision]), await bring([decision]), await bring([decision], studio.admin)]
  const { statuses, judged, notes } = await look()

  expect(said).toEqual([['applied'], ['there already'], ['there already']])
  expect([statuses, judged]).toEqual([[shot.spareStatus.id], [shot.spareStatus.id]])
  expect(notes).toMatchObject([{ id: decision.id, content: 'Softer landing' }])
})

test('two people bringing the same file at once apply it once', async () => {
  const { decide, bring, look } = await aReview(4)
  const all = [0, 1, 2, 3].map((at) =>
    decide(at, { statusId: shot.spareStatus.id, note: { content: 'x', metadata: {} } }),
  )

  const said = await Promise.all([bring(all), bring(all, studio.admin), bring(all, studio.owner)])

  expect(said.flat().toSorted()).toEqual([
    ...Array<string>(4).fill('applied'),
    ...Array<string>(8).fill('there already'),
  ])
  expect((await look()).notes).toHaveLength(4)
})

test('a status set since stays unless the person bringing the decision overrides it', async () => {
  const { decide, bring, look, tasks } = await aReview(3)
  const { data } = await studio.owner.client.from('task_statuses').select('id').eq('studio_id', studio.id)
  const third = data?.map(({ id }) => String(id)).find((id) => id !== shot.status.id && id !== shot.spareStatus.id)
  await call(studio.member.client, 'set_tasks_status', { p_task_ids: tasks, p_status_id: third })
  const wanted = { statusId: shot.spareStatus.id, note: { content: 'Hold the arm', metadata: {} } }
  const decisions = [decide(0, wanted), decide(1, wanted), decide(2, wanted)]
  const [first, second, last] = decisions

  const asked = await bring(decisions)
  const untouched = await look()
  const chosen = await bring([first ?? {}, { ...second, keep: true }, { ...last, force: true }])
  const { statuses, judged, notes } = await look()

  expect(asked).toEqual(['conflict', 'conflict', 'conflict'])
  expect(untouched.notes).toEqual([])
  expect(chosen).toEqual(['conflict', 'applied', 'applied'])
  expect(statuses).toEqual([third, third, shot.spareStatus.id])
  expect(judged).toEqual([null, null, shot.spareStatus.id])
  expect(new Set(notes.map(({ id }) => id))).toEqual(new Set([second?.id, last?.id]))
})

test('another person’s decision names who and when, without markup; one’s own does not', async () => {
  const { decide, bring, look } = await aReview(3)
  const by = { name: '**Anna**\n@here [Client]' }
  const metadata = { hereReferences: [], revision: { versionId: randomUUID() }, sessionId: randomUUID() }
  const note = { content: 'Softer', metadata }

  await bring([decide(0, { statusId: shot.spareStatus.id, note, by }), decide(1, { note })])
  await bring([decide(2, { statusId: shot.spareStatus.id, by: { name: ' ' } })])
  const { notes } = await look()

  expect(notes.map(({ content }) => content).toSorted()).toEqual([
    'Decided by Anna here Client, 24 Nov 2026, 14:05 UTC.\nSofter',
    'Decided by somebody, 24 Nov 2026, 14:05 UTC.',
    'Softer',
  ])
  expect(notes.every(({ metadata: kept }) => !('revision' in kept) && kept['sessionId'] !== metadata.sessionId)).toBe(
    true,
  )
})

test('a decision that cannot be brought says why and does not stop the others', async () => {
  const { decide, bring, look, tasks } = await aReview(4)
  const other = await aReview()
  const elsewhere = other.decide(0, { statusId: shot.spareStatus.id })
  await other.bring([elsewhere])
  await call(studio.owner.client, 'delete_rows', { p_table: 'item_tasks', p_keys: [tasks[0]] })
  await studio.owner.client.from('item_tasks').update({ is_disabled: true }).eq('id', tasks[1])
  const statusId = shot.spareStatus.id

  const said = await bring([
    decide(0, { statusId }),
    decide(1, { statusId }),
    decide(2, { statusId: randomUUID() }),
    decide(2, { taskId: randomUUID(), statusId }),
    { ...decide(2, { statusId }), id: elsewhere.id },
    decide(2),
    decide(2, { at: 1e300, statusId, by: {} }),
    decide(2, { note: { content: 'x'.repeat(20_001), metadata: {} } }),
    decide(3, { statusId }),
  ])

  expect(said).toEqual([
    'refused: task_gone',
    'refused: disabled',
    'refused: status_gone',
    'refused: not_in_session',
    'refused: other_session',
    'refused: empty',
    'refused: invalid',
    'refused: invalid',
    'applied',
  ])
  expect((await look()).judged).toEqual([null, null, null, statusId])
})

test('a role that may not judge or note is refused, and a locked or foreign session takes nothing', async () => {
  const { decide, bring, look, sessionId } = await aReview(2)
  const note = { content: 'x', metadata: {} }
  const canComment = async (isAllowed: boolean) =>
    await host.database.execute(
      `update public.role_permissions set is_allowed = ${isAllowed}
        where permission = 'comment' and role_id = '${roleId('viewer')}'`,
    )
  await canComment(false)

  const byViewer = await bring([decide(0, { statusId: shot.spareStatus.id }), decide(1, { note })], studio.viewer)
  await canComment(true)
  const args = { p_session_id: sessionId, p_decisions: [decide(0, { note })] }
  const outside = await refusal(studio.outsider.client, 'bring_decisions', args)
  await studio.owner.client.from('review_sessions').update({ is_locked: true }).eq('id', sessionId)
  const locked = await refusal(studio.lead.client, 'bring_decisions', args)

  expect(byViewer).toEqual(['refused: may_not_judge', 'refused: may_not_comment'])
  expect([outside.code, locked.code]).toEqual(['P0002', 'P0423'])
  expect((await look()).notes).toEqual([])
})

test('undone as one change, decisions can be brought again; what somebody changed since stays', async () => {
  const { decide, bring, look, tasks, sessionId } = await aReview(2)
  const wanted = { statusId: shot.spareStatus.id, note: { content: 'Hold', metadata: {} } }
  const decisions = [decide(0, wanted), decide(1, wanted)]
  await bring(decisions)
  await call(studio.member.client, 'set_tasks_status', { p_task_ids: [tasks[1]], p_status_id: shot.status.id })
  await call(studio.member.client, 'set_tasks_status', { p_task_ids: [tasks[1]], p_status_id: shot.spareStatus.id })
  const { data } = await studio.owner.client.from('task_statuses').select('id').eq('studio_id', studio.id)
  const third = data?.map(({ id }) => String(id)).find((id) => id !== shot.status.id && id !== shot.spareStatus.id)
  await call(studio.member.client, 'set_tasks_status', { p_task_ids: [tasks[0]], p_status_id: third })
  const args = { p_session_id: sessionId, p_decision_ids: decisions.map(({ id }) => id) }

  const byAnother = await call(studio.admin.client, 'take_back_decisions', args)
  const taken = await call(studio.lead.client, 'take_back_decisions', args)
  const after = await look()
  const again = await bring(decisions)

  expect(byAnother).toMatchObject({ changed: 0, skipped: 2 })
  expect(taken).toMatchObject({ changed: 1, skipped: 1 })
  expect(after).toMatchObject({ statuses: [third, shot.status.id], judged: [null, null], notes: [] })
  expect(again).toEqual(['conflict', 'applied'])
})

test('an artist gets one notification for all of a batch', async () => {
  const { decide, bring } = await aReview(5)
  const wanted = { statusId: shot.spareStatus.id, note: { content: 'Hold', metadata: {} } }

  await bring([0, 1, 2, 3, 4].map((at) => decide(at, at < 3 ? wanted : { statusId: shot.spareStatus.id })))
  const notices = await call<object[]>(studio.member.client, 'list_notifications', { p_studio_id: studio.id })

  expect(notices).toMatchObject([{ type: 'review', data: { count: 5, judgedCount: 5, noteCount: 3 } }])
})

test('everyone who sees the session knows which decisions were brought', async () => {
  const { decide, bring, sessionId } = await aReview()
  const decision = decide(0, { statusId: shot.spareStatus.id })
  await bring([decision])
  const ask = async ({ client }: TestUser) => await call(client, 'get_brought_decisions', { p_session_id: sessionId })

  expect([await ask(studio.viewer), await ask(studio.outsider)]).toEqual([[decision.id], []])
})
