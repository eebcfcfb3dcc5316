import type { StudioClient } from '#core/sync/studio-client.ts'
import { afterEach, beforeEach, expect, test } from 'vitest'
import {
  toId,
  type ItemId,
  type ItemKindId,
  type ProjectId,
  type SpaceId,
  type StudioId,
  type UserId,
} from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { clientStore, resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { rememberPlace, resetPlaces } from '#app/stores/places-store.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import type { FoundItem } from './item-corpus.ts'
import type { ItemSearchAnswer, ItemSearchRequest } from './item-search-messages.ts'
import { makeItemSource } from './item-source.ts'

const spaces = ['ep-1', 'ep-2'].map((slug) => ({
  id: toId<SpaceId>(slug),
  slug,
  name: slug.toUpperCase(),
  projectId: toId<ProjectId>('road'),
}))

beforeEach(() => {
  const studioId = toId<StudioId>('s1')
  const user = { id: toId<UserId>('u1'), email: '', displayName: 'Jo', avatarUrl: undefined, isSuperAdmin: false }
  signedIn({ user, studios: [{ id: studioId, name: 'N', slug: 'n' }], currentStudioId: studioId })
  setClient({ userId: user.id } as StudioClient) // the source reads nothing else of it
  const rows: Record<string, readonly { id: string }[]> = {
    spaces,
    projects: [{ id: toId<ProjectId>('road'), slug: 'road', name: 'Salt Road' } as { id: string }],
  }
  const replica = {
    getRows: (table: string) => new Map(rows[table]?.map((row) => [row.id, row])),
    find: (table: string, id: string) => rows[table]?.find((row) => row.id === id),
  }
  setStudio({
    replica,
    getStages: () => [{ name: 'Color Keys' }],
    getKinds: () => [
      { id: 'k1', name: 'Vehicle', itemType: 'asset' },
      { id: 'k2', name: 'Shot', itemType: 'shot' },
    ],
    getProjects: () => rows['projects'],
    getSpaces: () => spaces,
  } as unknown as StudioReplica) // see above
})
afterEach(() => {
  resetClient()
  resetSession()
  resetPlaces()
})

function aSource() {
  const requests: ItemSearchRequest[] = []
  let answer: (answer: ItemSearchAnswer) => void = () => undefined
  let isClosed = false
  const source = makeItemSource(() => ({
    post: (request) => void requests.push(request),
    listen: (listener) => {
      answer = listener
    },
    close: () => {
      isClosed = true
    },
  }))
  return {
    source,
    requests,
    answer: (id: number, items: readonly FoundItem[]) => answer({ id, items }),
    isClosed: () => isClosed,
  }
}

const shot: FoundItem = {
  id: toId<ItemId>('i1'),
  spaceId: toId<SpaceId>('ep-1'),
  title: 'sh0010',
  slug: 'sh0010',
  description: 'Gull lands',
  pictureId: undefined,
  kindId: toId<ItemKindId>('k1'),
  stage: undefined,
  score: 3,
}
const options = { limit: 50, signal: new AbortController().signal }

test('has the worker read every space once, and visited ones again', () => {
  const { source, requests } = aSource()
  rememberPlace('/studio/n/project/road/space/ep-2')

  source.prepare?.()

  expect(requests).toEqual([
    {
      kind: 'refresh',
      userId: 'u1',
      spaceIds: ['ep-1', 'ep-2'],
      changedIds: ['ep-2'],
      stages: ['Color Keys'],
      kinds: [['k1', 'Vehicle']],
    },
  ])
})

test('if the palette opened before the studio was loaded, its spaces are read with the first search', async () => {
  const { studio } = clientStore.get()
  setStudio(undefined)
  const { source, requests, answer } = aSource()
  source.prepare?.()
  expect(requests).toEqual([])

  setStudio(studio)
  const search = source.search('gull', options)
  answer(1, [shot])

  expect(requests.map(({ kind }) => kind)).toEqual(['refresh', 'search'])
  expect(await search).toHaveLength(1)
})

test('an item opens its popup in its space, a task its own popup', async () => {
  const { source, answer } = aSource()
  source.prepare?.()

  const search = source.search('gull', options)
  answer(1, [shot, { ...shot, stage: 'Color Keys' }])
  const [item, task] = await search

  expect(item).toMatchObject({ id: 'item:i1', detail: 'Gull lands · EP-1 · Salt Road', score: 3, itemKindId: 'k1' })
  expect(item?.to).toBe('/studio/n/project/road/space/ep-1?item=sh0010')
  expect(task).toMatchObject({ id: 'item:i1:color-keys', detail: 'Color Keys · Gull lands · EP-1 · Salt Road' })
  expect(task?.to).toBe('/studio/n/project/road/space/ep-1?item=sh0010&task=color-keys')
})

test('finds remembered items and tasks again', async () => {
  const { source, answer, requests } = aSource()
  source.prepare?.()

  const found = source.find(['item:i1:color-keys', 'project:x', 'item:gone'])
  answer(1, [shot])

  expect((await found).map(({ id }) => id)).toEqual(['item:i1:color-keys'])
  expect(requests.at(-1)).toMatchObject({ kind: 'find', itemIds: ['i1', 'gone'] })
})

test('does not search when items are not wanted, and a closed worker leaves no search pending', async () => {
  const { source, requests, isClosed } = aSource()
  source.prepare?.()

  expect(await source.search(' ', options)).toEqual([])
  expect(await source.search('gull', { ...options, kinds: ['person'] })).toEqual([])
  expect(requests).toHaveLength(1)

  const waiting = source.search('gull', options)
  source.close()
  expect(await waiting).toEqual([])
  expect(isClosed()).toBe(true)
})
