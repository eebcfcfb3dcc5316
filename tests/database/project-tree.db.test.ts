import { afterAll, beforeAll, expect, test } from 'vitest'
import { makeProjectTree, loadProjectTree } from '#core/projects/project-tree.ts'
import { toId } from '#core/lib/ids.ts'
import { startTestHost, type TestHost, type TestUser } from '#tests/host/start-test-host.ts'
import { aStudio, aTask, call, insert, type TestStudio } from './a-studio.ts'

let host: TestHost
let studio: TestStudio
let shot: Awaited<ReturnType<typeof aTask>>

beforeAll(async () => {
  host = await startTestHost()
  studio = await aStudio(host)
  shot = await aTask(studio)
})
afterAll(() => host.close())

const treeOf = async ({ client }: TestUser) => {
  const gateway = { call: async (name: string, args: object = {}) => await call<unknown>(client, name, args) }
  const spaces = [{ id: toId<never>(shot.space.id), name: 'Series' }]
  return makeProjectTree(spaces, await loadProjectTree(toId(shot.project.id), { gateway }))
}

test('a project’s tree counts items in the film by episode, for those who may open it', async () => {
  const { client } = studio.owner
  const made = { space_id: shot.space.id, name: 'E02 SQ010', episode: 'E02', order_rank: 2_000_000 }
  const second = await insert(client, 'collections', made)
  await insert(client, 'items', { collection_id: second.id, title: 'sh010' })
  await insert(client, 'items', { collection_id: second.id, title: 'cut', is_omitted: true })
  await insert(client, 'items', { collection_id: second.id, title: 'E02', item_type_id: 'episode' })
  await client.from('collections').update({ episode: 'E01' }).eq('id', shot.collection.id)

  const [series] = await treeOf(studio.viewer)

  expect(series).toMatchObject({
    kind: 'space',
    itemCount: 2,
    taskCounts: { [shot.status.id]: 1 },
    children: [
      { kind: 'episode', name: 'E01', head: undefined, children: [{ name: 'SQ010', itemCount: 1 }] },
      { kind: 'episode', name: 'E02', head: { title: 'E02' }, children: [{ name: 'SQ010', itemCount: 1 }] },
    ],
  })
  expect(await treeOf(studio.outsider)).toEqual([])
})
