import { lazy, Suspense } from 'react'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { ErrorBoundary } from './error-boundary.tsx'
import styles from './root.module.css'
import { AppRouter } from './router.tsx'
import { useTheme } from './use-theme.ts'

// Apart, so that the first screen is painted before the keys and layers arrive.
const Layers = lazy(async () => ({ default: (await import('./layers.tsx')).Layers }))

/** The app: the screen of the address, and the layers every screen shares. */
export function Root() {
  useTheme()
  return (
    <LayerStackContext value={layerStack}>
      <div className={styles['app']}>
        <main id="content" className={styles['content']} tabIndex={-1}>
          <AppRouter />
        </main>
      </div>
      <ErrorBoundary>
        <Suspense>
          <Layers />
        </Suspense>
      </ErrorBoundary>
    </LayerStackContext>
  )
}
