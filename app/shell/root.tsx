import { useSnapshot } from 'valtio'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { sessionStore } from '#app/stores/session-store.ts'
import { later } from '#app/ui/later.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './root.module.css'
import { AppRouter } from './router.tsx'
import { useTheme } from './use-theme.ts'

// Loaded separately, so that the first screen is painted before the keys and layers arrive.
const Layers = later(async () => (await import('./layers.tsx')).Layers)

const barPlace = <div className={styles['barPlace']} />

/** The top bar, with its space reserved while it loads so that nothing moves when it appears. */
const SignedInFrame = later(async () => (await import('./signed-in-frame.tsx')).SignedInFrame, barPlace)

function Frame() {
  const { status } = useSnapshot(sessionStore)
  if (status === 'signed-out') return null
  return status === 'signed-in' ? <SignedInFrame /> : barPlace
}

/** The app: the screen at the current address, and the layers shared by all screens. */
export function Root() {
  useTheme()
  return (
    <LayerStackContext value={layerStack}>
      <div className={styles['app']}>
        <Frame />
        <main id="content" className={styles['content']} tabIndex={-1}>
          <AppRouter />
        </main>
      </div>
      <ErrorBoundary>
        <Layers />
      </ErrorBoundary>
    </LayerStackContext>
  )
}
