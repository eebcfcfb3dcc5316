import { useEffect, useState } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { useRootHotkeys } from '#app/commands/use-root-hotkeys.ts'
import { toastStore } from '#app/stores/toast-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { later } from '#app/ui/later.tsx'
import { TooltipHost } from '#app/ui/tooltip-host.tsx'
import { sessionStore } from '#app/stores/session-store.ts'
import { goCommands } from './go-commands.ts'
import { installCommands } from './install-commands.ts'
import { InstallPrompt } from './install-prompt-bar.tsx'
import { useTypeAhead } from './palette/type-ahead.ts'
import { SequenceHint } from './sequence-hint.tsx'
import { shellCommands } from './shell-commands.ts'
import { UpdatePrompt } from './update-prompt.tsx'

const IDLE_MS = 2000

const loadPalette = async () => (await import('./palette/palette.tsx')).Palette
const Palette = later(loadPalette)
const ShortcutSheet = later(async () => (await import('./shortcut-sheet.tsx')).ShortcutSheet)
const loadToaster = async () => (await import('./app-toaster.tsx')).AppToaster
const AppToaster = later(loadToaster)

/** The keys, and the layers over every screen. The larger ones are fetched when first opened. */
export function Layers() {
  useCommands(shellCommands)
  useCommands(goCommands)
  useCommands(installCommands)
  useRootHotkeys()
  // Synchronous: a command the palette runs must find it closed.
  const { palette, isShortcutSheetOpen } = useSnapshot(uiStore, { sync: true })
  const { status } = useSnapshot(sessionStore)

  useEffect(() => {
    // Fetched when idle, so that the first opening is as quick as any. Offline it can wait.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    // Loaded ahead: a toast may have to say that nothing can be fetched any more.
    void loadToaster().catch(() => undefined)
  }, [])

  useTypeAhead(palette !== undefined)
  const hasToasts = useSnapshot(toastStore).toasts.length > 0
  // Stays mounted once loaded: the last toast has to fade out, and screen readers announce changes only in a live
  // region they know.
  const [isToasterNeeded, setToasterNeeded] = useState(hasToasts)
  if (hasToasts && !isToasterNeeded) setToasterNeeded(true)
  return (
    <>
      {palette !== undefined && <Palette key={palette.commandId} />}
      {isShortcutSheetOpen && <ShortcutSheet />}
      {isToasterNeeded && <AppToaster />}
      <SequenceHint />
      <UpdatePrompt />
      {status === 'signed-in' && <InstallPrompt />}
      <TooltipHost />
    </>
  )
}
