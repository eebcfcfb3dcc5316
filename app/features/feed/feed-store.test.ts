import { afterEach, expect, test } from 'vitest'
import { newId, toId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import { changeFilter, closeFeed, feedStore, openFeed } from './feed-store.ts'

const [todo, review, done] = ['todo', 'review', 'done'].map((name) => toId<StatusId>(name))

afterEach(() => {
  closeFeed()
  localStorage.clear()
})

/** What is shown after a visit in which something was chosen, once the studio has other statuses. */
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

test('a status that was made since the last choice is shown: nobody has left it out', () => {
  expect(visitAgain([todo, review], [todo, review, done])).toEqual(['todo', 'review', 'done'])
  expect(visitAgain([todo], [todo, review, done])).toEqual(['todo', 'done'])
})

test('a status that was deleted since is no longer chosen; with nothing else chosen the panel asks for some', () => {
  expect(visitAgain([todo, review], [todo])).toEqual(['todo'])
  expect(visitAgain([review], [todo])).toEqual([])
})

test('choices that were kept before statuses were told apart stay as they are', () => {
  const studioId = newId<StudioId>()
  const kept = { showRevisions: true, showComments: true, activeStatusIds: [todo], activeMemberIds: 'studio' }
  localStorage.setItem(`feed-filters-${studioId}`, JSON.stringify(kept))

  openFeed(studioId, 'studio', list([todo, review]))

  expect(feedStore.filter.activeStatusIds).toEqual(['todo'])
})
