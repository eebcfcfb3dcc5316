import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call } from './a-studio.ts'

let host: TestHost
let studio: TestStudio

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

test('planned blocks follow their task’s assignee, and keep their dates when it is unassigned and reassigned', async () => {
  const { client } = studio.owner
  const { task } = await aTask(studio)
  const assign = async (person: string | null) =>
    await call(client, 'update_tasks', { p_task_ids: [task.id], p_field: 'assignee_id', p_values: [person] })
  const blocks = async () => {
    const rows = client.from('task_blocks').select('assignee_id, start_date').eq('task_id', task.id)
    return (await rows.order('start_date')).data
  }
  await assign(studio.member.id)
  await client.from('task_blocks').insert([
    { task_id: task.id, assignee_id: studio.member.id, start_date: '2026-11-23', duration: 2 },
    { task_id: task.id, assignee_id: studio.lead.id, start_date: '2026-11-25', duration: 1 },
  ])
  const planned = await blocks()

  await assign(null)
  expect(await blocks()).toEqual([
    { assignee_id: null, start_date: '2026-11-23' },
    { assignee_id: studio.lead.id, start_date: '2026-11-25' },
  ])

  await assign(studio.member.id)
  expect(await blocks()).toEqual(planned)
})
