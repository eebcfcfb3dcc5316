import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { SearchRequest } from '#core/gateway/ports.ts'
import { toId, type ItemKindId, type MediaId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import type { FoundThing } from '#core/search/found-thing.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { resetSync, setSync } from '#app/stores/sync-store.ts'
import { serverSource } from './server-source.ts'

const shot: FoundThing = {
  kind: 'item',
  id: '1',
  title: 'sq020_sh0030',
  text: 'Chase, from behind',
  place: 'Salt market · The Salt Road',
  url: '/studio/n/project/p/space/s?item=sq020_sh0030',
  statusId: toId<StatusId>('wfa'),
  thumbnailId: toId<MediaId>('m'),
  itemKindId: undefined,
  at: 0,
}
const searchStudio = vi.fn<(request: SearchRequest) => Promise<readonly FoundThing[]>>()

beforeEach(() => {
  vi.useFakeTimers()
  searchStudio.mockReset().mockResolvedValue([shot])
  // The source reads nothing else of them.
  setClient({ gateway: { searchStudio } } as unknown as StudioClient)
  const kinds: Record<string, object> = {
    k1: { name: 'Vehicle', itemType: 'asset' },
    k2: { name: 'Shot', itemType: 'shot' },
  }
  const replica = { find: (_table: string, id: string) => kinds[id] }
  setStudio({ studioId: toId<StudioId>('s1'), replica } as unknown as StudioReplica)
})
afterEach(() => {
  vi.useRealTimers()
  resetClient()
  resetSync()
})

test('searches the server once typing pauses, and shows its details for each result', async () => {
  const { signal } = new AbortController()
  const asked = serverSource.search('chase', { limit: 50, signal })
  expect(searchStudio).not.toHaveBeenCalled()
  await vi.runAllTimersAsync()

  expect(await asked).toEqual([
    {
      id: 'item:1',
      kind: 'item',
      title: 'sq020_sh0030',
      detail: 'Chase, from behind · Salt market · The Salt Road',
      to: shot.url,
      statusId: 'wfa',
      thumbnailId: 'm',
      itemKindId: undefined,
    },
  ])
  expect(searchStudio).toHaveBeenCalledExactlyOnceWith({ studioId: 's1', query: 'chase', limit: 50, signal })
})

test("an asset's detail names its kind, as for local results; a shot's does not", async () => {
  searchStudio.mockResolvedValue(['k1', 'k2', 'gone'].map((id) => ({ ...shot, itemKindId: toId<ItemKindId>(id) })))
  const { signal } = new AbortController()

  const asked = serverSource.search('vehicle chase', { limit: 50, signal })
  await vi.runAllTimersAsync()

  const plain = 'Chase, from behind · Salt market · The Salt Road'
  expect((await asked).map(({ detail, itemKindId }) => [itemKindId, detail])).toEqual([
    ['k1', `Vehicle · ${plain}`],
    ['k2', plain],
    ['gone', plain],
  ])
})

test('does not search for text that was typed over, or for a single letter', async () => {
  const typing = new AbortController()
  const asked = serverSource.search('cha', { limit: 50, signal: typing.signal })
  typing.abort()
  expect(await asked).toEqual([])
  expect(await serverSource.search(' c ', { limit: 50, signal: new AbortController().signal })).toEqual([])
  expect(searchStudio).not.toHaveBeenCalled()
})

test('fails at once without a network', async () => {
  setSync({ isOnline: false })
  const asked = serverSource.search('chase', { limit: 50, signal: new AbortController().signal })
  await expect(asked).rejects.toMatchObject({ code: 'offline' })
})

test('references in a comment are shown as in feeds', async () => {
  const comment: FoundThing = { ...shot, kind: 'comment', title: 'Lovely. @here[frame 25] the foot slides' }
  searchStudio.mockResolvedValue([comment])
  const { signal } = new AbortController()

  const asked = serverSource.search('lovely', { limit: 50, signal })
  await vi.runAllTimersAsync()

  expect((await asked).map(({ title }) => title)).toEqual(['Lovely. @here frame 25 the foot slides'])
})
