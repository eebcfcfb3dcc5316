import { forgetDone } from '#app/commands/announce-done.ts'
import { UNDO_KEY } from './keep-undo.ts'
import { undoStack } from '#app/commands/undo-stack.ts'
import { resetRecents } from '#app/commands/recents.ts'
import { INSTALL_KEY } from '../install-prompt.ts'
import { TOKENS_KEY } from './kept-session.ts'
import { CONFIG_KEY } from './load-config.ts'
import { forgetMedia } from '#app/pwa/notify-worker.ts'
import { forgetKeptFiles } from '#app/lib/kept-files.ts'
import { resetAccount } from '#app/stores/account-store.ts'
import { resetKept } from '#app/stores/kept-store.ts'
import { resetKeys } from '#app/stores/key-store.ts'
import { resetMacros } from '#app/stores/macro-store.ts'
import { resetPlaces } from '#app/stores/places-store.ts'
import { resetProfile } from '#app/stores/profile-store.ts'
import { resetSync } from '#app/stores/sync-store.ts'

// These belong to the device, not the person.
const kept = new Set(['theme', 'studioViewMode', 'projectViewMode', CONFIG_KEY, INSTALL_KEY])

// Databases of files attached to unposted drafts. The replica's database is deleted by its client.
const draftFiles = 'xsheet-drafts-'

/** The person signed out, or someone else has signed in: the newcomer's tokens and destination stay. */
export type Leaving = 'signed-out' | 'replaced'

/** Deletes everything about the previous person except their database: pictures, files, storage, stores. */
export async function forgetDevice(leaving: Leaving): Promise<void> {
  const isKept = (key: string): boolean => kept.has(key) || (leaving === 'replaced' && key === TOKENS_KEY)
  for (const key of Object.keys(localStorage)) if (!isKept(key)) localStorage.removeItem(key)
  if (leaving === 'signed-out') sessionStorage.clear()
  for (const key of Object.keys(sessionStorage)) if (key.startsWith(UNDO_KEY)) sessionStorage.removeItem(key)
  undoStack.clear()
  forgetDone()
  resetRecents()
  resetKept()
  resetKeys()
  resetMacros()
  resetPlaces()
  resetSync()
  resetAccount()
  resetProfile()
  await Promise.all([forgetMedia(), forgetDraftFiles(), forgetKeptFiles()])
}

async function forgetDraftFiles(): Promise<void> {
  // A device without storage has nothing to delete.
  const databases = await indexedDB.databases().catch(() => [])
  const names = databases.flatMap(({ name = '' }) => (name.startsWith(draftFiles) ? [name] : []))
  await Promise.all(names.map(deleteDatabase))
}

/** Deletes a database. If another tab has it open, the deletion completes once that tab closes it. */
async function deleteDatabase(name: string): Promise<void> {
  const request = indexedDB.deleteDatabase(name)
  await new Promise((resolve) => {
    for (const event of ['success', 'error', 'blocked']) request.addEventListener(event, resolve, { once: true })
  })
}
