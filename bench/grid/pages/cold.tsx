import '#app/styles/layers.css'
import '#app/styles/reset.css'
import '#app/styles/tokens.css'
import '#app/styles/fonts.css'
import '#app/styles/base.css'
import { createRoot, type Root } from 'react-dom/client'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import type { OpenSpace } from '#app/features/space/model/open-space.ts'
import { SpacePage } from '#app/features/space/space-page.tsx'
import { LookPicture } from '#app/widgets/space-look/look-picture.tsx'
import { findLook } from '#app/widgets/space-look/space-look.ts'
import { signedIn } from '#app/stores/session-store.ts'
import { toId, type UserId } from '#core/lib/ids.ts'
import { openProduct } from '../open-product.ts'
import { hasCells, paintedWhen } from '../page-contract.ts'

const query = new URLSearchParams(location.search)

const place = { userId: toId<UserId>('cold'), path: location.pathname }

function show(root: Root, opened: OpenSpace): void {
  root.render(
    <LayerStackContext value={layerStack}>
      <main className="bench">
        <SpacePage opened={opened} />
      </main>
    </LayerStackContext>,
  )
}

/** Fills the cache and stores a picture, as a visit with a network does. */
async function fill(root: Root): Promise<undefined> {
  const user = { id: place.userId, email: '', displayName: '', avatarUrl: undefined, isSuperAdmin: false }
  signedIn({ user, studios: [], currentStudioId: undefined })
  const { client, opened } = await openProduct({ name: 'cold', items: 500 })
  show(root, opened)
  await paintedWhen(() => findLook(place) !== undefined)
  await client.close()
}

/** Opens the space offline; returns the milliseconds until rows are painted, and until they are the replica's. */
async function open(root: Root): Promise<{ readonly painted: number; readonly usable: number }> {
  const start = performance.now()
  const look = findLook(place)
  // As the screen does while the space is loading.
  root.render(<main className="bench">{look !== undefined && <LookPicture look={look} />}</main>)
  const painted = paintedWhen(isLookDrawn)
  const { opened } = await openProduct({ name: 'cold', isOffline: true })
  show(root, opened)
  await paintedWhen(hasCells)
  return { painted: await painted, usable: performance.now() - start }
}

function isLookDrawn(): boolean {
  const picture = document.querySelector<HTMLImageElement>('[data-look]')
  return picture?.complete === true || hasCells()
}

const root = createRoot(document.querySelector('#root') ?? document.body)
Object.assign(globalThis, { result: query.has('fill') ? fill(root) : open(root), isReady: true })
