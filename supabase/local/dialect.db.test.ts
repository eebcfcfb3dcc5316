import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { SupabaseClient } from '@supabase/supabase-js'
import { aStudio, aTask, type TestStudio } from '#tests/database/a-studio.ts'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'

// What unmodified Supabase clients use and our own code does not.
let host: TestHost
let studio: TestStudio
let owner: SupabaseClient
let collectionId: string

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  owner = studio.owner.client
  const { collection } = await aTask(studio)
  collectionId = collection.id
  await host.admin.client.storage.createBucket('notes', {
    public: false,
    fileSizeLimit: '2KB',
    allowedMimeTypes: ['text/*', 'image/png'],
  })
})
afterAll(() => host?.close())

const bucket = () => host.admin.client.storage.from('notes')
const aFile = (type: string, bytes = 10): Blob => new Blob([new Uint8Array(bytes)], { type })

/** As the owner, with a request of the test's own. */
async function ask(path: string, init: { method: string; body?: string }) {
  const token = (await owner.auth.getSession()).data.session?.access_token ?? ''
  const headers = {
    apikey: host.keys.publishableKey,
    authorization: `Bearer ${token}`,
    'content-type': 'application/json',
  }
  const response = await fetch(`${host.url}${path}`, { ...init, headers })
  const text = await response.text()
  return { status: response.status, headers: response.headers, body: text === '' ? undefined : JSON.parse(text) }
}

describe('a bucket', () => {
  test('has a limit given as text, and accepts no other text', async () => {
    const { storage } = host.admin.client

    expect((await storage.getBucket('notes')).data).toMatchObject({ file_size_limit: 2000 })
    expect((await bucket().upload('long.txt', aFile('text/plain', 2001))).error).toMatchObject({ statusCode: '413' })
    await storage.updateBucket('notes', { public: false, fileSizeLimit: '3KB' })
    expect((await storage.getBucket('notes')).data).toMatchObject({ file_size_limit: 3000 })
    expect((await storage.createBucket('other', { public: false, fileSizeLimit: 'plenty' })).error).toMatchObject({
      statusCode: '422',
      message: 'the requested file_size_limit uses an invalid format, use 20GB / 20MB / 30KB / 3B',
    })
  })

  test('accepts a family of types and keeps each under its own', async () => {
    for (const type of ['text/plain', 'text/csv', 'image/png'])
      expect((await bucket().upload(`kept/${type.slice(-3)}`, aFile(type), { contentType: type })).error).toBeNull()
    const refused = await bucket().upload('kept/gif', aFile('image/gif'), { contentType: 'image/gif' })

    expect(refused.error).toMatchObject({ statusCode: '415' })
    expect((await bucket().info('kept/csv')).data?.contentType).toBe('text/csv')
  })

  test('accepts no name with a percent sign, which clients encode differently in addresses', async () => {
    for (const name of ['100% done.txt', '50%25.txt', '%.txt'])
      expect((await bucket().upload(name, aFile('text/plain'))).error).toMatchObject({ code: 'InvalidKey' })

    const name = 'a b+c&d=e.txt'
    await bucket().upload(name, new Blob([name], { type: 'text/plain' }))
    const { data } = await bucket().createSignedUrl(name, 60)
    expect(await (await fetch(data?.signedUrl ?? '')).text()).toBe(name)
  })

  test('is listed by the second version, folder by folder or flat, page by page', async () => {
    for (const name of ['v2/a.txt', 'v2/b.txt', 'v2/more/c.txt']) await bucket().upload(name, aFile('text/plain'))

    const folders = await bucket().listV2({ prefix: 'v2/', with_delimiter: true })
    const first = await bucket().listV2({ prefix: 'v2/', limit: 2 })
    const rest = await bucket().listV2({ prefix: 'v2/', limit: 2, cursor: first.data?.nextCursor ?? '' })

    expect(folders.data).toMatchObject({ hasNext: false, folders: [{ name: 'v2/more/' }] })
    expect(folders.data?.objects.map(({ name }) => name)).toEqual(['v2/a.txt', 'v2/b.txt'])
    expect(first.data).toMatchObject({ hasNext: true, folders: [] })
    expect(first.data?.objects.map(({ name }) => name)).toEqual(['v2/a.txt', 'v2/b.txt'])
    expect(rest.data).toMatchObject({ hasNext: false, folders: [] })
    expect(rest.data?.objects.map(({ name }) => name)).toEqual(['v2/more/c.txt'])
  })

  test('is listed on from a page whose last file was deleted, and by no invalid cursor', async () => {
    for (const name of ['gone/a.txt', 'gone/b.txt', 'gone/c.txt']) await bucket().upload(name, aFile('text/plain'))
    const list = async (options: object) => await bucket().listV2({ prefix: 'gone/', limit: 2, ...options })
    const byTime = { sortBy: { column: 'created_at', order: 'desc' } } as const
    const [first, newest] = [await list({}), await list(byTime)]
    await bucket().remove(['gone/b.txt'])

    const rest = await list({ cursor: first.data?.nextCursor })
    const oldest = await list({ ...byTime, cursor: newest.data?.nextCursor })

    expect(rest.data?.objects.map(({ name }) => name)).toEqual(['gone/c.txt'])
    expect(oldest.data?.objects.map(({ name }) => name)).toEqual(['gone/a.txt'])
    for (const options of [{ cursor: 5 }, { prefix: 5 }, { limit: 'x' }])
      expect((await list(options)).error).toMatchObject({ code: 'InvalidRequest' })
  })

  test('refuses requests to remove its limit', async () => {
    const { storage } = host.admin.client
    const made = await storage.createBucket('free', { public: false, fileSizeLimit: null, allowedMimeTypes: null })
    const changed = await storage.updateBucket('notes', { public: false, fileSizeLimit: null })

    expect(made.error).toBeNull()
    expect(changed.error).toMatchObject({ message: 'A bucket’s limit can be changed here, not removed' })
  })

  test('answers HEAD requests for information', async () => {
    await bucket().upload('there.txt', aFile('text/plain'))
    const headers = { apikey: host.keys.serviceKey, authorization: `Bearer ${host.keys.serviceKey}` }
    const head = async (name: string) =>
      (await fetch(`${host.url}/storage/v1/object/info/notes/${name}`, { method: 'HEAD', headers })).status

    expect(await head('there.txt')).toBe(200)
    expect(await head('nowhere.txt')).toBe(400)
  })
})

describe('rows', () => {
  test('return at most a thousand, and the count says how many there are', async () => {
    await host.database.query(
      `insert into public.collections select (jsonb_populate_record(c,
        jsonb_build_object('id', gen_random_uuid(), 'name', 'n' || n))).*
       from public.collections c, generate_series(1, 1200) n where c.id = $1`,
      [collectionId],
    )
    const { data, count } = await owner.from('collections').select('id', { count: 'exact' }).limit(5000)

    expect(data).toHaveLength(1000)
    expect(count).toBe(1201)
    expect(await owner.from('collections').select('*', { count: 'exact', head: true })).toMatchObject({
      count: 1201,
      data: null,
    })
  })

  test('of a procedure are counted by HEAD', async () => {
    const args = { p_studio: studio.id }
    const { count, error } = await owner.rpc('list_studio_members', args, { head: true, count: 'exact' })

    expect({ count, error }).toEqual({ count: 5, error: null })
  })

  test('are found by quoted values with quotes, commas and backslashes in them', async () => {
    const name = 'back\\slash, "quoted"'
    await owner.from('collections').update({ name }).eq('id', collectionId)
    const quoted = String.raw`"back\\slash, \"quoted\""`

    for (const filter of [
      `name.eq.${quoted},name.eq.nothing`,
      `and(name.eq.${quoted},name.neq."a,b")`,
      `name.in.(${quoted},x)`,
    ])
      expect((await owner.from('collections').select('name').or(filter)).data).toEqual([{ name }])
  })

  test('are found by quoted patterns, and with one parenthesis in them', async () => {
    const name = String.raw`SQ, (10 "b" a\b`
    await owner.from('collections').update({ name }).eq('id', collectionId)

    for (const filter of [
      'name.like."SQ, (10*"',
      'name.ilike."sq, %"',
      String.raw`name.like."SQ, (10 \"b\" a\\\\b"`,
      String.raw`name.like."%\"b\"%"`,
      'name.match."^SQ, [(]10"',
      'name.not.like."x, *"',
      'and(name.ilike."sq, (10%",name.neq."a)b")',
      'name.fts."sq"',
    ])
      expect({
        filter,
        ...(await owner.from('collections').select('name').or(filter).eq('id', collectionId)),
      }).toMatchObject({
        filter,
        data: [{ name }],
      })
  })

  test('are found by each of several or= filters', async () => {
    const name = 'a, b'
    await owner.from('collections').update({ name }).eq('id', collectionId)
    const find = async (...filters: string[]): Promise<unknown> => {
      const asked = owner.from('collections').select('name').eq('id', collectionId)
      return (await filters.reduce((query, filter) => query.or(filter), asked)).data
    }

    expect(await find('name.eq."a, b",name.eq.x', 'name.like."a*",name.eq.y')).toEqual([{ name }])
    expect(await find('name.eq."c, d",name.eq.x', 'name.eq."a, b",name.eq.y')).toEqual([])
    expect(await find('name.eq."a, b",name.eq.x', 'name.eq.c,name.eq.y')).toEqual([])
    expect(await find('name.like.a*,name.eq.x', 'name.eq.c,name.eq.y')).toEqual([])
    expect(await find('name.like.a*,name.eq.x', 'and(name.neq.c,name.like.*b)')).toEqual([{ name }])
    const among = async (address: string): Promise<unknown> =>
      (
        await ask(`/rest/v1/spaces?select=collections(name)&collections.id=eq.${collectionId}&${address}`, {
          method: 'GET',
        })
      ).body
    const isThere = [{ collections: [{ name }] }]
    expect(await among('collections.or=(name.like.a*)&collections.not.or=(name.eq.c,name.eq.d)')).toEqual(isThere)
    expect(await among('collections.or=(name.like.a*)&collections.or=(name.eq.c)')).toEqual([{ collections: [] }])
    expect(await among('not.or=(name.eq.x)&not.and=(name.eq.y)&collections.name=like.a*')).toEqual(isThere)
    expect(await among('collections.name=like.a*&collections.name=like.c*')).toEqual([{ collections: [] }])
    expect(
      await owner.from('collections').delete().eq('id', collectionId).or('name.eq."x"').or('name.eq."a, b"'),
    ).toMatchObject({ count: null, error: null })
    expect(await find('name.eq."a, b"')).toEqual([{ name }])
  })

  test('are found by any and all of several patterns, with stars too', async () => {
    const name = 'SQ080 dusk'
    await owner.from('collections').update({ name }).eq('id', collectionId)
    const find = async (address: string): Promise<unknown> =>
      (await ask(`/rest/v1/collections?select=name&id=eq.${collectionId}&${address}`, { method: 'GET' })).body

    for (const filter of ['like(any).{SQ080*,zz*}', 'ilike(all).{sq*,*dusk}', 'like(any).{"SQ080 *","a,b"}'])
      expect({
        filter,
        alone: await find(`name=${encodeURIComponent(filter)}`),
        among: await find(`or=${encodeURIComponent(`(name.${filter},name.eq.nothing)`)}`),
        not: await find(`name=not.${encodeURIComponent(filter)}`),
      }).toEqual({ filter, alone: [{ name }], among: [{ name }], not: [] })
    expect(await find('name=eq(any).{SQ080*,zz*}')).toEqual([])
  })

  test.each([
    ['/rest/v1/collections', '[null]'],
    ['/rest/v1/collections', '[{"name": "a"}, 1]'],
    ['/rest/v1/collections', '[[{"name": 1}]]'],
    ['/rest/v1/rpc/create_studio', '[["x"]]'],
    ['/rest/v1/rpc/create_studio', '[1]'],
  ])('must be objects: %s refuses %s', async (path, body) => {
    const answer = await ask(path, { method: 'POST', body })

    expect(answer).toMatchObject({ status: 400, body: { code: 'PGRST102', message: 'All object keys must match' } })
  })

  test('store an object for a text column as its JSON', async () => {
    const { data } = await owner
      .from('collections')
      .update({ name: { a: { b: 1 } } })
      .eq('id', collectionId)
      .select('name')

    expect(data).toEqual([{ name: '{"a":{"b":1}}' }])
    for (const list of [[], [1, 2], [['a']], [{ a: 1 }]]) {
      const written = await owner.from('collections').update({ name: list }).eq('id', collectionId).select('name')
      expect(written.data).toEqual([{ name: JSON.stringify(list) }])
    }
    expect(await owner.rpc('list_studio_members', { p_studio: [studio.id] })).toMatchObject({ status: 400 })
    expect(
      await owner
        .from('collections')
        .update({ position: { a: 1 } })
        .eq('id', collectionId),
    ).toMatchObject({ status: 400 })
  })
})

describe('auth.admin', () => {
  test('refuses what it does not support, and changes nothing', async () => {
    const { admin } = host.admin.client.auth
    const { id } = studio.outsider

    expect((await admin.inviteUserByEmail('new@example.com')).error).toMatchObject({
      status: 404,
      code: 'not_implemented',
    })
    expect((await admin.generateLink({ type: 'magiclink', email: 'new@example.com' })).error).toMatchObject({
      code: 'not_implemented',
      message: 'This host has no admin/generate_link',
    })
    expect((await admin.deleteUser(id, true)).error).toMatchObject({ status: 422 })
    expect((await admin.createUser({ email: 'new@example.com', app_metadata: { a: 1 } })).error).toMatchObject({
      message: 'app_metadata cannot be set here',
    })
    expect((await admin.updateUserById(id, { ban_duration: '1h' })).error).toMatchObject({ status: 422 })
    expect((await admin.mfa.listFactors({ userId: id })).data).toEqual({ factors: [] })
    expect((await admin.getUserById(id)).data.user?.id).toBe(id)
  })
})

test('the socket stays open for a moment after its last channel, and the next channel reuses it', async () => {
  const channel = owner.channel('one')
  await new Promise<void>((resolve) => {
    channel.subscribe((status) => status === 'SUBSCRIBED' && resolve())
  })
  await owner.removeChannel(channel)

  const next = await new Promise((resolve) => {
    owner.channel('two').subscribe((status) => resolve(status))
  })

  expect(next).toBe('SUBSCRIBED')
  await owner.removeAllChannels()
})
