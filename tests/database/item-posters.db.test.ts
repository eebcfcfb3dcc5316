import { randomUUID } from 'node:crypto'
import { afterAll, beforeAll, expect, test } from 'vitest'
import { aStudio, aTask, call, insert, refusal, type TestStudio } from './a-studio.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'

let host: TestHost
let studio: TestStudio
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
})
afterAll(() => host.close())

type Shot = Awaited<ReturnType<typeof aTask>>
type Sent = { readonly user?: TestUser; readonly type?: string; readonly bytes?: number; readonly details?: object }

/** Registers a file and stores its bytes. */
async function aFile({ project }: Shot, { user = studio.owner, type = 'video/mp4', bytes = 9, details }: Sent = {}) {
  const id = randomUUID()
  const files = [{ id, filename: 'a.bin', content_type: type, size_bytes: bytes }]
  await call(user.client, 'register_uploads', { p_files: files, p_project_id: project.id })
  await host.database.query(
    `insert into storage.objects (id, bucket_id, name) select gen_random_uuid(), 'media', r2_key from public.media where id = $1`,
    [id],
  )
  await call(user.client, 'complete_upload', { p_media_id: id, p_details: details ?? {} })
  return id
}

const aPoster = async (shot: Shot, user = studio.owner) => await aFile(shot, { user, type: 'image/webp' })

/** Posts a single revision with files. */
async function post({ task }: Pick<Shot, 'task'>, ...mediaIds: string[]): Promise<string> {
  const version = randomUUID()
  const args = { p_task_id: task.id, p_version_id: version, p_comment_id: randomUUID(), p_comment: '' }
  await call(studio.owner.client, 'create_revision', { ...args, p_time_spent: '1h', p_media_ids: mediaIds })
  return version
}

async function pictures({ item }: Shot) {
  const columns = 'thumbnail_media_id, poster_media_id, poster_wanted_media_id'
  const { data } = await studio.viewer.client.from('items').select(columns).eq('id', item.id).single()
  return { thumbnail: data?.thumbnail_media_id, poster: data?.poster_media_id, wanted: data?.poster_wanted_media_id }
}

test('an item shows the poster of its newest revision in any task, and the one before if that is deleted', async () => {
  const shot = await aTask(studio)
  const stage = { item_id: shot.item.id, stage_id: shot.spareStage.id, status_id: shot.status.id }
  const other = await insert(studio.owner.client, 'item_tasks', stage)
  const [first, second] = [await aPoster(shot), await aPoster(shot)]
  await post(shot, await aFile(shot, { details: { poster_media_id: first } }))
  const shown = await pictures(shot)
  const newest = await post({ task: other }, await aFile(shot, { details: { poster_media_id: second } }))
  const replaced = await pictures(shot)
  await call(studio.owner.client, 'delete_rows', { p_table: 'task_versions', p_keys: [newest] })
  const fallen = await pictures(shot)
  await post({ task: other }, await aFile(shot, { details: { thumbnail_media_id: second } }))
  await call(studio.owner.client, 'delete_rows', { p_table: 'item_tasks', p_keys: [other.id] })

  expect(shown).toEqual({ thumbnail: null, poster: first, wanted: null })
  expect(replaced.poster).toBe(second)
  expect(fallen.poster).toBe(first)
  expect((await pictures(shot)).poster).toBe(first)
})

test('a restored revision provides the poster again', async () => {
  const shot = await aTask(studio)
  const poster = await aPoster(shot)
  const version = await post(shot, await aFile(shot, { details: { poster_media_id: poster } }))
  const args = { p_table: 'task_versions', p_keys: [version] }
  const { rev } = await call<{ rev: number }>(studio.owner.client, 'delete_rows', args)
  const without = await pictures(shot)
  await call(studio.owner.client, 'restore_deleted', { p_studio_id: studio.id, p_rev: rev })

  expect(without.poster).toBeNull()
  expect((await pictures(shot)).poster).toBe(poster)
})

test('revisions posted together and files added later provide posters too', async () => {
  const [shot, late] = [await aTask(studio), await aTask(studio)]
  const still = await aFile(shot, { type: 'image/png' })
  const revision = {
    task_id: shot.task.id,
    comment: '',
    time_spent: '1h',
    files: [{ id: still, sha256: 'a'.repeat(64) }],
  }
  await call(studio.owner.client, 'create_revisions', { p_revisions: [revision] })
  const version = await post(late)
  const [poster, film] = [await aPoster(late), await aFile(late)]
  await insertFile(version, film)
  const waiting = await pictures(late)
  await call(studio.owner.client, 'complete_upload', { p_media_id: film, p_details: { poster_media_id: poster } })

  expect(await pictures(shot)).toEqual({ thumbnail: null, poster: still, wanted: null })
  expect(waiting).toEqual({ thumbnail: null, poster: null, wanted: film })
  expect(await pictures(late)).toEqual({ thumbnail: null, poster, wanted: null })
})

async function insertFile(version_id: string, media_id: string): Promise<void> {
  const { error } = await studio.owner.client.from('version_media').insert({ version_id, media_id })
  expect(error).toBeNull()
}

test('a thumbnail set by somebody stays, and resetting it shows the newest revision’s poster', async () => {
  const shot = await aTask(studio)
  const [own, poster] = [await aPoster(shot), await aPoster(shot)]
  const set = async (client: TestUser['client'], fields: object) =>
    (await client.from('items').update(fields).eq('id', shot.item.id).select('id')).data ?? []
  const byViewer = await set(studio.viewer.client, { thumbnail_media_id: own })
  await set(studio.member.client, { thumbnail_media_id: own })
  await post(shot, await aFile(shot, { details: { poster_media_id: poster } }))
  const chosen = await pictures(shot)
  await set(studio.member.client, { thumbnail_media_id: null })
  const forged = await studio.owner.client.from('items').update({ poster_media_id: own }).eq('id', shot.item.id)

  expect(byViewer).toEqual([])
  expect(chosen).toEqual({ thumbnail: own, poster, wanted: null })
  expect(await pictures(shot)).toEqual({ thumbnail: null, poster, wanted: null })
  expect(forged.error?.code).toBe('42501')
})

test('an older poster shows while the newest revision’s is pending; files without posters are skipped', async () => {
  const shot = await aTask(studio)
  const poster = await aPoster(shot)
  await post(shot, await aFile(shot, { details: { poster_media_id: poster } }))
  const film = await aFile(shot)
  await post(shot, film)
  const waiting = await pictures(shot)
  await post(shot, await aFile(shot, { type: 'application/zip' }))
  const large = await aFile(shot, { type: 'image/png', bytes: 350_001 })
  await post(shot, large)

  expect(waiting).toEqual({ thumbnail: null, poster, wanted: film })
  expect(await pictures(shot)).toEqual({ thumbnail: null, poster, wanted: large })
})

test('anyone who sees a revision can fill its missing poster and facts once; nobody can replace them', async () => {
  const shot = await aTask(studio)
  const film = await aFile(shot, { details: { width: 1920 } })
  const version = await post(shot, film)
  const { viewer, outsider } = studio
  const poster = await aPoster(shot, viewer)
  const details = { poster_media_id: poster, width: 1, height: 1080, codec: 'avc1.640028' }
  const fill = { p_media_id: film, p_details: details }
  const unseen = await refusal(outsider.client, 'fill_poster', fill)
  const large = await aFile(shot, { user: viewer, type: 'image/png', bytes: 350_001 })
  const wrong = [large, await aFile(shot, { user: viewer }), await aPoster(shot, studio.member), film]
  const refused = []
  for (const id of wrong)
    refused.push(await refusal(viewer.client, 'fill_poster', { p_media_id: film, p_details: { poster_media_id: id } }))
  const loose = await aFile(shot)
  const unused = await refusal(viewer.client, 'fill_poster', { p_media_id: loose, p_details: details })
  await call(viewer.client, 'fill_poster', fill)
  const again = await refusal(studio.owner.client, 'fill_poster', {
    p_media_id: film,
    p_details: { poster_media_id: await aPoster(shot) },
  })

  expect([unseen.code, unused.code, again.code]).toEqual(['P0002', 'P0002', '23505'])
  expect(refused.map(({ code }) => code)).toEqual(['22023', '22023', '22023', '22023'])
  expect(await pictures(shot)).toEqual({ thumbnail: null, poster, wanted: null })
  const { data } = await viewer.client.from('media').select('width, height, codec').eq('id', film).single()
  expect(data).toEqual({ width: 1920, height: 1080, codec: 'avc1.640028' })
  expect(version).toBeTruthy()
})

test('anyone who may post revisions can add a film’s missing proxy once; nobody can replace it', async () => {
  const shot = await aTask(studio)
  const film = await aFile(shot, { type: 'video/quicktime', details: { codec: 'apcn' } })
  await post(shot, film)
  const { viewer, member } = studio
  const give = (user: TestUser, id: string) =>
    [user.client, 'fill_poster', { p_media_id: film, p_details: { proxy_media_id: id } }] as const
  const byViewer = await refusal(...give(viewer, await aFile(shot, { user: viewer })))
  const [proxy, used] = [await aFile(shot, { user: member }), await aFile(shot, { user: member })]
  const played = await aFile(shot, { details: { codec: 'avc1.640028' } })
  await post(shot, used, played)
  const wrong = []
  for (const id of [used, await aFile(shot), await aPoster(shot, member), film])
    wrong.push(await refusal(...give(member, id)))
  const needless = await refusal(member.client, 'fill_poster', {
    p_media_id: played,
    p_details: { proxy_media_id: proxy },
  })
  await call(...give(member, proxy))
  const again = await refusal(...give(member, await aFile(shot, { user: member })))

  expect([byViewer.code, needless.code, again.code]).toEqual(['42501', '22023', '23505'])
  expect(wrong.map(({ code }) => code)).toEqual(['22023', '22023', '22023', '22023'])
  const { data } = await viewer.client.from('media').select('proxy_media_id').eq('id', film).single()
  expect(data).toEqual({ proxy_media_id: proxy })
})
