import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, refusal, type TestStudio } from './a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Task = { readonly id: string }

const revision = ({ id }: Task, numbered: object = {}) => ({
  p_task_id: id,
  p_version_id: randomUUID(),
  p_comment_id: randomUUID(),
  p_comment: '',
  p_time_spent: '1h',
  ...numbered,
})
const post = async (task: Task, numbered: object = {}) =>
  (await call<{ version_number: number }>(studio.member.client, 'create_revision', revision(task, numbered)))
    .version_number

async function list({ id }: Task) {
  const columns = 'version_number, is_current'
  const { data } = await studio.viewer.client.from('task_versions').select(columns).eq('task_id', id)
  return (data ?? [])
    .toSorted((first, second) => first.version_number - second.version_number)
    .map((row) => `${row.version_number}${row.is_current ? ' current' : ''}`)
}

test('a revision can have a given number, with gaps, and the next continues from the newest', async () => {
  const { task } = await aTask(studio)

  const numbers = [await post(task), await post(task, { p_version_number: 7 }), await post(task)]

  expect(numbers).toEqual([1, 7, 8])
  expect(await list(task)).toEqual(['1', '7', '8 current'])
})

test('a number below the newest is refused unless intended, and then the newest stays current', async () => {
  const { task } = await aTask(studio)
  await post(task, { p_version_number: 9 })

  const refused = await refusal(studio.member.client, 'create_revision', revision(task, { p_version_number: 3 }))
  const posted = await post(task, { p_version_number: 3, p_may_be_lower: true })

  expect(refused).toMatchObject({ code: '23505', message: 'v3 is lower than the newest, v9' })
  expect(posted).toBe(3)
  expect(await list(task)).toEqual(['3', '9 current'])
  expect(await post(task)).toBe(10)
})

test('an existing or invalid version number is refused for everybody', async () => {
  const { task } = await aTask(studio)
  await post(task, { p_version_number: 4 })
  const ask = async (number: number) =>
    (
      await refusal(
        studio.member.client,
        'create_revision',
        revision(task, { p_version_number: number, p_may_be_lower: true }),
      )
    ).message

  expect(await ask(4)).toBe('There is a v4 already; the newest is v4')
  expect(await ask(0)).toBe('A version is a number from 1 to 1000000')
  expect(await ask(-1)).toBe('A version is a number from 1 to 1000000')
})

test('many revisions have their own numbers, and a refused one does not hold up the others', async () => {
  const [one, other] = [await aTask(studio), await aTask(studio)]
  await post(other.task, { p_version_number: 5 })
  const wanted = (task: Task, numbered: object) => ({
    task_id: task.id,
    version_id: randomUUID(),
    comment_id: randomUUID(),
    comment: '',
    time_spent: '5m',
    files: [],
    ...numbered,
  })
  const answer = await call<{ revisions: { state: string; version_number?: number; message?: string }[] }>(
    studio.member.client,
    'create_revisions',
    {
      p_revisions: [
        wanted(one.task, { version_number: 12 }),
        wanted(other.task, { version_number: 2 }),
        wanted(other.task, { version_number: 3, may_be_lower: true }),
        wanted(other.task, { version_number: 'seven' }),
      ],
    },
  )

  expect(answer.revisions).toMatchObject([
    { state: 'posted', version_number: 12 },
    { state: 'failed', message: 'v2 is lower than the newest, v5' },
    { state: 'posted', version_number: 3 },
    { state: 'failed', message: 'A revision has a value that cannot be read' },
  ])
  const together = await call<{ revisions: { state: string; version_number: number }[] }>(
    studio.member.client,
    'create_revisions',
    { p_revisions: [wanted(one.task, { version_number: 20 }), wanted(other.task, {})] },
  )
  expect(together.revisions.map(({ version_number: number }) => number)).toEqual([20, 6])
})

test('in a project that follows file names, revisions get their files’ numbers by every procedure, with gaps', async () => {
  const { project, task } = await aTask(studio)
  const { client } = studio.member
  const bring = async (...names: readonly string[]) => {
    const files = names.map((filename) => ({ id: randomUUID(), filename, content_type: 'image/png', size_bytes: 3 }))
    await call(client, 'register_uploads', { p_files: files, p_task_id: task.id })
    const ids = files.map(({ id }) => id)
    await host.database.query(
      `insert into storage.objects (id, bucket_id, name)
        select gen_random_uuid(), 'media', r2_key from public.media where id = any($1::uuid[])`,
      [ids],
    )
    return ids
  }
  const single = async (names: readonly string[], more: object = {}) =>
    revision(task, { p_media_ids: await bring(...names), ...more })
  const many = async (names: readonly string[], more: object = {}) => {
    const files = (await bring(...names)).map((id) => ({ id, sha256: randomUUID().replaceAll('-', '').repeat(2) }))
    const p_revisions = [{ task_id: task.id, comment: '', time_spent: '5m', files, ...more }]
    const { revisions } = await call<{ revisions: { version_number?: number; code?: string; message?: string }[] }>(
      client,
      'create_revisions',
      { p_revisions },
    )
    return revisions[0]
  }
  const number = async (...names: readonly string[]) =>
    (await call<{ version_number: number }>(client, 'create_revision', await single(names))).version_number
  expect(await number('sh010_v07.png')).toBe(1)
  await studio.owner.client.from('projects').update({ follows_file_versions: true }).eq('id', project.id)

  expect(await number('sh010_anim_v07.png')).toBe(7)
  expect(await number('V2-sh010.V009.png', 'notes.png')).toBe(9)
  expect(await number('a_v20.png', 'b_v21.png')).toBe(10)
  expect(await number('v0.png')).toBe(11)
  expect(await many(['sh010_v15.png'])).toMatchObject({ version_number: 15 })
  const lower = { code: '23505', message: 'v12 is lower than the newest, v15' }
  expect(await refusal(client, 'create_revision', await single(['x_v12.png']))).toMatchObject({ status: 409, ...lower })
  expect(await many(['sh010_v12.png'])).toMatchObject(lower)
  expect(await many(['sh010_v12.png'], { may_be_lower: true })).toMatchObject({ version_number: 12 })
  expect(await refusal(client, 'create_revision', await single(['x_v15.png'], { p_may_be_lower: true }))).toMatchObject(
    {
      code: '23505',
      message: 'There is a v15 already; the newest is v15',
    },
  )
  expect(await call(client, 'create_revision', await single(['x_v15.png'], { p_version_number: 16 }))).toMatchObject({
    version_number: 16,
  })
})

test('a first frame outside the valid range is refused', async () => {
  const { project, item } = await aTask(studio)
  const set = async (table: string, id: string, firstFrame: number) =>
    (await studio.owner.client.from(table).update({ first_frame: firstFrame }).eq('id', id)).error?.code

  expect(await set('projects', project.id, 1001)).toBeUndefined()
  expect(await set('items', item.id, 0)).toBeUndefined()
  expect([await set('projects', project.id, -1), await set('items', item.id, 10_000_001)]).toEqual(['23514', '23514'])
})
