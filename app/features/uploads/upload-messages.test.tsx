import type { StudioClient } from '#core/sync/studio-client.ts'
import { act, render, screen, waitFor } from '@testing-library/react'
import { afterEach, expect, test } from 'vitest'
import { makeHttp } from '#core/gateway/http.ts'
import { makeUploads } from '#core/gateway/uploads.ts'
import { newId, type MediaId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { aStudio } from '#core/testing/studio-fixture.ts'
import { registry } from '#app/commands/registry.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { resetClient, setClient } from '#app/stores/client-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { UploadsPanel } from './uploads-panel.tsx'
import { uploadsCommands } from './uploads-commands.ts'

const ends: (() => void | Promise<void>)[] = []

afterEach(async () => {
  for (const end of ends.splice(0)) await end()
  resetClient()
})

/** Returns a client whose server gives this response to every upload request. */
async function aClient(status: number, answer: object): Promise<StudioClient> {
  const { server, userId } = aStudio()
  const http = makeHttp({
    url: 'https://studio.test',
    apiKey: 'key',
    fetch: async () => await Promise.resolve(Response.json(answer, { status })),
    tokens: { load: async () => await Promise.resolve('token'), refresh: async () => await Promise.resolve() },
  })
  const rest = { client: async () => await Promise.reject(new Error('unused')), call: async () => ({}) }
  const put = async () => await Promise.resolve(new Response(null, { status }))
  const client = await makeStudioClient({
    userId: userId(1),
    gateway: { ...server.connect(userId(1)), uploads: makeUploads({ http, rest, put }) },
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: alwaysOnline,
    tabs: makeSingleTab(),
  })
  ends.push(client.close, registry.register(uploadsCommands))
  return client
}

const slot = { id: 'of something else', upload_url: null, r2_key: '' }

test.each([
  { status: 200, answer: {}, words: 'Failed to generate upload URLs' },
  { status: 200, answer: { uploads: [] }, words: 'Mismatch between files and presigned uploads' },
  { status: 200, answer: { uploads: [slot] }, words: 'No upload slot returned' },
  { status: 401, answer: { error: 'Not authenticated' }, words: 'Not authenticated' },
])('an upload answered with $status and $answer reads: $words', async ({ status, answer, words }) => {
  const client = await aClient(status, answer)
  const { studioId } = aStudio()
  setClient(client)
  render(
    <LayerStackContext value={layerStack}>
      <UploadsPanel />
    </LayerStackContext>,
  )

  const file = { fileName: 'wave.zip', contentType: 'application/zip', body: new Blob(['PK']) }
  await act(async () => await client.uploads.add([{ id: newId<MediaId>(), studioId, ...file }]))

  await waitFor(() => expect(screen.getByRole('listitem').textContent).toContain(words))
})
