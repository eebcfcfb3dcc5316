import { afterEach, expect, test, vi } from 'vitest'
import type { MediaId, UserId } from '#core/lib/ids.ts'
import { newRow } from '#core/schema/tables.ts'
import * as keptFiles from '#app/lib/kept-files.ts'
import { readKept, resetKept } from '#app/stores/kept-store.ts'
import { findKept } from './use-shown-film.ts'

const id = (text: string): MediaId => text as MediaId
const about = { filename: 'a.mov', contentType: 'video/quicktime', sizeBytes: 1, isStored: true, createdAt: 0 }
const media = newRow('media', { id: id('own'), ...about, proxyMediaId: id('small'), largeProxyMediaId: id('large') })

afterEach(() => {
  resetKept()
  vi.restoreAllMocks()
})

async function keep(...ids: readonly string[]): Promise<void> {
  vi.spyOn(keptFiles, 'loadKept').mockResolvedValue({ sessions: [], here: new Set(ids.map(id)) })
  await readKept('mei' as UserId)
}

test('offline, a film is played from whichever of its files is on the device', async () => {
  expect(findKept(media, id('large'))).toBeUndefined()

  await keep('small')
  expect(findKept(media, id('large'))).toBe('small')

  await keep('small', 'own')
  expect(findKept(media, id('own'))).toBe('own')
})
