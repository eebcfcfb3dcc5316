import { afterEach, beforeEach, expect, test } from 'vitest'
import { toId, type StudioId, type UserId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { resetClient, setStudio } from '#app/stores/client-store.ts'
import { placesStore, rememberPlace, resetPlaces, togglePinned } from '#app/stores/places-store.ts'
import { resetSession, signedIn } from '#app/stores/session-store.ts'
import { findKeyedPlaces, findLastSpace, findPlace } from './places.ts'

const road = '/studio/n/project/road'
const [ep1, ep2] = [`${road}/space/ep-1`, `${road}/space/ep-2`]

beforeEach(() => {
  const studioId = toId<StudioId>('s1')
  const user = { id: toId<UserId>('u1'), email: '', displayName: 'Jo', avatarUrl: undefined, isSuperAdmin: false }
  signedIn({ user, studios: [{ id: studioId, name: 'N', slug: 'n' }], currentStudioId: studioId })
  // Only these parts of a studio are read here.
  setStudio({
    getProjects: () => [{ id: 'p', slug: 'road', name: 'Salt Road' }],
    getSpaces: () => ['ep-1', 'ep-2'].map((slug) => ({ slug, name: slug.toUpperCase() })),
  } as unknown as StudioReplica)
})
afterEach(() => {
  resetPlaces()
  resetClient()
  resetSession()
})

test('pinned places come first and keep their order, then places visited elsewhere', () => {
  rememberPlace(ep1)
  rememberPlace(road)
  rememberPlace(ep2)
  togglePinned(ep1)

  expect(findKeyedPlaces(ep2).map(({ name }) => name)).toEqual(['EP-1 · Salt Road', 'Salt Road'])
  expect(findKeyedPlaces('/').map(({ path }) => path)).toEqual([ep1, ep2, road])

  togglePinned(ep1)
  expect(findKeyedPlaces(road).map(({ path }) => path)).toEqual([ep2, ep1])
})

test('the last space is never the current one', () => {
  rememberPlace(ep1)
  rememberPlace(road)

  expect(findLastSpace(road)?.path).toBe(ep1)
  expect(findLastSpace(ep1)).toBeUndefined()
})

test('places of another studio, and places that no longer exist, are not offered', () => {
  rememberPlace('/studio/other/project/road')
  rememberPlace(`${road}/space/gone`)
  rememberPlace('/studio/n/timeline')

  expect(findKeyedPlaces('/')).toEqual([])
  expect(findPlace(ep1)?.name).toBe('EP-1 · Salt Road')
})

test('recent places are limited, unique, and survive a reload', () => {
  for (let at = 0; at < 20; at++) rememberPlace(`${road}/space/${at}`)
  rememberPlace(`${road}/space/15`)

  expect(placesStore.recent).toHaveLength(12)
  expect(placesStore.recent.slice(0, 2)).toEqual([`${road}/space/15`, `${road}/space/19`])
  expect(JSON.parse(localStorage.getItem('places') ?? '{}')).toEqual({ pinned: [], recent: placesStore.recent })
})
