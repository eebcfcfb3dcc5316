import { afterEach, expect, test } from 'vitest'
import type { FeedItem } from '#core/domain/feed-entry.ts'
import { AppError } from '#core/lib/errors.ts'
import { toId, type StatusId, type StudioId } from '#core/lib/ids.ts'
import type { FeedPage } from '#core/gateway/ports.ts'
import type { StudioClient } from '#core/sync/make-client.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { closeFeed, feedStore, openFeed } from './feed-store.ts'
import { loadMoreEntries, loadNewEntries, reloadEntries } from './load-entries.ts'

type Page = FeedPage<FeedItem>

const posts = (...ids: readonly string[]): readonly FeedItem[] =>
  // Newest first, as the server has them; the list looks at nothing else of a post.
  ids.map((id) => ({ id, action: 'COMMENT_ADD', createdAt: 1000 - Number(id) }) as unknown as FeedItem)

/** An open panel whose questions are answered one after the other; tells from where each asked. */
function openPanel(...answers: readonly (Page | Error)[]) {
  const asked: (string | undefined)[] = []
  const left = [...answers]
  const loadStudioFeed = async ({ after }: { after: string | undefined }) => {
    asked.push(after)
    const answer = left.shift()
    if (answer instanceof Error || answer === undefined) throw answer ?? new Error('Nobody answers')
    return await Promise.resolve(answer)
  }
  // The panel asks the client for nothing else.
  setClient({ gateway: { feeds: { loadStudioFeed } } } as unknown as StudioClient)
  openFeed(toId<StudioId>('s1'), 'studio', [toId<StatusId>('wip')])
  return asked
}

const shownIds = () => feedStore.entries.map(({ id }) => id)

afterEach(() => {
  closeFeed()
  resetToasts()
  resetClient()
})

test('a feed that cannot be had is told with another try, and nothing loads any more', async () => {
  openPanel(new AppError('server-unavailable', 'Down'), { items: posts('1'), next: undefined })

  await reloadEntries()

  expect(feedStore.isLoading).toBe(false)
  expect(feedStore.hasFailed).toBe(true)
  expect(toastStore.toasts).toMatchObject([{ text: 'The feed could not be loaded', suggestion: 'Down' }])
  toastStore.toasts[0]?.action?.run()
  await expect.poll(shownIds).toEqual(['1'])
  expect(feedStore.hasFailed).toBe(false)
})

test('pages follow each other by the cursor, each asked for once, until there is none', async () => {
  const asked = openPanel({ items: posts('1', '2'), next: 'after 2' }, { items: posts('3'), next: undefined })

  await reloadEntries()
  await Promise.all([loadMoreEntries(), loadMoreEntries()])
  await loadMoreEntries()

  expect(asked).toEqual([undefined, 'after 2'])
  expect(shownIds()).toEqual(['1', '2', '3'])
})

test('news come on top once, and the next page is still the one after the last', async () => {
  const asked = openPanel(
    { items: posts('2', '3'), next: 'after 3' },
    { items: posts('1', '2'), next: 'after 2' },
    { items: posts('4'), next: undefined },
  )

  await reloadEntries()
  await loadNewEntries()
  await loadMoreEntries()

  expect(asked).toEqual([undefined, undefined, 'after 3'])
  expect(shownIds()).toEqual(['1', '2', '3', '4'])
})
