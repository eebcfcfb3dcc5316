import { afterEach, expect, test } from 'vitest'
import { newId, toId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import { changeFilter, closeFeed, feedStore, openFeed } from './feed-store.ts'

const [todo, review, done] = ['todo', 'review', 'done'].map((name) => toId<StatusId>(name))

afterEach(() => {
  closeFeed()
  localStorage.clear()
})

/** Returns the statuses shown on a later visit, after some were chosen and the studio's statuses changed. */
function visitAgain(
  chosen: readonly (StatusId | undefined)[],
  now: readonly (StatusId | undefined)[],
): readonly string[] {
  const studioId = newId<StudioId>()
  openFeed(studioId, 'studio', list([todo, review]))
  changeFilter({ showComments: false, activeStatusIds: list(chosen) })
  closeFeed()
  openFeed(studioId, 'studio', list(now))
  expect(feedStore.filter.showComments).toBe(false)
  return feedStore.filter.activeStatusIds
}

function list(ids: readonly (StatusId | undefined)[]): readonly StatusId[] {
  return ids.flatMap((id) => id ?? [])
}

test('the feed filter includes statuses created since the last visit', () => {
  expect(visitAgain([todo, review], [todo, review, done])).toEqual(['todo', 'review', 'done'])
  expect(visitAgain([todo], [todo, review, done])).toEqual(['todo', 'done'])
})

test('the feed filter drops deleted statuses, and may be left with none', () => {
  expect(visitAgain([todo, review], [todo])).toEqual(['todo'])
  expect(visitAgain([review], [todo])).toEqual([])
})

test('a feed filter stored without the list of known statuses is restored as it is', () => {
  const studioId = newId<StudioId>()
  const kept = { showRevisions: true, showComments: true, activeStatusIds: [todo], activeMemberIds: 'studio' }
  localStorage.setItem(`feed-filters-${studioId}`, JSON.stringify(kept))

  openFeed(studioId, 'studio', list([todo, review]))

  expect(feedStore.filter.activeStatusIds).toEqual(['todo'])
})
