import { useSyncExternalStore } from 'react'

/** Chromium's event; other browsers install from a menu of their own and never send it. */
type InstallEvent = Event & { readonly prompt: () => Promise<{ readonly outcome: 'accepted' | 'dismissed' }> }

function makeInstallPrompt() {
  let offered: InstallEvent | undefined
  const listeners = new Set<() => void>()
  const set = (event: InstallEvent | undefined): void => {
    offered = event
    for (const listener of listeners) listener()
  }
  return {
    listen: (): void => {
      // The event comes once, often before anything is drawn.
      window.addEventListener('beforeinstallprompt', (event) => {
        event.preventDefault()
        // Only Chromium sends this event, and its event has `prompt`.
        set(event as InstallEvent)
      })
      window.addEventListener('appinstalled', () => set(undefined))
    },
    subscribe: (listener: () => void): (() => void) => {
      listeners.add(listener)
      return () => listeners.delete(listener)
    },
    canInstall: (): boolean => offered !== undefined,
    install: async (): Promise<void> => {
      const event = offered
      set(undefined)
      await event?.prompt()
    },
  }
}

const installPrompt = makeInstallPrompt()

/** Called once at the start, so that the browser's offer is not missed. */
export const listenForInstallPrompt = installPrompt.listen

/** Whether the browser offers to install the app, and how to take the offer. */
export function useInstallPrompt(): { canInstall: boolean; install: () => Promise<void> } {
  const canInstall = useSyncExternalStore(installPrompt.subscribe, installPrompt.canInstall)
  return { canInstall, install: installPrompt.install }
}
