import { afterEach, expect, test } from 'vitest'
import { AppError } from '#core/lib/errors.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { getStudio, whenStudio } from './get-studio.ts'

// Nothing of either is used here.
const client = {} as StudioClient
const studio = {} as StudioReplica

afterEach(resetClient)

test('whenStudio waits for the studio to load', async () => {
  const asked = whenStudio()
  expect(getStudio).toThrow('Studio not loaded')

  setClient(client)
  setStudio(studio)

  expect(await asked).toEqual({ client, studio })
  expect(await whenStudio()).toEqual(getStudio())
})

test('whenStudio rejects with the reason the studio cannot be opened', async () => {
  const asked = whenStudio()

  setClient(client)
  setStudio(undefined, new AppError('offline', 'Cannot reach the studio'))

  await expect(asked).rejects.toThrow('Cannot reach the studio')
})
