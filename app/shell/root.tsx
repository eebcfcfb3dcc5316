import { lazy, Suspense } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { LayerStackContext } from '#app/hooks/use-layer.ts'
import { layerStack } from '#app/stores/layer-store.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { TooltipHost } from '#app/ui/tooltip-host.tsx'
import { ErrorBoundary } from './error-boundary.tsx'
import { goCommands } from './go-commands.ts'
import styles from './root.module.css'
import { AppRouter } from './router.tsx'
import { SequenceHint } from './sequence-hint.tsx'
import { shellCommands } from './shell-commands.ts'
import { UpdatePrompt } from './update-prompt.tsx'
import { useTheme } from './use-theme.ts'

const Palette = lazy(async () => ({ default: (await import('./palette/palette.tsx')).Palette }))
const ShortcutSheet = lazy(async () => ({ default: (await import('./shortcut-sheet.tsx')).ShortcutSheet }))
const AppToaster = lazy(async () => ({ default: (await import('./app-toaster.tsx')).AppToaster }))

/** The app: the screen of the address, and the layers every screen shares. */
export function Root() {
  useCommands(shellCommands)
  useCommands(goCommands)
  useRootHotkeys()
  useTheme()
  return (
    <LayerStackContext value={layerStack}>
      <div className={styles['app']}>
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

/** What is fetched when it is first opened. */
function Layers() {
  const { palette, isShortcutSheetOpen } = useSnapshot(uiStore)
  const hasToasts = useSnapshot(toastStore).toasts.length > 0
  return (
    <>
      <Suspense>
        {palette !== undefined && <Palette key={palette.commandId} />}
        {isShortcutSheetOpen && <ShortcutSheet />}
      </Suspense>
      <Suspense>{hasToasts && <AppToaster />}</Suspense>
      <SequenceHint />
      <UpdatePrompt />
      <TooltipHost />
    </>
  )
}
