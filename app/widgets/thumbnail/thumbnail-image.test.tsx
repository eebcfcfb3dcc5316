import type { StudioClient } from '#core/sync/studio-client.ts'
import { fireEvent, render, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { ThumbnailImage } from './thumbnail-image.tsx'

afterEach(resetClient)

test('a picture that fails to load is requested once more, then replaced by an icon', async () => {
  let asked = 0
  const loadMediaUrls = async (ids: readonly MediaId[]) => {
    asked += 1
    return await Promise.resolve(new Map(ids.map((id) => [id, `https://store.test/${id}?${asked}`])))
  }
  // Pictures call nothing else of the client.
  setClient({ gateway: { loadMediaUrls }, uploads: { getEntries: () => [] } } as unknown as StudioClient)
  const [first, second] = [newId<MediaId>(), newId<MediaId>()]
  const { container, rerender } = render(<ThumbnailImage mediaId={first} />)
  const picture = () => container.querySelector('img')
  await waitFor(() => expect(picture()?.getAttribute('src') ?? '').toContain(`${first}?1`))

  fireEvent.error(picture() as Element)
  await waitFor(() => expect(picture()?.getAttribute('src') ?? '').toContain(`${first}?2`))
  fireEvent.error(picture() as Element)

  expect(picture()).toBeNull()
  expect(container.querySelector('svg')).not.toBeNull()
  expect(asked).toBe(2)

  // A different picture starts afresh.
  rerender(<ThumbnailImage mediaId={second} />)
  await waitFor(() => expect(picture()?.getAttribute('src') ?? '').toContain(second))
})
