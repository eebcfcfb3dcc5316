import { cleanup, render, screen } from '@testing-library/react'
import { userEvent } from '@testing-library/user-event'
import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import { newId, type StatusId } from '#core/lib/ids.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { clientStore } from '#app/stores/client-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts } from '#app/stores/toast-store.ts'
import { aPersonPage } from '#app/widgets/person-page/test/a-person-page.ts'
import { FeedPanel } from './feed-panel.tsx'
import { closeFeed, openFeed } from './feed-store.ts'

let close: () => Promise<void> = async () => await Promise.resolve()

afterEach(async () => {
  cleanup()
  closeFeed()
  await close()
})

test('a feed panel that cannot be loaded shows the error in place, with a retry', async () => {
  let isDown = true
  const loadStudioFeed = async () => {
    if (isDown) throw new AppError('server-unavailable', 'The server is not available right now.')
    return await Promise.resolve({ items: [], next: undefined })
  }
  const world = await aPersonPage(({ feeds }) => ({ feeds: { ...feeds, loadStudioFeed } }))
  close = world.close
  const studio = clientStore.get().studio
  if (studio === undefined) throw new Error('The page has a studio')
  openFeed(studio.studioId, 'studio', [newId<StatusId>()])
  render(
    <LayerStackContext value={layerStack}>
      <FeedPanel />
    </LayerStackContext>,
  )
  await screen.findByText('The feed could not be loaded')
  // Without the toast.
  resetToasts()

  isDown = false
  await userEvent.click(screen.getByRole('button', { name: 'Try again' }))

  expect(await screen.findByText('No activity yet')).toBeDefined()
  expect(screen.queryByRole('button', { name: 'Try again' })).toBeNull()
})
