import type { StudioClient } from '#core/sync/studio-client.ts'
import { afterEach, beforeEach, expect, test, vi } from 'vitest'
import type { UploadGateway } from '#core/gateway/ports.ts'
import { AppError } from '#core/lib/errors.ts'
import { newId, type ProjectId } from '#core/lib/ids.ts'
import { updateProject } from '#core/projects/update-project.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { alwaysOnline, systemClock } from '#core/sync/system.ts'
import { makeMemoryUploadStore } from '#core/sync/uploads/memory-upload-store.ts'
import { aStudio, anId } from '#core/testing/studio-fixture.ts'
import { resetToasts, toastStore } from '#app/stores/toast-store.ts'
import { setThumbnail } from './set-thumbnail.ts'

/** Returns pictures uncompressed. */
class EchoWorker extends EventTarget {
  postMessage({ source }: { readonly source: Blob }): void {
    queueMicrotask(() => this.dispatchEvent(new MessageEvent('message', { data: { blob: source } })))
  }
  terminate(): void {}
}

const png = new Uint8Array([0x89, 0x50, 0x4e, 0x47, 0x0d, 0x0a, 0x1a, 0x0a, 0, 0, 0, 13, 0x49, 0x48, 0x44, 0x52])
const projectId = anId<ProjectId>(2, 1)

beforeEach(() => vi.stubGlobal('Worker', EchoWorker))
afterEach(resetToasts)

/** A device that can be restarted repeatedly; the server receives files through `send`. */
function aDevice() {
  const { server, studioId, userId } = aStudio()
  const [store, files] = [makeMemoryStore(), makeMemoryUploadStore()]
  const start = async (send: UploadGateway['send']) => {
    const gateway = server.connect(userId(1))
    const uploads: UploadGateway = {
      ...gateway.uploads,
      requestSlots: async (requests) =>
        await Promise.resolve(requests.map(({ mediaId: id }) => ({ id, key: id, isStored: false, uploadUrl: '/' }))),
      send,
      complete: async () => await Promise.resolve(),
    }
    const client = await makeStudioClient({
      userId: userId(1),
      gateway: { ...gateway, uploads },
      store,
      clock: systemClock,
      ids: { newId, random: () => 0.5 },
      online: alwaysOnline,
      tabs: makeSingleTab(),
      uploads: {
        store: files,
        prepare: async () => await Promise.resolve({ sha256: '0', details: {}, pictures: [] }),
      },
    })
    return { client, studio: await client.openStudio(studioId) }
  }
  const saved = () => server.list('projects')[0]?.thumbnailMediaId
  return { start, saved }
}

async function choose({ client, studio }: { readonly client: StudioClient; readonly studio: StudioReplica }) {
  const file = new File([png], 'cover.png', { type: 'image/png' })
  return await setThumbnail({ client, studioId: studio.studioId, file }, async (thumbnailMediaId) =>
    updateProject({ studio, projectId, fields: { thumbnailMediaId } }, client),
  )
}

const shown = (studio: StudioReplica) => studio.replica.find('projects', projectId)?.thumbnailMediaId

test('a thumbnail shows at once, survives a reload during its upload, and is saved once', async () => {
  const device = aDevice()
  const { promise: isSending, resolve: sending } = Promise.withResolvers<void>()
  const first = await device.start(async (_slot, _request, watch) => {
    const { promise, reject } = Promise.withResolvers<void>()
    watch?.signal?.addEventListener('abort', () => reject(new Error('The page is gone')))
    sending()
    await promise
  })
  await choose(first)
  await isSending
  const id = shown(first.studio)
  expect(id).toBeDefined()
  expect(device.saved()).toBeUndefined()
  await first.client.close()

  const sent: string[] = []
  const second = await device.start(async (slot) => {
    sent.push(slot.id)
    await Promise.resolve()
  })

  expect(shown(second.studio)).toBe(id)
  await vi.waitFor(() => expect(device.saved()).toBe(id), 30_000)
  expect(sent).toEqual([id])
  await second.client.close()
})

test("a thumbnail the server refuses is reverted, with the specification's message", async () => {
  const device = aDevice()
  const started = await device.start(async () => {
    await Promise.resolve()
    throw new AppError('upload-failed', 'Failed to upload cover.png')
  })

  await choose(started)

  await vi.waitFor(() => expect(shown(started.studio)).toBeUndefined(), 30_000)
  expect(toastStore.toasts[0]?.text).toBe('Failed to upload thumbnail. Please try again.')
  expect(device.saved()).toBeUndefined()
  await started.client.close()
})
