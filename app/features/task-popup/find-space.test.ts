import { expect, test } from 'vitest'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock, systemIds } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { findSpaceOfPath } from './find-space.ts'

test('pages over many spaces name the open item’s space in the query, others in the path', async () => {
  const { server, studioId, spaceId, userId } = aStudio()
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: server.connect(userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: systemIds,
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  const studio = await client.openStudio(studioId)
  const find = (path: string, search = ''): string | undefined =>
    findSpaceOfPath(`/studio/studio/${path}`, studio, search)?.space.id

  const pages = ['timeline', 'project/project/tasks', 'project/project/assets', 'project/project/casting']
  expect(pages.map((page) => find(page, `?item=sh010&space=${spaceId}`))).toEqual(pages.map(() => spaceId))
  expect(pages.map((page) => find(page, '?item=sh010'))).toEqual(pages.map(() => undefined))
  expect(find('project/project/space/space')).toBe(spaceId)
  await client.close()
})
