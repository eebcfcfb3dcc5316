import { makeListeners } from '#core/lib/listeners.ts'
import type { StudioClient } from '#core/sync/studio-client.ts'
import { cleanup, render, type RenderResult } from '@testing-library/react'
import { defaultStatusColor } from '#core/studios/default-statuses.ts'
import type { Online } from '#core/sync/ports.ts'
import { newId } from '#core/lib/ids.ts'
import { makeStudioClient } from '#core/sync/make-client.ts'
import { makeMemoryStore } from '#core/sync/memory/memory-store.ts'
import { makeSingleTab } from '#core/sync/memory/single-tab.ts'
import { systemClock } from '#core/sync/system.ts'
import { aStudio, type StudioFixture } from '#core/testing/studio-fixture.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { resetClient, setClient, setStudio } from '#app/stores/client-store.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { resetToasts } from '#app/stores/toast-store.ts'
import { resetComposer } from '#app/widgets/comments/composer-store.ts'
import { resetPopup } from '../popup-store.ts'
import { TaskPopupHost } from '../task-popup-host.tsx'

/** A studio with two stages on an in-memory server, and a client of one of its people. */
export type PopupWorld = {
  readonly fixture: StudioFixture
  readonly client: StudioClient
  /** Shows the popup over the fixture's space. */
  readonly openAt: (search: string) => RenderResult
  readonly setOnline: (isOnline: boolean) => void
  /** Cleans up everything, including what tests stored on this device. */
  readonly close: () => Promise<void>
}

/** Sets up the world of a popup test. */
export async function aPopup(): Promise<PopupWorld> {
  // jsdom has no video; the viewer has tests of its own, and e2e a real one.
  Object.assign(HTMLVideoElement.prototype, { requestVideoFrameCallback: () => 1, cancelVideoFrameCallback: () => {} })
  Object.assign(HTMLMediaElement.prototype, { load: () => {}, pause: () => {}, play: async () => {} })
  const fixture = aStudio()
  nameStages(fixture)
  const network = aNetwork()
  const client = await makeStudioClient({
    userId: fixture.userId(1),
    gateway: fixture.server.connect(fixture.userId(1)),
    store: makeMemoryStore(),
    clock: systemClock,
    ids: { newId, random: () => 0.5 },
    online: network.online,
    tabs: makeSingleTab(),
  })
  setClient(client)
  setStudio(await client.openStudio(fixture.studioId))
  return {
    fixture,
    client,
    openAt: (search) => {
      history.replaceState(null, '', `/studio/studio/project/project/space/space${search}`)
      return render(
        <LayerStackContext value={layerStack}>
          <TaskPopupHost />
        </LayerStackContext>,
      )
    },
    setOnline: network.set,
    close: async () => {
      cleanup()
      resetClient()
      resetPopup()
      resetComposer()
      resetToasts()
      localStorage.clear()
      await client.close()
    },
  }
}

function nameStages({ server, studioId, stageIds }: StudioFixture): void {
  const stage = { color: defaultStatusColor, category: 'production', icon: undefined } as const
  const names = ['Animation', 'Lighting']
  const rows = stageIds.map((id, index) => ({ ...stage, id, name: names[index] ?? '', orderIndex: index }))
  server.seed('stages', rows, `studio:${studioId}`)
}

function aNetwork(): { readonly online: Online; readonly set: (isOnline: boolean) => void } {
  let isOnline = true
  const listeners = makeListeners()
  return {
    online: {
      isOnline: () => isOnline,
      subscribe: listeners.subscribe,
    },
    set: (next) => {
      isOnline = next
      listeners.tell()
    },
  }
}
