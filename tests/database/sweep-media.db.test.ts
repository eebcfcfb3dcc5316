import { createHash, randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test, vi } from 'vitest'
import { toFunctionContext } from '#supabase/local/functions.ts'
import { startSchedules } from '#supabase/local/schedules.ts'
import type { TestHost } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert, refusal } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
  // A studio on each side, whatever their ids are.
  await aStudio(host, 'Another')
  await aStudio(host, 'One more')
})
afterAll(() => host.close())

type Slot = { readonly id: string; readonly r2_key: string; readonly upload_url: string | null }

/** Uploads a file; with `isTold`, the sender has also reported it complete. */
async function send(text: string, isTold = true): Promise<Slot> {
  const sha256 = createHash('sha256').update(text).digest('hex')
  const file = { id: randomUUID(), filename: 'a.txt', content_type: 'text/plain', size_bytes: text.length, sha256 }
  const { data, error } = await studio.member.client.functions.invoke<{ uploads: Slot[] }>('upload-attachment', {
    body: { files: [file], task_id: shot.task.id },
  })
  const [slot] = data?.uploads ?? []
  if (slot === undefined) throw error
  if (slot.upload_url !== null) await fetch(slot.upload_url, { method: 'PUT', body: text })
  if (isTold) await call(studio.member.client, 'complete_upload', { p_media_id: slot.id, p_details: { sha256 } })
  const [row] = await host.database.query<{ key: string }>('select r2_key as key from public.media where id = $1', [
    slot.id,
  ])
  return { ...slot, r2_key: row?.key ?? '' }
}

const ask = async (key: string): Promise<Response> =>
  await fetch(`${host.url}/functions/v1/sweep-media`, { method: 'POST', headers: { authorization: `Bearer ${key}` } })
const sweep = async (): Promise<unknown> => (await ask(host.keys.serviceKey)).json()

/** Lets time pass, as far as the sweep can tell. */
const wait = async (time: string): Promise<void> =>
  await host.database.execute(`
    update private.unused_media set since = since - interval '${time}';
    update private.discarded_objects set removable_at = removable_at - interval '${time}';
    update private.tombstones set deleted_at = deleted_at - interval '${time}';`)

const hasRow = async ({ id }: Slot): Promise<boolean> =>
  (await host.database.query('select from public.media where id = $1', [id])).length === 1
const hasBytes = async ({ r2_key: key }: Slot): Promise<boolean> =>
  (await host.admin.client.storage.from('media').download(key)).error === null

test('uploads never posted are deleted after 90 days, row first and then bytes', async () => {
  const given = [await send('posted never'), await send('arrived, and never told of', false)]
  const first = await sweep()
  await wait('89 days')
  const early = await sweep()
  const kept = await Promise.all(given.map(hasBytes))
  await wait('25 hours')
  const late = await sweep()
  const rows = await Promise.all(given.map(hasRow))
  const bytes = await Promise.all(given.map(hasBytes))
  await wait('61 minutes')
  const last = await sweep()

  expect([first, early, late, last]).toEqual([
    { files: 0, objects: 0, events: 0 },
    { files: 0, objects: 0, events: 0 },
    { files: 2, objects: 0, events: 0 },
    { files: 0, objects: 2, events: 0 },
  ])
  expect([kept, rows, bytes]).toEqual([
    [true, true],
    [false, false],
    [true, true],
  ])
  expect(await Promise.all(given.map(hasBytes))).toEqual([false, false])
  const restorable = `select from private.tombstones where table_name = 'media' and content is not null`
  expect(await host.database.query(restorable)).toEqual([])
})

test('media in use stays, however old it is', async () => {
  const names = ['revision', 'comment', 'board', 'item', 'project', 'space', 'poster', 'strip', 'small'] as const
  const used = Object.fromEntries(await Promise.all(names.map(async (name) => [name, (await send(name)).id] as const)))
  const { client } = studio.owner
  const version = await insert(client, 'task_versions', { task_id: shot.task.id })
  const comment = await insert(client, 'comments', { task_id: shot.task.id, content: 'look' })
  const board = await insert(client, 'boards', { project_id: shot.project.id })
  await host.database.execute(`
    insert into public.version_media (version_id, media_id, studio_id, project_id, space_id)
      select id, '${used['revision']}', studio_id, project_id, space_id from public.task_versions where id = '${version.id}';
    insert into public.comment_attachments (comment_id, media_id, studio_id, project_id, space_id)
      select id, '${used['comment']}', studio_id, project_id, space_id from public.comments where id = '${comment.id}';
    insert into public.canvas_items (board_id, studio_id, project_id, type, media_id, created_by)
      select id, studio_id, project_id, 'image', '${used['board']}', '${studio.owner.id}' from public.boards where id = '${board.id}';
    update public.items set thumbnail_media_id = '${used['item']}' where id = '${shot.item.id}';
    update public.projects set thumbnail_media_id = '${used['project']}' where id = '${shot.project.id}';
    update public.spaces set thumbnail = '${used['space']}' where id = '${shot.space.id}';
    update public.media set poster_media_id = '${used['poster']}', filmstrip_media_id = '${used['strip']}', thumbnail_media_id = '${used['small']}'
      where id = '${used['revision']}';`)
  await sweep()
  await wait('1000 days')
  const swept = await sweep()

  expect(swept).toEqual({ files: 0, objects: 0, events: 0 })
  const ids = Object.values(used)
  expect(await host.database.query('select from public.media where id = any($1::uuid[])', [ids])).toHaveLength(9)
})

test('the sweep checks every column that refers to a file', async () => {
  const columns = await host.database.query<{ place: string; known: boolean }>(`
    select c.relname || '.' || a.attname as place,
      (select p.prosrc from pg_proc p where p.oid = 'private.list_unused_media(uuid)'::regprocedure) ~ ('public\\.' || c.relname || ' u where [^)]*u\\.' || a.attname || ' = m\\.id') as known
    from pg_attribute a join pg_class c on c.oid = a.attrelid
    where c.relnamespace = 'public'::regnamespace and c.relkind = 'r' and not a.attisdropped and (a.attname like '%media_id' or exists (
      select from pg_constraint f where f.conrelid = c.oid and f.confrelid = 'public.media'::regclass and a.attnum = any(f.conkey)))
    order by 1`)

  expect(columns.length).toBeGreaterThanOrEqual(9)
  expect(columns.filter(({ known }) => !known)).toEqual([])
})

test('a file used in time stays, and 90 days start again when it is no longer used', async () => {
  const file = await send('posted late')
  await sweep()
  await wait('89 days')
  await host.database.execute(`update public.items set thumbnail_media_id = '${file.id}' where id = '${shot.item.id}'`)
  await sweep()
  await host.database.execute(`update public.items set thumbnail_media_id = null where id = '${shot.item.id}'`)
  await sweep()
  await wait('89 days')
  await sweep()

  expect([await hasRow(file), await hasBytes(file)]).toEqual([true, true])
})

test('shared bytes are deleted with the last file that has them', async () => {
  const first = await send('the same')
  const second = await send('the same')
  await host.database.execute(
    `update public.items set thumbnail_media_id = '${second.id}' where id = '${shot.item.id}'`,
  )
  await sweep()
  await wait('91 days')
  await sweep()
  await wait('91 days')
  await sweep()

  expect(second.r2_key).toBe(first.r2_key)
  expect([await hasRow(first), await hasRow(second), await hasBytes(second)]).toEqual([false, true, true])

  await host.database.execute(`update public.items set thumbnail_media_id = null where id = '${shot.item.id}'`)
  await sweep()
  await wait('91 days')
  await sweep()
  await wait('2 hours')
  await sweep()

  expect([await hasRow(second), await hasBytes(second)]).toEqual([false, false])
})

test('a deleted file’s bytes stay while it can be restored', async () => {
  const file = await send('deleted')
  await studio.member.client.from('media').delete().eq('id', file.id)
  await wait('29 days')
  await sweep()
  const before = await hasBytes(file)
  await wait('2 days')
  await sweep()

  expect([before, await hasBytes(file)]).toEqual([true, false])
})

test('an upload resumed after its row was swept arrives like a new one', async () => {
  const file = await send('resumed')
  await sweep()
  await wait('91 days')
  await sweep()
  await host.admin.client.storage.from('media').remove([file.r2_key])
  const slots = await call<Slot[]>(studio.member.client, 'register_uploads', {
    p_files: [{ id: file.id, filename: 'a.txt', content_type: 'text/plain', size_bytes: 7 }],
    p_task_id: shot.task.id,
  })
  await host.admin.client.storage.from('media').upload(file.r2_key, 'resumed')
  await call(studio.member.client, 'complete_upload', { p_media_id: file.id })
  await wait('2 hours')
  await sweep()

  expect(slots).toMatchObject([{ id: file.id, r2_key: file.r2_key, is_stored: false }])
  expect([await hasRow(file), await hasBytes(file)]).toEqual([true, true])
})

test('the host sweeps by itself every six hours', async () => {
  const file = await send('forgotten')
  await studio.member.client.from('media').delete().eq('id', file.id)
  await wait('31 days')
  vi.useFakeTimers({ toFake: ['setInterval', 'clearInterval'] })
  const counted: string[] = []
  const schedules = startSchedules({
    settings: {},
    database: host.database,
    context: toFunctionContext(host, host.url),
    countRun: (name, outcome) => counted.push(`${name} ${outcome}`),
  })
  const before = await hasBytes(file)
  vi.advanceTimersByTime(6 * 60 * 60 * 1000)
  await schedules.close()
  vi.useRealTimers()

  expect([before, await hasBytes(file)]).toEqual([true, false])
  expect(counted).toEqual(['sweep done'])
})

test('only the schedule can sweep', async () => {
  const { data } = await studio.owner.client.auth.getSession()
  const keys = [data.session?.access_token ?? '', host.keys.publishableKey]

  expect(await Promise.all(keys.map(async (key) => (await ask(key)).status))).toEqual([401, 401])
  for (const who of [studio.owner.client, host.connect()])
    for (const [name, args] of [
      ['sweep_media', {}],
      ['list_discarded_objects', {}],
      ['forget_discarded_objects', { p_keys: [] }],
    ] as const)
      expect(await refusal(who, name, args)).toMatchObject({ code: '42501' })
  expect(await refusal(host.admin.client, 'list_discarded_objects', { p_limit: 101 })).toMatchObject({ code: '22023' })
})
