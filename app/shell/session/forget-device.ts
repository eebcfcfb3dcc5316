import { undoStack } from '#app/commands/undo-stack.ts'
import { resetRecents } from '#app/commands/recents.ts'
import { INSTALL_KEY } from '../install-prompt.ts'
import { CONFIG_KEY } from './load-config.ts'
import { forgetMedia } from '#app/pwa/tell-worker.ts'
import { resetAccount } from '#app/stores/account-store.ts'
import { resetKeys } from '#app/stores/key-store.ts'
import { resetPlaces } from '#app/stores/places-store.ts'
import { resetSync } from '#app/stores/sync-store.ts'

// About the device, not the person.
const kept = new Set(['theme', 'studioViewMode', CONFIG_KEY, INSTALL_KEY])

/** Takes away everything about the person who was signed in, besides their database: pictures, storage, stores. */
export async function forgetDevice(): Promise<void> {
  for (const key of Object.keys(localStorage)) if (!kept.has(key)) localStorage.removeItem(key)
  sessionStorage.clear()
  undoStack.clear()
  resetRecents()
  resetKeys()
  resetPlaces()
  resetSync()
  resetAccount()
  await forgetMedia()
}
