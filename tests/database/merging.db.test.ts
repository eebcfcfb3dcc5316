import { randomUUID } from 'node:crypto'
import fc from 'fast-check'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { newId } from '#core/lib/ids.ts'
import { anyStep, makeModelServer, playHistory, type SessionServer } from '#core/testing/decision-history.ts'
import { aStudio, aTask, call, insert, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let statuses: readonly string[]
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  const { data } = await studio.owner.client.from('task_statuses').select('id').eq('studio_id', studio.id)
  const others = (data ?? []).map(({ id }) => String(id)).filter((id) => id !== shot.status.id)
  statuses = [shot.status.id, ...others.slice(0, 2)]
})
afterAll(() => host.close())

type Answer = { readonly decisions: readonly { readonly result: string }[] }

/** Creates a session in the database and in the model, which must give the same results. */
async function aTwin(): Promise<{ readonly server: SessionServer; readonly tasks: readonly string[] }> {
  const { client } = studio.owner
  const tasks: string[] = []
  for (const _ of [1, 2]) {
    const item = await insert(client, 'items', { collection_id: shot.collection.id, title: `sh${randomUUID()}` })
    const task = { item_id: item.id, stage_id: shot.stage.id, status_id: shot.status.id }
    tasks.push((await insert(client, 'item_tasks', task)).id)
  }
  const p_session_id = randomUUID()
  const entries = tasks.map((task_id, at) => ({ id: randomUUID(), task_id, order_rank: at }))
  const session = { p_session_id, p_project_id: shot.project.id, p_name: 'Dailies', p_kind: 'dailies' }
  await call(client, 'start_review', { ...session, p_day: '2026-11-24', p_entries: entries })
  const model = makeModelServer(tasks, shot.status.id)

  const read = async () => {
    const [own, judged, notes, brought] = await Promise.all([
      client.from('item_tasks').select('id, status_id').in('id', tasks),
      client.from('review_entries').select('task_id, judged_status_id').in('task_id', tasks),
      client.from('comments').select('id').in('task_id', tasks).eq('is_automatic', false),
      call<string[]>(client, 'get_brought_decisions', { p_session_id }),
    ])
    return {
      statuses: tasks.map((id) => String(own.data?.find((row) => row.id === id)?.status_id)),
      judged: tasks.map((id) => judged.data?.find((row) => row.task_id === id)?.judged_status_id ?? undefined),
      notes: (notes.data ?? []).map(({ id }) => String(id)).toSorted(),
      brought: brought.toSorted(),
    }
  }
  const server: SessionServer = {
    judge: async (at, status, noteId) => {
      await model.judge(at, status, noteId)
      const changes = [{ id: entries[at]?.id, kind: 'set', fields: { judged_status_id: status } }]
      await call(client, 'change_review', { p_session_id, p_changes: changes })
      await call(client, 'set_tasks_status', { p_task_ids: [tasks[at]], p_status_id: status })
      const note = { p_task_id: tasks[at], p_comment_id: noteId, p_content: 'x' }
      await call(client, 'add_comment', { ...note, p_metadata: { sessionId: p_session_id } })
    },
    bring: async (decisions) => {
      const expected = await model.bring(decisions)
      if (decisions.length === 0) return []
      const said = await call<Answer>(client, 'bring_decisions', { p_session_id, p_decisions: decisions })
      expect(said.decisions.map(({ result }) => result)).toEqual(expected)
      return expected
    },
    takeBack: async (ids) => {
      await model.takeBack(ids)
      await call(client, 'take_back_decisions', { p_session_id, p_decision_ids: ids })
    },
    read: async () => {
      const [state, expected] = [await read(), await model.read()]
      const { notes, brought } = expected
      expect(state).toEqual({ ...expected, notes: notes.toSorted(), brought: brought.toSorted() })
      return state
    },
  }
  return { server, tasks }
}

test('merging two packets and the room gives the same result in the database and in the model', async () => {
  await fc.assert(
    fc.asyncProperty(fc.array(anyStep, { maxLength: 12 }), async (steps) => {
      const { server, tasks } = await aTwin()

      const { decisions, noteIds } = await playHistory(steps, { server, tasks, statuses, newId })
      const { notes } = await server.read()

      expect(notes).toEqual([...noteIds, ...decisions.map(({ id }) => id)].toSorted())
    }),
    { numRuns: 12 },
  )
})
