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

/** The keys, and what lies over every screen. The larger layers are fetched when they are first opened. */
export function Layers() {
  useCommands(shellCommands)
  useCommands(goCommands)
  useCommands(installCommands)
  useRootHotkeys()
  // At once: a command that the palette runs finds it closed.
  const { palette, isShortcutSheetOpen } = useSnapshot(uiStore, { sync: true })
  const { status } = useSnapshot(sessionStore)

  useEffect(() => {
    // Fetched once there is nothing better to do, so that its first opening is as quick as any. Offline it can wait.
    const timer = setTimeout(() => void loadPalette().catch(() => undefined), IDLE_MS)
    return () => clearTimeout(timer)
  }, [])

  useEffect(() => {
    // What it has to tell may be that nothing can be fetched any more.
    void loadToaster().catch(() => undefined)
  }, [])

  useTypeAhead(palette !== undefined)
  const hasToasts = useSnapshot(toastStore).toasts.length > 0
  // Once it is there it stays: the last one has to fade out, and a screen reader hears what comes into a place it knows.
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
