import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { FunctionContext } from '#supabase/functions/_shared/context.ts'
import { handler as uploadAttachment } from '#supabase/functions/upload-attachment/handler.ts'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import type { TestStudio } from './a-studio.ts'
import { aStudio, aTask, call, insert } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

type Answer<Body> = { status: number; headers: Headers; body: Body }
type Init = { method?: string; body?: string; headers?: Record<string, string> }
type Failed = { error: string; code: string }
type Upload = {
  id: string
  upload_url: string
  direct_url?: string
  stored_type: string
  download_url: string
  r2_key: string
  filename: string
}
type Page<Item> = { items: Item[]; next_cursor: string | null }
type FeedItem = Record<string, unknown> & { id: string; action: string; version_number: number | null; url: string }

async function tokenOf(who: TestUser | undefined): Promise<string | undefined> {
  return (await who?.client.auth.getSession())?.data.session?.access_token
}

async function ask<Body>(path: string, who?: TestUser, init: Init = {}): Promise<Answer<Body>> {
  const token = await tokenOf(who)
  const headers = { apikey: host.keys.publishableKey, ...(token && { authorization: `Bearer ${token}` }) }
  const response = await fetch(`${host.url}/functions/v1/${path}`, {
    ...init,
    headers: { ...headers, ...init.headers },
  })
  // The function's documented response.
  return { status: response.status, headers: response.headers, body: (await response.json()) as Body }
}

const post = <Body>(name: string, who: TestUser | undefined, body: unknown): Promise<Answer<Body>> =>
  ask<Body>(name, who, { method: 'POST', body: typeof body === 'string' ? body : JSON.stringify(body) })

const aFile = (overrides: object = {}) => ({
  filename: 'shot 010.png',
  content_type: 'image/png',
  size_bytes: 4,
  ...overrides,
})

async function upload(who: TestUser, file: object = aFile(), taskId = shot.task.id): Promise<Upload> {
  const { body } = await post<{ uploads: Upload[] }>('upload-attachment', who, {
    files: [file],
    studio_id: studio.id,
    task_id: taskId,
  })
  const [slot] = body.uploads
  if (slot === undefined) throw new Error(`No slot: ${JSON.stringify(body)}`)
  const put = await fetch(slot.upload_url, { method: 'PUT', headers: { 'content-type': 'image/png' }, body: 'pixl' })
  if (!put.ok) throw new Error(`${put.status} ${await put.text()}`)
  return slot
}

const bytes = 'application/octet-stream'

describe('upload-attachment', () => {
  test('gives each file a place in the private bucket to send its bytes to', async () => {
    const slot = await upload(studio.member)
    await call(studio.member.client, 'complete_upload', { p_media_id: slot.id })

    const single = await post<{ url: string }>('get-attachment-url', studio.viewer, { media_id: slot.id })
    const direct = await fetch(slot.download_url, {
      headers: { apikey: host.keys.publishableKey, authorization: `Bearer ${await tokenOf(studio.viewer)}` },
    })
    expect(slot).toMatchObject({ ...aFile(), r2_key: `${studio.id}/${slot.id}/shot 010.png` })
    expect(await (await fetch(single.body.url)).text()).toBe('pixl')
    expect(await direct.text()).toBe('pixl')
  })

  test('accepts names in any script, and serves the file under its name', async () => {
    const filename = 'take #2? 100% a+b & ü.png'
    const slot = await upload(studio.member, aFile({ filename }))
    await call(studio.member.client, 'complete_upload', { p_media_id: slot.id })

    const single = await post<{ url: string }>('get-attachment-url', studio.viewer, { media_id: slot.id })

    expect(slot).toMatchObject({ filename, r2_key: `${studio.id}/${slot.id}/take _2_ 100_ a_b _ u_.png` })
    expect(await (await fetch(single.body.url)).text()).toBe('pixl')
  })

  test.each([
    ['image/svg+xml', 'logo.svg', bytes],
    ['image/tiff', 'plate.tif', bytes],
    ['image/x-exr', 'plate.exr', bytes],
    ['application/zip', 'frames.zip', bytes],
    ['application/json', 'cut.json', bytes],
    ['image/jpg', 'photo.jpg', 'image/jpeg'],
    ['text/plain; charset=utf-8', 'notes.txt', bytes],
    ['Video/MP4; codecs="avc1"', 'shot.mp4', 'video/mp4'],
    [bytes, 'shot.mov', 'video/quicktime'],
    ['application/x-blender', 'scene.blend', bytes],
  ])(
    'says the content type under which the bytes of %s are stored, for either address',
    async (type, filename, stored_type) => {
      const files = [aFile({ filename, content_type: type }), aFile({ filename, content_type: type })]
      const body = { files, studio_id: studio.id, task_id: shot.task.id }
      const signed = await post<{ uploads: Upload[] }>('upload-attachment', studio.member, body)
      const own = await post<{ uploads: Upload[] }>('upload-attachment', studio.member, {
        ...body,
        with_own_token: true,
      })
      const authorization = `Bearer ${await tokenOf(studio.member)}`

      const [slot] = signed.body.uploads
      const stored = { 'content-type': String(slot?.stored_type) }
      const put = await fetch(slot?.upload_url ?? '', { method: 'PUT', headers: stored, body: 'four' })
      const direct = own.body.uploads[1]
      const headers = { 'content-type': String(direct?.stored_type), authorization, apikey: host.keys.publishableKey }
      const posted = await fetch(direct?.direct_url ?? '', { method: 'POST', headers, body: 'four' })

      expect([put.status, posted.status]).toEqual([200, 200])
      expect(slot).toMatchObject({ content_type: type, stored_type })
    },
  )

  test('returns the same file on a repeat, with no upload address once it has arrived', async () => {
    const file = aFile({ id: crypto.randomUUID() })
    const slot = await upload(studio.member, file)
    await call(studio.member.client, 'complete_upload', { p_media_id: slot.id })

    const again = await post<{ uploads: Upload[] }>('upload-attachment', studio.member, {
      files: [file],
      task_id: shot.task.id,
    })
    const stolen = await post<Failed>('upload-attachment', studio.lead, { files: [file], task_id: shot.task.id })

    expect(again.body.uploads).toMatchObject([{ id: slot.id, r2_key: slot.r2_key, upload_url: null }])
    expect(stolen).toMatchObject({ status: 409, body: { code: '23505' } })
  })

  test('keeps the files’ order and links them to the comment', async () => {
    const comment = await insert(studio.member.client, 'comments', { task_id: shot.task.id, content: 'See these' })
    const files = ['b.png', 'a.png', 'c.png'].map((filename) => aFile({ filename }))

    const { body } = await post<{ uploads: Upload[] }>('upload-attachment', studio.member, {
      files,
      studio_id: studio.id,
      comment_id: comment.id,
    })

    const { data } = await studio.member.client
      .from('comment_attachments')
      .select('media(filename)')
      .eq('comment_id', comment.id)
      .order('display_order')
    expect(body.uploads.map(({ filename }) => filename)).toEqual(['b.png', 'a.png', 'c.png'])
    expect(data).toEqual(files.map(({ filename }) => ({ media: { filename } })))
  })

  test('refuses bad input, strangers and the signed out with a message and code', async () => {
    const files = [aFile()]
    const tries = [
      [studio.member, '{', 400, 'invalid_json'],
      [studio.member, {}, 400, 'invalid_input'],
      [studio.member, { files: [] }, 400, 'invalid_input'],
      [studio.member, { files, studio_id: 'no' }, 400, 'invalid_input'],
      [studio.member, { files: [aFile({ filename: '../x' })], studio_id: studio.id }, 400, '22023'],
      [studio.member, { files: [aFile({ content_type: 'nonsense' })], studio_id: studio.id }, 400, '22023'],
      [studio.member, { files: [aFile({ size_bytes: -1 })], studio_id: studio.id }, 400, 'invalid_input'],
      [studio.member, { files }, 404, 'P0002'],
      [studio.outsider, { files, studio_id: studio.id }, 404, 'P0002'],
      [studio.outsider, { files, task_id: shot.task.id }, 404, 'P0002'],
      [studio.member, { files, task_id: crypto.randomUUID() }, 404, 'P0002'],
      [undefined, { files, studio_id: studio.id }, 401, 'not_authenticated'],
    ] as const

    for (const [who, body, status, code] of tries)
      expect({ sent: body, ...(await post('upload-attachment', who, body)) }).toMatchObject({
        sent: body,
        status,
        body: { code, error: expect.stringMatching(/\S/) },
      })
    expect((await ask<Failed>('upload-attachment', studio.member)).status).toBe(405)
  })

  test('signs for S3 itself if the environment names a bucket', async () => {
    const env = {
      S3_ENDPOINT: 'https://acct.r2.example/',
      S3_BUCKET: 'studio',
      S3_ACCESS_KEY_ID: 'key',
      S3_SECRET_ACCESS_KEY: 'secret',
    }
    const context: FunctionContext = { ...host.keys, supabaseUrl: host.url, env, now: () => new Date() }
    const request = new Request('https://functions.example/upload-attachment', {
      method: 'POST',
      headers: { authorization: `Bearer ${await tokenOf(studio.member)}` },
      body: JSON.stringify({ files: [aFile()], studio_id: studio.id }),
    })

    const { uploads } = (await (await uploadAttachment(request, context)).json()) as { uploads: Upload[] } // as documented

    const [url, download] = [new URL(uploads[0]?.upload_url ?? ''), new URL(uploads[0]?.download_url ?? '')]
    expect(url.origin + url.pathname).toBe(
      `https://acct.r2.example/studio/${studio.id}/${uploads[0]?.id}/shot%20010.png`,
    )
    expect(url.searchParams.get('X-Amz-Signature')).toMatch(/^[0-9a-f]{64}$/)
    expect(url.searchParams.get('X-Amz-Expires')).toBe('3600')
    expect(download.searchParams.get('X-Amz-Signature')).not.toBe(url.searchParams.get('X-Amz-Signature'))
  })
})

describe('get-attachment-url and -urls', () => {
  test('return stored files the caller may see, in the order requested', async () => {
    const [first, second] = [await upload(studio.member), await upload(studio.member)]
    const { body: empty } = await post<{ uploads: Upload[] }>('upload-attachment', studio.member, {
      files: [aFile()],
      studio_id: studio.id,
    })
    const ids = [second.id, crypto.randomUUID(), first.id, empty.uploads[0]?.id]

    const seen = await post<{ urls: { id: string; url: string }[] }>('get-attachment-urls', studio.viewer, {
      media_ids: ids,
    })
    const unseen = await post('get-attachment-urls', studio.outsider, { media_ids: ids })

    expect(seen.body.urls.map(({ id }) => id)).toEqual([second.id, first.id])
    expect((await fetch(seen.body.urls[0]?.url ?? '')).status).toBe(200)
    expect(unseen.body).toEqual({ urls: [] })
    expect(await post('get-attachment-url', studio.outsider, { media_id: first.id })).toMatchObject({
      status: 404,
      body: { error: 'Media not found', code: 'not_found' },
    })
    expect(await post('get-attachment-url', studio.viewer, { media_id: 'x' })).toMatchObject({ status: 400 })
    expect(await post('get-attachment-urls', undefined, { media_ids: ids })).toMatchObject({
      status: 401,
      body: { error: 'Not authenticated' },
    })
    expect(await post('get-attachment-urls', studio.viewer, { media_ids: [] })).toMatchObject({
      status: 200,
      body: { urls: [] },
    })
  })
})

describe('studio-feed', () => {
  const feed = (query: string, who = studio.viewer) =>
    ask<Page<FeedItem>>(`studio-feed?studio_id=${studio.id}${query}`, who)

  test('shows a revision once, with fields, thumbnail and address, and comments after it', async () => {
    const { task } = await aTask(studio, 'Feed')
    const media = await upload(studio.member, aFile(), task.id)
    await call(studio.member.client, 'create_revision', {
      p_task_id: task.id,
      p_version_id: crypto.randomUUID(),
      p_comment_id: crypto.randomUUID(),
      p_comment: 'First pass',
      p_time_spent: '2h',
      p_media_ids: [media.id],
    })
    await call(studio.lead.client, 'add_comment', {
      p_task_id: task.id,
      p_comment_id: crypto.randomUUID(),
      p_content: 'Nice',
    })

    const { body } = await feed('')
    const items = body.items.filter((item) => item['project_name'] === 'Feed')

    expect(items.map(({ action }) => action)).toEqual(['COMMENT_ADD', 'REVISION_ADD'])
    expect(items[1]).toEqual({
      id: expect.any(String),
      action: 'REVISION_ADD',
      status_id: shot.status.id,
      status_name: 'TO DO',
      status_color: '#9ca3af',
      assignee_id: null,
      actor_id: studio.member.id,
      actor_name: 'Max Member',
      task_id: task.id,
      task_name: 'Setup',
      item_id: expect.any(String),
      item_name: 'sh010',
      project_name: 'Feed',
      space_id: expect.any(String),
      space_name: 'Episode & One',
      collection_name: 'SQ010',
      version_number: 1,
      excerpt: expect.any(String),
      changed_status: null,
      created_at: expect.any(String),
      url: `/studio/${studio.custom_slug}/project/feed/space/episode-one?item=sh010&task=setup&version=v1`,
      revision_thumbnail_id: media.id,
      revision_media_type: 'image/png',
    })
    expect(items[0]).toMatchObject({
      actor_name: 'Lea Lead',
      revision_thumbnail_id: null,
      url: expect.stringContaining('&openComments=true'),
    })
    const { body: comments } = await feed('&actions=COMMENT_ADD')
    const { body: revisions } = await feed('&actions=REVISION_ADD')
    expect(comments.items.filter((item) => item['project_name'] === 'Feed')).toHaveLength(2)
    expect(new Set(revisions.items.map(({ action }) => action))).toEqual(new Set(['REVISION_ADD']))
    expect((await feed('&actions=')).body).toEqual({ items: [], next_cursor: null })
  })

  test('pages to the end without losing or repeating anything as entries arrive', async () => {
    const { task } = await aTask(studio, 'Paged')
    const bulk = Array.from({ length: 25 }, (_, n) => ({ id: crypto.randomUUID(), task_id: task.id, content: `${n}` }))
    await studio.member.client.from('comments').insert(bulk) // one transaction, so all have the same time
    const expected = (await feed('')).body.items.map(({ id }) => id)

    const seen: string[] = []
    let after: string | null = ''
    while (after !== null) {
      const { body } = await feed(`&limit=7&after=${after}`)
      if (after === '') await insert(studio.member.client, 'comments', { task_id: task.id, content: 'late' })
      seen.push(...body.items.map(({ id }) => id))
      after = body.next_cursor
    }

    expect(seen).toEqual(expected)
  })

  test('is for members, and refuses invalid arguments', async () => {
    expect(await feed('', studio.outsider)).toMatchObject({
      status: 404,
      body: { error: 'Studio not found', code: 'P0002' },
    })
    for (const query of ['&limit=0', '&limit=101', '&limit=x', '&after=%25%25', '&actions=DELETE'])
      expect({ query, ...(await feed(query)) }).toMatchObject({ query, status: 400 })
    expect(await ask('studio-feed', studio.viewer)).toMatchObject({ status: 400 })
  })
})

describe('notifications', () => {
  test('come newest first, page by page, until they are viewed', async () => {
    const { task } = await aTask(studio, 'Told')
    for (const content of ['one', 'two', 'three'])
      await call(studio.lead.client, 'add_comment', {
        p_task_id: task.id,
        p_comment_id: crypto.randomUUID(),
        p_content: content,
        p_mentions: [studio.viewer.id],
      })

    const first = await ask<Page<FeedItem>>('notifications?limit=2', studio.viewer)
    const second = await ask<Page<FeedItem>>(`notifications?limit=2&after=${first.body.next_cursor}`, studio.viewer)

    expect(first.body.items).toMatchObject(
      [0, 1].map(() => ({
        type: 'mention',
        actor_id: studio.lead.id,
        actor_name: 'Lea Lead',
        viewed: false,
        task_name: 'Setup',
        project_name: 'Told',
      })),
    )
    expect(second.body).toMatchObject({ items: [{ type: 'mention' }], next_cursor: null })
    const { client } = studio.viewer
    expect(await call(client, 'get_unread_count')).toBe(3)
    expect(await call(client, 'mark_notifications_viewed', { p_ids: [first.body.items[0]?.id] })).toBe(1)
    expect(await call(studio.lead.client, 'mark_notifications_viewed', { p_before: '2100-01-01' })).toBe(0)
    expect(await call(client, 'mark_notifications_viewed', { p_before: '2100-01-01' })).toBe(2)
    expect(await call(client, 'get_unread_count', { p_studio_id: studio.id })).toBe(0)
    expect((await ask<Page<FeedItem>>('notifications', studio.outsider)).body.items).toEqual([])
    expect(await ask('notifications?limit=51', studio.viewer)).toMatchObject({ status: 400 })
    expect(await ask('notifications')).toMatchObject({ status: 401 })
  })

  test('of a project closed to the reader are not counted until it is open again', async () => {
    const { task, project } = await aTask(studio, 'Shut')
    await call(studio.lead.client, 'add_comment', {
      p_task_id: task.id,
      p_comment_id: crypto.randomUUID(),
      p_content: 'Behind the door',
      p_mentions: [studio.viewer.id],
    })
    const { client } = studio.viewer
    const role = { project_id: project.id, role_id: '00000000-0000-4000-8000-000000000005' }
    const count = async () => await call<number>(client, 'get_unread_count', { p_studio_id: studio.id })
    expect(await count()).toBe(1)

    await studio.owner.client.from('project_role_access').insert({ ...role, is_allowed: false })
    expect(await count()).toBe(0)
    expect((await ask<Page<FeedItem>>('notifications', studio.viewer)).body.items).not.toMatchObject([
      { viewed: false },
    ])

    await host.admin.client.from('project_role_access').update({ is_allowed: true }).match(role)
    expect(await count()).toBe(1)
    await call(client, 'mark_notifications_viewed', { p_before: '2100-01-01' })
    expect(await count()).toBe(0)
  })
})

describe('every function', () => {
  test('reports the rate limit and, beyond it, when to try again', async () => {
    const context: FunctionContext = {
      ...host.keys,
      supabaseUrl: host.url,
      env: { FUNCTION_CALLS_PER_MINUTE: '2' },
      now: () => new Date(),
    }
    const someone = await host.admin.createUser()
    const headers = { authorization: `Bearer ${await tokenOf(someone)}` }
    const send = () =>
      uploadAttachment(new Request('https://functions.example/x', { method: 'POST', headers, body: '{}' }), context)

    const statuses: number[] = []
    let last = await send()
    // If a minute ends in between, the count starts again.
    for (let n = 0; n < 6 && last.status !== 429; n += 1) {
      statuses.push(last.status)
      last = await send()
    }

    expect(statuses.slice(0, 2)).toEqual([400, 400])
    expect(last.status).toBe(429)
    expect(last.headers.get('retry-after')).toBe(last.headers.get('ratelimit-reset'))
    expect(last.headers.get('ratelimit-limit')).toBe('2')
    expect(last.headers.get('ratelimit-remaining')).toBe('0')
    expect(await last.json()).toEqual({
      error: `Rate limit exceeded. Please wait ${last.headers.get('retry-after')} seconds before trying again.`,
      code: 'rate_limited',
    })
  })

  test('answers preflights, and an unknown token with 401', async () => {
    const preflight = await uploadAttachment(new Request('https://functions.example/x', { method: 'OPTIONS' }), {
      ...host.keys,
      supabaseUrl: host.url,
      env: {},
      now: () => new Date(),
    })
    const forged = await ask('notifications', undefined, {
      headers: { authorization: 'Bearer eyJhbGciOiJIUzI1NiJ9.e30.x' },
    })

    expect(preflight.status).toBe(204)
    expect(preflight.headers.get('access-control-allow-headers')).toContain('authorization')
    expect(forged).toMatchObject({ status: 401, body: { error: 'This session was not issued here: sign in again' } })
  })
})
