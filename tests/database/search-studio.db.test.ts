import { afterAll, beforeAll, describe, expect, test } from 'vitest'
import { startTestHost, type TestHost } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, refusal, roleId, type TestStudio } from './a-studio.ts'

type Found = {
  kind: string
  id: string
  title: string
  url: string
  place: string
  status_name: string | null
  item_kind_id: string | null
  item_kind_name: string | null
}

let host: TestHost
let studio: TestStudio
let world: Awaited<ReturnType<typeof aTask>>
beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  world = await aTask(studio)
})
afterAll(async () => await host.close())

async function find(query: string, who = studio.member): Promise<readonly Found[]> {
  return await call<Found[]>(who.client, 'search_studio', { p_studio_id: studio.id, p_query: query })
}

async function titles(query: string, who = studio.member): Promise<readonly string[]> {
  return (await find(query, who)).map(({ title }) => title)
}

async function anItem(title: string, description = '', collection = world.collection.id) {
  return await insert(studio.owner.client, 'items', { collection_id: collection, title, description })
}

async function say(text: string): Promise<string> {
  const p_comment_id = crypto.randomUUID()
  await call(studio.member.client, 'add_comment', { p_task_id: world.task.id, p_comment_id, p_content: text })
  return p_comment_id
}

async function publish(filename: string): Promise<string> {
  const { client, id } = studio.member
  const revision = await insert(client, 'task_versions', { task_id: world.task.id, created_by: id })
  const mediaId = crypto.randomUUID()
  const key = `${studio.id}/${mediaId}/${filename}`
  const media = await insert(client, 'media', { studio_id: studio.id, project_id: world.project.id, filename, content_type: 'video/mp4', size_bytes: 1, r2_key: key }) // prettier-ignore
  const { error } = await client.from('version_media').insert({ version_id: revision.id, media_id: media.id })
  if (error) throw new Error(error.message)
  return revision.id
}

describe('search', () => {
  test('finds every kind of thing, with its address', async () => {
    const item = await anItem('Zebra crossing', 'at dusk')
    const comment = await say('The zebra needs more stripes')
    const revision = await publish('zebra_walk_v02.mov')

    const found = await find('ZEBRA')

    expect(new Map(found.map(({ kind, id }) => [kind, id]))).toEqual(
      new Map([
        ['item', item.id],
        ['comment', comment],
        ['revision', revision],
      ]),
    )
    // Things named so come before things mentioning it.
    expect(found.map(({ kind }) => kind)).toEqual(['item', 'comment', 'revision'])
    const urls = new Map(found.map(({ kind, url }) => [kind, url]))
    expect(urls.get('item')).toMatch(/\?item=zebra-crossing$/)
    expect(urls.get('comment')).toMatch(/\?item=sh010&task=.*&openComments=true$/)
    expect(urls.get('revision')).toMatch(/&version=v1$/)
    expect((await find('comet')).map(({ kind }) => kind)).toEqual(['project'])
    expect((await find('episode one')).map(({ kind, place }) => [kind, place])).toEqual([['space', 'Comet']])
    const [person] = await find('vera')
    expect(person).toMatchObject({ kind: 'person', title: 'Vera Viewer', id: studio.viewer.id })
    expect(person?.url).toMatch(new RegExp(`/artist/${studio.viewer.id}$`))
    const [shot] = await find('sh010')
    expect(shot).toMatchObject({ place: 'Episode & One · Comet', status_name: world.status['name'] })
  })

  test('matches all words in any order, ignoring case, accents and punctuation', async () => {
    await anItem('Café_de la-Paix')
    await anItem('Café noir 100%')

    expect(await titles('paix CAFE')).toEqual(['Café_de la-Paix'])
    expect(await titles('cafe 100%')).toEqual(['Café noir 100%'])
    expect(await titles('café 1%0')).toEqual([])
    expect(await titles('  _ ')).toEqual([])
  })

  test.each([
    ['a letter too few', 'rooftp'],
    ['a letter too many', 'roofftop'],
    ['another letter', 'rooftob'],
    ['two the wrong way round', 'rootfop'],
  ])('forgives %s if nothing else is found', async (_, query) => {
    const title = 'Rooftop chase'
    if ((await titles('rooftop')).length === 0) await anItem(title)

    expect(await titles(query)).toEqual([title])
    expect(await titles(`${query} chose`)).toEqual([title])
    expect(await titles(`${query} chiso`)).toEqual([])
  })

  test('forgives a typo in a name with numbers, fewer typos first', async () => {
    await anItem('kc402_sh0050')
    await anItem('kc401_sh0050')

    expect(await titles('kc402_shh0050')).toEqual(['kc402_sh0050', 'kc401_sh0050'])
    expect(await titles('kc402_sh0O50')).toEqual(['kc402_sh0050', 'kc401_sh0050'])
    expect(await titles('kc402')).toEqual(['kc402_sh0050'])
  })

  test('finds assets by the name of their kind, and says which it is', async () => {
    const { client } = studio.owner
    const base = { studio_id: studio.id, item_type: 'asset' }
    const bicycle = await insert(client, 'item_kinds', { ...base, key: 'bicycle', name: 'Vélo & Bicycle' })
    const take = await insert(client, 'item_kinds', { ...base, key: 'take', name: 'Takeaway', item_type: 'shot' })
    const make = async (title: string, kind_id: unknown, description = '') =>
      await insert(client, 'items', { collection_id: world.collection.id, title, description, kind_id, item_type_id: 'asset' }) // prettier-ignore
    const rusty = await make('Rusty', bicycle['id'], 'found in the canal')
    await make('Shiny', bicycle['id'])
    await make('Bicycle bell', null)
    await make('One', take['id'])

    expect(await titles('bicycle rusty')).toEqual(['Rusty'])
    expect(await titles('canal velo')).toEqual(['Rusty'])
    expect(await titles('bicycle')).toEqual(['Bicycle bell', 'Shiny', 'Rusty'])
    expect(await titles('bicicle rusti')).toEqual(['Rusty'])
    expect(await titles('bicycle heron')).toEqual([])
    // Shots are found by their own words only.
    expect(await titles('takeaway')).toEqual([])
    const kindOf = async (query: string) =>
      (await find(query)).map(({ id, item_kind_id, item_kind_name }) => [id, item_kind_id, item_kind_name])
    expect(await kindOf('rusty')).toEqual([[rusty.id, bicycle['id'], 'Vélo & Bicycle']])
    expect((await find('bicycle bell'))[0]).toMatchObject({ item_kind_id: null, item_kind_name: null })
  })

  test('finds a revision by item, stage and number', async () => {
    const { client, id } = studio.member
    const item = await anItem('Puffin dive')
    const { stage, status } = world
    const task = await insert(studio.owner.client, 'item_tasks', { item_id: item.id, stage_id: stage.id, status_id: status.id }) // prettier-ignore
    const ids: string[] = []
    for (const comment of ['', 'Slower wings'])
      ids.push((await insert(client, 'task_versions', { task_id: task.id, created_by: id, comment })).id)

    const found = await find('puffin v2')

    expect(found.map((each) => [each.kind, each.id, each.title])).toEqual([['revision', ids[1], 'v2 · Slower wings']])
    expect(await titles('puffin v1')).toEqual(['v1'])
    expect((await find(`dive ${String(stage['name'])} v1`)).map((each) => each.id)).toEqual([ids[0]])
    expect(await titles('puffin v3')).toEqual([])
  })

  test('lists names before texts, newest first, up to the requested number', async () => {
    await anItem('Lantern one')
    await anItem('Lantern two')
    await anItem('Newest', 'with a lantern')

    expect(await titles('lantern')).toEqual(['Lantern two', 'Lantern one', 'Newest'])
    const args = { p_studio_id: studio.id, p_query: 'lantern', p_limit: 1 }
    expect(await call(studio.member.client, 'search_studio', args)).toHaveLength(1)
  })
})

describe('search does not find', () => {
  test('things in closed projects, deleted things and archived people', async () => {
    const closed = await aTask(studio, 'Secret walrus')
    await anItem('Walrus shot', '', closed.collection.id)
    await call(studio.owner.client, 'add_comment', { p_task_id: closed.task.id, p_comment_id: crypto.randomUUID(), p_content: 'walrus talk' }) // prettier-ignore
    expect((await find('walrus')).map(({ kind }) => kind)).toEqual(['item', 'project', 'comment'])
    const { error } = await studio.owner.client
      .from('project_role_access')
      .upsert({ project_id: closed.project.id, role_id: roleId('member'), is_allowed: false })
    expect(error).toBeNull()

    expect(await find('walrus')).toEqual([])
    expect(await find('walruz')).toEqual([])
    expect(await find('walrus', studio.owner)).toHaveLength(3)

    const gone = await anItem('Gone heron')
    await studio.owner.client.from('items').delete().eq('id', gone.id)
    expect(await find('heron')).toEqual([])

    await host.admin.client
      .from('studio_members')
      .update({ archived_at: new Date().toISOString() })
      .eq('user_id', studio.lead.id)
    expect(await find('lea lead')).toEqual([])
    expect((await refusal(studio.lead.client, 'search_studio', { p_studio_id: studio.id, p_query: 'a' })).code).toBe(
      'P0002',
    )
  })

  test('another studio’s things', async () => {
    const other = await aStudio(host, 'Red Pegasus')
    const theirs = await aTask(other, 'Platypus')
    await insert(other.owner.client, 'items', { collection_id: theirs.collection.id, title: 'Platypus shot' })

    expect(await find('platypus')).toEqual([])
    const args = { p_studio_id: other.id, p_query: 'platypus' }
    expect(await refusal(studio.owner.client, 'search_studio', args)).toMatchObject({ code: 'P0002' })
    expect(await refusal(studio.outsider.client, 'search_studio', args)).toMatchObject({ code: 'P0002' })
  })

  test('anything for more than 200 characters, or more than 50 rows at once', async () => {
    const args = { p_studio_id: studio.id, p_query: 'x'.repeat(201) }
    expect(await refusal(studio.owner.client, 'search_studio', args)).toMatchObject({ code: '22023' })
    const many = { p_studio_id: studio.id, p_query: 'x', p_limit: 51 }
    expect(await refusal(studio.owner.client, 'search_studio', many)).toMatchObject({ code: '22023' })
  })
})
