import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, type TestStudio } from './a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Row = Readonly<Record<string, unknown>>
type Shot = Awaited<ReturnType<typeof aTask>>
const ids = (row: Row): string => String(row['id'])

/** Arguments for a revision with two files, a new status, a mention and a note. */
async function aRevision({ task }: Shot) {
  const files = [1, 2].map((n) => ({
    id: randomUUID(),
    filename: `${n}.png`,
    content_type: 'image/png',
    size_bytes: 3,
  }))
  await studio.owner.client.rpc('register_uploads', { p_files: files, p_task_id: ids(task) })
  await host.database.query(
    `insert into storage.objects (id, bucket_id, name) select gen_random_uuid(), 'media', r2_key from public.media where id = any($1::uuid[])`,
    [files.map(({ id }) => id)],
  )
  const [status] = await host.database.query<Row>(
    `select id from public.task_statuses where studio_id = $1 and id <> $2 order by position limit 1`,
    [task['studio_id'], task['status_id']],
  )
  return {
    task_id: ids(task),
    version_id: randomUUID(),
    comment_id: randomUUID(),
    comment: 'blocking pass',
    time_spent: '1h 30m',
    status_id: ids(status ?? {}),
    mentions: [studio.lead.id],
    metadata: { source: 'farm' },
    files: files.map(({ id }, at) => ({ id, sha256: String(at + 1).repeat(64) })),
  }
}

const post = async (revisions: readonly object[]) => {
  const { data, error } = await studio.owner.client.rpc('create_revisions', { p_revisions: revisions })
  if (error) throw error
  return (data as { revisions: Row[] }).revisions
}

/** Returns everything a revision writes, without what differs from task to task. */
const leftOf = async (taskId: string): Promise<Row> => {
  const [row] = await host.database.query<Row>(
    `select (select jsonb_agg(to_jsonb(v) - '{id,task_id,space_id,project_id,created_at,updated_at,rev}'::text[]) from public.task_versions v where v.task_id = $1) as versions,
      (select jsonb_agg(jsonb_build_object('content', c.content, 'by', c.created_by, 'automatic', c.is_automatic,
        'metadata', c.metadata #- '{revision,versionId}' #- '{revision,taskId}' #- '{revision,taskName}' #- '{revision,stageId}')) from public.comments c where c.task_id = $1) as comments,
      (select jsonb_agg(jsonb_build_array(m.filename, m.sha256, m.is_stored, l.display_order) order by l.display_order)
        from public.version_media l join public.task_versions v on v.id = l.version_id join public.media m on m.id = l.media_id where v.task_id = $1) as files,
      (select jsonb_agg(jsonb_build_array(m.filename, a.display_order) order by a.display_order)
        from public.comment_attachments a join public.comments c on c.id = a.comment_id join public.media m on m.id = a.media_id where c.task_id = $1) as attachments,
      (select jsonb_agg(m.mentioned_user_id) from public.mentions m join public.comments c on c.id = m.comment_id where c.task_id = $1) as mentions,
      (select jsonb_agg(jsonb_build_array(n.notification_type_id, r.user_id) order by 1) from public.notifications n
        join public.notification_recipients r on r.notification_id = n.id join public.comments c on c.id = n.target_id where c.task_id = $1) as told,
      (select s.name from public.item_tasks t join public.task_statuses s on s.id = t.status_id where t.id = $1) as status`,
    [taskId],
  )
  return row ?? {}
}

test('revisions posted with and without an operation id can be undone from the log', async () => {
  const [shot, other] = await Promise.all([aTask(studio), aTask(studio)])
  const before = await leftOf(ids(shot.task))
  await post([await aRevision(shot), await aRevision(other)])
  const of = async (p_kinds: string[]) => {
    const args = { p_studio_id: studio.id, p_task_id: ids(shot.task), p_kinds }
    const { data } = await studio.owner.client.rpc('list_activity', args)
    return Object(data).events as { seq: number; undoable: boolean }[]
  }
  const [posted] = await of(['revision.posted'])

  const args = { p_studio_id: studio.id, p_seq: posted?.seq, p_operation_id: randomUUID() }
  const { error } = await studio.owner.client.rpc('undo_operation', args)

  expect([posted?.undoable, error]).toEqual([true, null])
  // The status change is undone like any other, as its task shows.
  const after = { ...before, comments: [expect.objectContaining({ automatic: true, content: '' })] }
  expect(await leftOf(ids(shot.task))).toEqual(after)
  expect(await leftOf(ids(other.task))).toEqual(after)
})

test('a revision posted in a batch writes the same as one posted beside a refused one', async () => {
  const [first, second, apart, other] = await Promise.all([aTask(studio), aTask(studio), aTask(studio), aTask(studio)])
  const revisions = [await aRevision(first), await aRevision(second)]
  const together = await post(revisions)
  const beside = await post([await aRevision(apart), { ...(await aRevision(other)), time_spent: 'soon' }])
  const repeated = await post(revisions)

  expect(together).toMatchObject([
    { state: 'posted', version_id: revisions[0]?.version_id, version_number: 1 },
    { state: 'posted', version_id: revisions[1]?.version_id, version_number: 1 },
  ])
  expect(beside).toMatchObject([
    { state: 'posted', version_number: 1 },
    { state: 'failed', code: '22023' },
  ])
  expect(repeated.map(({ state, version_id: id }) => [state, id])).toEqual(
    revisions.map((revision) => ['present', revision.version_id]),
  )
  const left = await leftOf(ids(apart.task))
  expect(left).toMatchObject({ mentions: [studio.lead.id], versions: [{ time_spent: '1h 30m', version_number: 1 }] })
  expect(left['files']).toHaveLength(2)
  expect(await leftOf(ids(first.task))).toEqual(left)
  expect(await leftOf(ids(second.task))).toEqual(left)
})

test('several revisions of one task are numbered in sequence, and a viewer cannot post any', async () => {
  const shot = await aTask(studio)
  const revisions = [await aRevision(shot), { ...(await aRevision(shot)), files: [] }]
  const refused = await studio.viewer.client.rpc('create_revisions', { p_revisions: revisions })
  const posted = await post(revisions)

  expect(refused.data).toMatchObject({
    revisions: [
      { state: 'failed', code: '42501' },
      { state: 'failed', code: '42501' },
    ],
  })
  expect(posted.map(({ version_number: number }) => number)).toEqual([1, 2])
})
