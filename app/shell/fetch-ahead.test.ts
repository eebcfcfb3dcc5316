import { afterEach, expect, test, vi } from 'vitest'
import { fetchAhead } from './fetch-ahead.ts'
import { screens } from './screens.ts'

const loaded = vi.hoisted((): string[] => [])
vi.mock('#app/platform/open-client.ts', () => ({ openClient: loaded.push('client') }))
vi.mock('./signed-in-frame.tsx', () => {
  loaded.push('frame')
  // As without a network.
  throw new Error('Failed to fetch')
})

afterEach(() => vi.restoreAllMocks())

test('the code of client, frame and screen is fetched at once; a part that fails is left to whoever needs it', async () => {
  const space = vi.spyOn(screens.space, 'fetchAhead').mockReturnValue()

  fetchAhead('/studio/northlight/project/the-salt-road/space/sequences')

  expect(space).toHaveBeenCalledTimes(1)
  await expect.poll(() => loaded.toSorted()).toEqual(['client', 'frame'])
})

test('an address that leads elsewhere fetches no screen', () => {
  const landing = vi.spyOn(screens.home, 'fetchAhead').mockReturnValue()

  fetchAhead('/')
  fetchAhead('/nowhere/at/all')

  expect(landing).not.toHaveBeenCalled()
})
