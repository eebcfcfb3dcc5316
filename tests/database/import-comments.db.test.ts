import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, refusal, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

const aComment = (given: object = {}) => ({
  id: randomUUID(),
  task_id: shot.task.id,
  content: 'Wing pops on 1013.',
  said_at: '2026-03-05T16:22:31Z',
  key: randomUUID(),
  ...given,
})
type Outcome = { readonly comments: number; readonly deleted: number }
const apply = async (changes: object, client = studio.lead.client) =>
  await call<Outcome>(client, 'apply_import', { p_space_id: shot.space.id, p_changes: changes })
const find = async (id: string) => {
  const { data } = await studio.owner.client.from('comments').select().eq('id', id).maybeSingle()
  return data as Record<string, unknown> | null
}

test('an imported comment has its original date and author, a member or only a name', async () => {
  const [byMember, byName, byNobody, tomorrow] = [
    aComment({ author_id: studio.member.id }),
    aComment({ author_name: 'Ana Sousa' }),
    aComment({ said_at: null }),
    aComment({ said_at: '2999-01-01T00:00:00Z' }),
  ]
  const outcome = await apply({ comments: [byMember, byName, byNobody, tomorrow] })
  const listed = await call<object[]>(studio.owner.client, 'list_imported_comments', { p_space_id: shot.space.id })
  const feed = await call<Record<string, unknown>[]>(studio.owner.client, 'list_studio_feed', {
    p_studio_id: studio.id,
  }).catch(() => [])

  expect(outcome).toMatchObject({ comments: 4 })
  expect(await find(byMember.id)).toMatchObject({
    content: 'Wing pops on 1013.',
    created_by: studio.member.id,
    created_at: '2026-03-05T16:22:31+00:00',
    is_automatic: false,
    metadata: { authorName: 'Max Member', imported: { by: studio.lead.id, key: byMember.key } },
  })
  expect(await find(byName.id)).toMatchObject({ created_by: null, metadata: { authorName: 'Ana Sousa' } })
  expect((await find(byNobody.id))?.['metadata']).not.toHaveProperty('authorName')
  const made = Date.parse(String((await find(tomorrow.id))?.['created_at']))
  expect(Math.abs(made - Date.now())).toBeLessThan(60_000)
  expect(listed).toContainEqual({ task_id: shot.task.id, key: byName.key })
  expect(feed.filter(({ id }) => id === byName.id).map((row) => row['actor_name'])).not.toContain('Unknown')
})

test('the same imported comment is added once, by whoever and under any id; another task has its own', async () => {
  const comment = aComment()
  const first = await apply({ comments: [comment] })
  const again = await apply({ comments: [{ ...comment, id: randomUUID() }, aComment()] }, studio.owner.client)

  expect([first.comments, again.comments]).toEqual([1, 1])
})

test('an imported comment sends no notifications and triggers no rules, but appears in the activity', async () => {
  const read = async (table: string) =>
    (await host.database.query<{ n: number }>(`select count(*)::integer as n from ${table}`))[0]?.n
  const before = await read('public.notification_recipients')
  const comment = aComment({ author_name: 'Ana', content: '@Max Member look' })
  await apply({ comments: [comment] })
  const rows = await host.database.query<{ kind: string }>('select kind from public.events where thing_id = $1', [
    comment.id,
  ])

  expect(await read('public.notification_recipients')).toBe(before)
  expect(rows).toEqual([{ kind: 'comment.imported' }])
})

test('an imported comment is removed by undoing the import, unless its author has edited it since', async () => {
  const [kept, gone] = [aComment({ author_id: studio.member.id }), aComment({ author_id: studio.member.id })]
  await apply({ comments: [kept, gone] })
  const { metadata } = (await find(kept.id)) ?? {}
  await call(studio.member.client, 'edit_comment', {
    p_comment_id: kept.id,
    p_content: 'Not any more.',
    p_metadata: metadata,
  })
  const undone = await apply({ deletions: { comments: [kept.id, gone.id] } }, studio.owner.client)
  const again = await apply({ comments: [kept, { ...gone, id: randomUUID() }] })

  expect(undone.deleted).toBe(1)
  expect([(await find(kept.id))?.['content'], await find(gone.id)]).toEqual(['Not any more.', null])
  expect(again.comments).toBe(1)
})

test('an imported comment is removed by undoing from the activity too', async () => {
  const comment = aComment({ author_name: 'Ana' })
  const args = { p_space_id: shot.space.id, p_changes: { comments: [comment] }, p_operation_id: randomUUID() }
  await call(studio.owner.client, 'apply_import', args)
  const rows = await host.database.query<{ seq: number }>('select seq from public.events where thing_id = $1', [
    comment.id,
  ])
  const undo = { p_studio_id: studio.id, p_seq: Number(rows[0]?.seq), p_operation_id: randomUUID() }

  expect(await call(studio.owner.client, 'undo_operation', undo)).toMatchObject({ changed: 1 })
  expect(await find(comment.id)).toBeNull()
})

test('an imported comment needs a task of the space, a member, a text, and a role that may import and comment', async () => {
  const other = await aTask(studio, 'Elsewhere')
  const wrong = [
    { task_id: other.task.id },
    { author_id: studio.outsider.id },
    { content: ' ' },
    { key: '' },
    { key: 'x'.repeat(201) },
  ]
  for (const given of wrong)
    expect(
      await refusal(studio.lead.client, 'apply_import', {
        p_space_id: shot.space.id,
        p_changes: { comments: [aComment(given)] },
      }),
    ).toMatchObject({ code: '22023' })
  for (const { client } of [studio.viewer, studio.member])
    expect(
      await refusal(client, 'apply_import', { p_space_id: shot.space.id, p_changes: { comments: [aComment()] } }),
    ).toMatchObject({ code: '42501' })
  expect((await apply({ comments: [aComment({ author_id: studio.member.id })] }, studio.member.client)).comments).toBe(
    1,
  )
})

test('a name alone gives no right to edit an imported comment; a role that may delete can delete it', async () => {
  const comment = aComment({ author_name: 'Ana Sousa' })
  await apply({ comments: [comment] })
  const edit = { p_comment_id: comment.id, p_content: 'x' }

  expect(await refusal(studio.lead.client, 'edit_comment', edit)).toMatchObject({ code: 'P0002' })
  await studio.owner.client.from('comments').delete().eq('id', comment.id)
  expect(await find(comment.id)).toBeNull()
})

test('an import takes 20,000 items and 200,000 tasks, and refuses more in words', async () => {
  const refuse = async (items: number, tasks: number) => {
    const changes = { items: Array(items).fill({}), tasks: Array(tasks).fill({}), only_check: true }
    const asked = { p_space_id: shot.space.id, p_changes: changes }
    return (await refusal(studio.lead.client, 'apply_import', asked)).message
  }
  const words =
    'The import cannot be carried out: An import is an object that makes at most 20,000 items, 200,000 tasks and ' +
    '20,000 comments. Bring it in parts.'

  expect(await refuse(20_001, 1)).toBe(words)
  expect(await refuse(1, 200_001)).toContain('200000 entries')
  await call(studio.lead.client, 'apply_import', {
    p_space_id: shot.space.id,
    p_changes: { items: Array(20_000).fill({}), tasks: Array(200_000).fill({}), only_check: true },
  })
})
