import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import type { TestHost, TestUser } from '#tests/host/start-test-host.ts'
import { startTestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask } from '#tests/database/a-studio.ts'

let host: TestHost
let ann: TestUser
let session: string

beforeAll(async () => {
  host = await startTestHost()
  ann = await host.admin.createUser('ann@example.com', 'Ann')
  session = (await ann.client.auth.getSession()).data.session?.access_token ?? ''
})
afterAll(() => host?.close())

const read = (path: string, init: RequestInit = {}): Promise<Response> =>
  fetch(`${host.url}${path}`, {
    ...init,
    headers: { apikey: host.keys.publishableKey, authorization: `Bearer ${session}` },
  })

/** `collections(items(collections(items(id))))` for four. */
const nest = (tables: readonly string[], depth: number): string =>
  depth === 0 ? 'id' : `id,${tables[0]}(${nest([...tables.slice(1), tables[0] ?? ''], depth - 1)})`

describe('embedding', () => {
  const deep = 'collections(spaces(projects(studios(studio_members(user_roles(name))))))'

  test('goes six levels deep and no deeper, however it is requested', async () => {
    const allowed = await read(`/rest/v1/items?select=id,${deep}`)
    const refused = [
      await read(`/rest/v1/item_tasks?select=id,items(${deep})`),
      await read(`/rest/v1/item_tasks?select=id,a:items(b:${deep})`),
      await read(`/rest/v1/item_tasks?select=id,...items(${deep})`),
    ]

    expect(allowed.status).toBe(200)
    for (const answer of refused) {
      expect(answer.status).toBe(400)
      expect(await answer.json()).toEqual({
        code: 'PGRST127',
        message: 'Tables are embedded at most 6 deep; ask for the rest in a request of its own',
        details: null,
        hint: null,
      })
    }
  })

  test.each([
    'id,collections(id,items(id))',
    'id,c:collections(id,i:items(id))',
    'id,collections!items_collection_id_fkey(id,...items(id))',
    'id,collection_id(id,items(id))',
  ])('embeds no table below itself: %s', async (select) => {
    const answer = await read(`/rest/v1/items?select=${select}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ code: 'PGRST127', message: 'items is embedded below itself' })
  })

  test('is limited in total, including siblings', async () => {
    const many = Array.from({ length: 31 }, (_, index) => `a${index}:collections(id)`)
    const answer = await read(`/rest/v1/items?select=id,${many.join(',')}`)

    expect(answer.status).toBe(400)
    expect(await answer.json()).toMatchObject({ message: 'A request embeds at most 30 tables' })
  })

  test('blocks nobody: ten reads of a viewer that would square the studio again and again', async () => {
    const studio = await aStudio(host)
    const { item } = await aTask(studio)
    await host.database.query(
      `insert into public.items select (jsonb_populate_record(i, jsonb_build_object('id', gen_random_uuid(), 'name', n, 'custom_slug', 'i' || n))).*
       from public.items i, generate_series(1, 60) n where i.id = $1`,
      [item.id],
    )
    const viewer = await studio.viewer.client.auth.getSession()
    session = viewer.data.session?.access_token ?? ''
    expect(await (await read('/rest/v1/items?select=id')).json()).toHaveLength(61)
    const attack = Array.from({ length: 10 }, () => read(`/rest/v1/items?select=${nest(['collections', 'items'], 8)}`))

    const plain = await read('/rest/v1/user_profiles?select=id')
    const health = await fetch(`${host.url}/healthz`)

    expect([plain.status, health.status]).toEqual([200, 200])
    expect((await Promise.all(attack)).map(({ status }) => status)).toEqual(Array.from({ length: 10 }, () => 400))
  })
})

describe('embedding follows foreign keys', () => {
  let studio: Awaited<ReturnType<typeof aStudio>>
  let space: { id: string }
  let ask: (path: string) => Promise<{ status: number; body: unknown }>

  beforeAll(async () => {
    studio = await aStudio(host)
    const shot = await aTask(studio)
    space = shot.space
    const { client } = studio.owner
    await client.from('item_tasks').update({ assignee_id: studio.member.id }).eq('id', shot.task.id)
    await client.from('comments').insert({ task_id: shot.task.id, content: 'Looks good' })
    const token = (await client.auth.getSession()).data.session?.access_token ?? ''
    ask = async (path) => {
      const headers = { apikey: host.keys.publishableKey, authorization: `Bearer ${token}` }
      const response = await fetch(`${host.url}/rest/v1/${path}`, { headers })
      return { status: response.status, body: await response.json() }
    }
  })

  test.each([
    ['spaces?select=name,items(count)', [{ name: 'Episode & One', items: [{ count: 1 }] }]],
    ['items?select=title,spaces(name)', [{ title: 'sh010', spaces: { name: 'Episode & One' } }]],
    ['item_tasks?select=user_profiles(display_name)', [{ user_profiles: { display_name: 'Max Member' } }]],
    ['item_tasks?select=who:user_profiles!assignee_id(display_name)', [{ who: { display_name: 'Max Member' } }]],
    [
      'comments?select=content,user_profiles(display_name)',
      [{ content: 'Looks good', user_profiles: { display_name: 'Olga Owner' } }],
    ],
    ['projects?select=user_profiles(display_name)', [{ user_profiles: { display_name: 'Olga Owner' } }]],
    ['task_versions?select=user_profiles(display_name)', []],
    ['media?select=user_profiles(display_name)', []],
  ])('%s', async (path, body) => {
    expect(await ask(path)).toEqual({ status: 200, body })
  })

  test('a partial unique index does not turn a list into a single row', async () => {
    const { client } = studio.owner
    const { task, project, item } = await aTask(studio)
    await client.from('comments').insert(['One', 'Two'].map((content) => ({ task_id: task.id, content })))
    await client.from('boards').insert({ project_id: project.id })

    expect(await ask(`item_tasks?select=comments(content)&comments.order=content&id=eq.${task.id}`)).toEqual({
      status: 200,
      body: [{ comments: [{ content: 'One' }, { content: 'Two' }] }],
    })
    expect(await ask(`items?select=item_tasks(comments(count))&id=eq.${item.id}`)).toEqual({
      status: 200,
      body: [{ item_tasks: [{ comments: [{ count: 2 }] }] }],
    })
    expect(await ask(`projects?select=boards(space_id)&id=eq.${project.id}`)).toEqual({
      status: 200,
      body: [{ boards: [{ space_id: null }] }],
    })
    expect(await ask('studios?select=task_statuses(id)')).toMatchObject({
      status: 200,
      body: [{ task_statuses: expect.any(Array) }],
    })
  })

  test('a table that merely references both joins nothing, as in PostgREST', async () => {
    for (const [path, target, hint] of [
      ['projects?select=items(count)', 'items', ''],
      ['projects?select=items!boards(count)', 'items', " using the hint 'boards'"],
      ['studios?select=items(id)', 'items', ''],
    ] as const) {
      const [table = ''] = path.split('?')
      expect(await ask(path)).toEqual({
        status: 400,
        body: {
          code: 'PGRST200',
          message: `Could not find a relationship between '${table}' and '${target}' in the schema cache`,
          details: `Searched for a foreign key relationship between '${table}' and '${target}'${hint} in the schema 'public', but no matches were found.`,
          hint: null,
        },
      })
    }
  })

  test('an ambiguous relationship has to be named by the request', async () => {
    const other = await startTestHost()
    await other.database.execute(
      'alter table public.items add column cover_media_id uuid constraint items_cover_fkey references public.media (id)',
    )
    const { client } = await other.admin.createUser()

    const { error, status } = await client.from('media').select('items(id)')
    const chosen = await client.from('media').select('items!items_thumbnail_media_id_fkey(id)')
    await other.close()

    expect(status).toBe(300)
    expect(error).toMatchObject({
      code: 'PGRST201',
      message: "Could not embed because more than one relationship was found for 'media' and 'items'",
      details: [
        {
          cardinality: 'one-to-many',
          embedding: 'media with items',
          relationship: 'items_cover_fkey using media(id) and items(cover_media_id)',
        },
        {
          cardinality: 'one-to-many',
          embedding: 'media with items',
          relationship: 'items_thumbnail_media_id_fkey using media(id) and items(thumbnail_media_id)',
        },
      ],
      hint: "Try changing 'items' to one of the following: 'items!items_cover_fkey', 'items!items_thumbnail_media_id_fkey'. Find the desired relationship in the 'details' key.",
    })
    expect(chosen.error).toBeNull()
  })

  test('the creator of a row is embedded, whatever the row is', async () => {
    const tables = await host.database.query<{ name: string }>(`
      select c.relname as name from pg_attribute a join pg_class c on c.oid = a.attrelid
      where a.attname = 'created_by' and c.relnamespace = 'public'::regnamespace and c.relkind = 'r'
        -- A studio has its own people besides.
        and c.relname <> 'studios' order by 1`)
    const answers = await Promise.all(
      tables.map(async ({ name }) => ({
        name,
        status: (await read(`/rest/v1/${name}?select=created_by,maker:user_profiles!created_by(display_name)`)).status,
      })),
    )

    expect(tables.length).toBeGreaterThan(8)
    expect(answers.filter(({ status }) => status !== 200)).toEqual([])
  })

  test('a profile stays, emptied, when the account is deleted: the person’s work keeps an author', async () => {
    const { id } = studio.member
    await host.admin.client.auth.admin.deleteUser(id)

    const rows = await host.database.query(
      'select email, display_name, avatar_url from public.user_profiles where id = $1',
      [id],
    )

    expect(rows).toEqual([{ email: '', display_name: 'Former member', avatar_url: null }])
    expect(await ask(`studio_members?select=user_id&user_id=eq.${id}`)).toEqual({ status: 200, body: [] })
    expect(await ask(`item_tasks?select=assignee_id,user_profiles(display_name)&space_id=eq.${space.id}`)).toEqual({
      status: 200,
      body: [{ assignee_id: id, user_profiles: null }],
    })
  })
})
