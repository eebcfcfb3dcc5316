import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test, vi } from 'vitest'
import type { FeedItem } from '#core/feeds/entry.ts'
import type { FeedGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { activityQuery } from '#core/feeds/queries.ts'
import { newId } from '#core/lib/ids.ts'
import { STUDIO_WIDE } from '#app/routes.ts'
import { getStudio } from '#app/widgets/get-studio.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { ArtistScreen } from './artist-screen.tsx'

let close: () => Promise<void> = async () => await Promise.resolve()

afterEach(async () => {
  cleanup()
  vi.unstubAllGlobals()
  await close()
})

async function openFeed(feeds: Partial<FeedGateway> = {}, userId?: string): Promise<void> {
  const world = await aPersonPage((gateway) => ({ feeds: { ...gateway.feeds, ...feeds } }))
  close = world.close
  const shown = userId ?? world.ana
  history.replaceState(null, '', `/studio/studio/artist/${shown}`)
  render(<ArtistScreen params={{ studioSlug: 'studio', userId: shown }} />)
}

const column = (name: string) => within(screen.getByRole('region', { name }))

test('a feed column that cannot be loaded shows the error in place, with a retry', async () => {
  let isDown = true
  await openFeed({
    loadActivity: async () => {
      if (isDown) throw new AppError('server-unavailable', 'The server is not available right now.')
      return await Promise.resolve({ items: [], next: undefined })
    },
  })
  await column('Activity').findByText('The feed could not be loaded')
  // Without the toast.
  resetToasts()
  expect(await column('Mentions').findByText('No mentions found')).toBeDefined()

  isDown = false
  await userEvent.click(column('Activity').getByRole('button', { name: 'Try again' }))

  expect(await column('Activity').findByText('No activity found')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test('without the server each feed column shows its cached cards and says so', async () => {
  let isDown = false
  const item = { id: newId(), taskId: newId(), actorName: 'Ana', action: 'COMMENT_ADD', createdAt: 0, excerpt: 'hi' }
  const items = [item as unknown as FeedItem] // the card reads nothing else
  await openFeed({
    loadActivity: async () => {
      if (isDown) throw new AppError('offline', 'The server cannot be reached.', { retryable: true })
      return await Promise.resolve({ items, next: undefined })
    },
  })
  expect(await column('Activity').findByRole('listitem')).toBeDefined()
  expect(screen.queryByText(/^As of/)).toBeNull()

  isDown = true
  const { client, studio } = getStudio()
  await client.pages.refresh(activityQuery({ studioId: studio.studioId, userId: client.userId }))

  expect(await column('Activity').findByText(/^As of \d\d:\d\d, offline$/)).toBeDefined()
  expect(column('Activity').getAllByRole('listitem')).toHaveLength(1)
  expect(column('Mentions').queryByText(/^As of/)).toBeNull()
  expect(toastStore.toasts).toEqual([])
})

test.each([newId(), 'nobody'])(
  'the feed of %s, an unknown person, says so and links to everybody’s feed',
  async (userId) => {
    await openFeed({}, userId)

    expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeDefined()
    expect(toastStore.toasts).toEqual([])
    await userEvent.click(screen.getByRole('button', { name: 'Everybody’s feed' }))

    expect(location.pathname).toBe('/studio/studio/artist/studio')
  },
)

test('someone who left the studio keeps their feed', async () => {
  const actorId = newId()
  const item = {
    id: newId(),
    taskId: newId(),
    actorId,
    actorName: 'Bea Left',
    action: 'COMMENT_ADD',
    createdAt: 0,
    excerpt: '',
  }
  const items = [item as unknown as FeedItem] // the card reads nothing else
  await openFeed({ loadActivity: async () => await Promise.resolve({ items, next: undefined }) }, actorId)

  expect(await screen.findByRole('heading', { level: 1, name: 'Bea Left' })).toBeDefined()
  expect(screen.getByText('Not in this studio')).toBeDefined()
})

test('a feed card names the person and the revision, comment or status change, and says how long ago it was', async () => {
  const createdAt = Date.now() - 12.5 * 86_400_000
  const told = { taskId: newId(), actorName: 'Ana', createdAt, excerpt: '' }
  const items = [
    { ...told, id: newId(), action: 'REVISION_ADD', versionNumber: 3 },
    { ...told, id: newId(), action: 'COMMENT_ADD', excerpt: 'Softer, please' },
    { ...told, id: newId(), action: 'COMMENT_ADD', changedStatus: 'Needs changes' },
  ] as unknown as readonly FeedItem[] // the card reads nothing else
  await openFeed({ loadActivity: async () => await Promise.resolve({ items, next: undefined }) }, STUDIO_WIDE)

  expect(await screen.findByRole('button', { name: 'Revision by Ana · v3' })).toBeDefined()
  expect(screen.getAllByText('12 days ago')).toHaveLength(3)
  expect(screen.getByRole('button', { name: 'Comment by Ana' })).toBeDefined()
  expect(screen.getByRole('button', { name: 'Status changed to Needs changes by Ana' })).toBeDefined()
})

test('the feed shows the role of a member as Member', async () => {
  await openFeed()

  expect(await screen.findByText('Member')).toBeDefined()
})

test('on a phone assignments come before activity, for screen readers too', async () => {
  const names = () =>
    screen.getAllByRole('heading', { level: 2 }).map(({ textContent }) => textContent.trim().split(' ')[0])
  await openFeed()
  expect(names()).toEqual(['Activity', 'Assignments', 'Mentions'])
  cleanup()
  await close()
  const media = { matches: true, addEventListener: () => {}, removeEventListener: () => {} }
  vi.stubGlobal('matchMedia', () => media)

  await openFeed()

  expect(names()).toEqual(['Assignments', 'Activity', 'Mentions'])
})
