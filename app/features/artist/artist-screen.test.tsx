import { cleanup, render, screen, within } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import type { FeedItem } from '#core/domain/feed-entry.ts'
import type { FeedGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId } from '#core/lib/ids.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { ArtistScreen } from './artist-screen.tsx'

let close: () => Promise<void> = async () => await Promise.resolve()

afterEach(async () => {
  cleanup()
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

test('a column that could not be loaded says so in its place, and tries again there', async () => {
  let isDown = true
  await openFeed({
    loadActivity: async () => {
      if (isDown) throw new AppError('server-unavailable', 'The server is not available right now.')
      return await Promise.resolve({ items: [], next: undefined })
    },
  })
  await column('Activity').findByText('The feed could not be loaded')
  // The message that passes is gone.
  resetToasts()
  expect(await column('Mentions').findByText('No mentions found')).toBeDefined()

  isDown = false
  await userEvent.click(column('Activity').getByRole('button', { name: 'Try again' }))

  expect(await column('Activity').findByText('No activity found')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})

test.each([newId(), 'nobody'])('the feed of %s, whom nobody knows, says so and leads back', async (userId) => {
  await openFeed({}, userId)

  expect(await screen.findByRole('heading', { level: 1, name: 'Person not found' })).toBeDefined()
  expect(toastStore.toasts).toEqual([])
  await userEvent.click(screen.getByRole('button', { name: 'Everybody’s feed' }))

  expect(location.pathname).toBe('/studio/studio/artist/studio')
})

test('somebody who has left keeps the feed of what they did', async () => {
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
  const items = [item as unknown as FeedItem] // the card reads no more of it
  await openFeed({ loadActivity: async () => await Promise.resolve({ items, next: undefined }) }, actorId)

  expect(await screen.findByRole('heading', { level: 1, name: 'Bea Left' })).toBeDefined()
  expect(screen.getByText('Not in this studio')).toBeDefined()
})
