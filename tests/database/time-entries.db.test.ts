import { afterAll, beforeAll, expect, test } from 'vitest'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
let others: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  others = await aTask({ id: studio.id, owner: studio.owner }, 'Closed')
})
afterAll(() => host.close())

type Entry = { id: string; minutes: number; user_name: string; project_name: string; created_at: string; url: string }

const november = { p_from: '2026-11-01T00:00:00Z', p_to: '2026-12-01T00:00:00Z' }

async function post(
  taskId: string,
  { at, time, by }: { at: string; time: string; by: TestStudio['owner'] },
): Promise<string> {
  const [id, comment] = [crypto.randomUUID(), crypto.randomUUID()]
  const args = { p_task_id: taskId, p_version_id: id, p_comment_id: comment, p_comment: 'x', p_time_spent: time }
  await call(by.client, 'create_revision', { ...args, p_media_ids: [] })
  await host.database.execute(`update public.task_versions set created_at = '${at}' where id = '${id}'`)
  return id
}

const list = (who: TestStudio['owner'], args: object = {}): Promise<Entry[]> =>
  call(who.client, 'list_time_entries', { p_studio_id: studio.id, ...november, ...args })

test('list_time_entries returns the time between two moments, oldest first, of everybody or one person', async () => {
  const first = await post(shot.task.id, { at: '2026-11-01T00:00:00Z', time: '1h 30m', by: studio.member })
  const second = await post(shot.task.id, { at: '2026-11-30T23:59:59Z', time: '2h', by: studio.lead })
  await post(shot.task.id, { at: '2026-12-01T00:00:00Z', time: '8h', by: studio.lead })
  await post(shot.task.id, { at: '2026-10-31T23:59:59Z', time: '8h', by: studio.lead })

  const all = await list(studio.viewer)
  const mine = await list(studio.viewer, { p_user_id: studio.member.id })

  expect(all.map(({ id, minutes, user_name }) => [id, minutes, user_name])).toEqual([
    [first, 90, 'Max Member'],
    [second, 120, 'Lea Lead'],
  ])
  expect(all[0]).toMatchObject({
    task_id: shot.task.id,
    stage_id: shot.stage.id,
    item_id: shot.item.id,
    item_name: 'sh010',
    collection_name: 'SQ010',
    space_id: shot.space.id,
    space_name: 'Episode & One',
    project_id: shot.project.id,
    project_name: 'Comet',
    version_number: 1,
    comment: 'x',
    url: expect.stringContaining('?item=sh010&task='),
  })
  expect(mine.map(({ id }) => id)).toEqual([first])
})

test('time entries are paged without gaps or repeats, even at equal moments', async () => {
  const at = '2026-11-11T11:11:11.111111Z'
  for (const time of ['1m', '2m', '3m', '4m', '5m']) await post(shot.task.id, { at, time, by: studio.lead })
  const all = await list(studio.owner)
  const paged: Entry[] = []
  for (;;) {
    const last = paged.at(-1)
    const page = await list(studio.owner, { p_limit: 2, p_after_time: last?.created_at, p_after_id: last?.id })
    paged.push(...page)
    if (page.length < 2) break
  }

  expect(all).toHaveLength(7)
  expect(paged).toEqual(all)
})

test('time entries of closed projects are hidden from the caller, and all from outsiders', async () => {
  await post(others.task.id, { at: '2026-11-20T10:00:00Z', time: '3h', by: studio.lead })
  await host.database.execute(`insert into public.project_role_access (project_id, role_id, is_allowed)
    values ('${others.project.id}', '00000000-0000-4000-8000-000000000004', false)`)

  expect((await list(studio.owner)).some(({ project_name }) => project_name === 'Closed')).toBe(true)
  expect((await list(studio.member)).some(({ project_name }) => project_name === 'Closed')).toBe(false)
  const args = { p_studio_id: studio.id, ...november }
  expect(await refusal(studio.outsider.client, 'list_time_entries', args)).toMatchObject({ code: 'P0002' })
  expect(await refusal(studio.owner.client, 'list_time_entries', { ...args, p_limit: 1001 })).toMatchObject({
    code: '22023',
  })
})
