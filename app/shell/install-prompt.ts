import { makeListeners } from '#core/lib/listeners.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'

/** Chromium's event; other browsers install from a menu of their own and never send it. */
type InstallEvent = Event & { readonly prompt: () => Promise<unknown> }

/** Stores that the prompt was dismissed. It belongs to the device, so it survives sign-out. */
export const INSTALL_KEY = 'installPutOff'

function makeInstallPrompt() {
  let offered: InstallEvent | undefined
  const listeners = makeListeners()
  const set = (event: InstallEvent | undefined): void => {
    offered = event
    listeners.tell()
  }
  return {
    listen: (): void => {
      // The event fires once, often before the first render.
      window.addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault()
        // Only Chromium sends this event, and there it has `prompt`.
        set(event as InstallEvent)
      })
      window.addEventListener('appinstalled', () => set(undefined))
    },
    subscribe: listeners.subscribe,
    /** Whether the browser offers to install the app. */
    canInstall: (): boolean => offered !== undefined,
    /** Whether the prompt is shown; once dismissed, only the command remains. */
    isShown: (): boolean => offered !== undefined && readStored(INSTALL_KEY) === undefined,
    putOff: (): void => {
      writeStored(INSTALL_KEY, 'yes')
      set(offered)
    },
    install: async (): Promise<void> => {
      const event = offered
      set(undefined)
      await event?.prompt()
    },
  }
}

export const installPrompt = makeInstallPrompt()
