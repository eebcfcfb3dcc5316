import { AppError } from '#core/lib/errors.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { composerStore } from '#app/widgets/comments/composer-store.ts'
import { applyUpdate, putOffUpdate, updateStore } from './update-store.ts'

const isThere = (): boolean => updateStore.state !== 'none'

/** Installs a new version of the app, or puts it off. */
export const updateCommands = [
  defineCommand({
    id: 'app.update',
    title: 'Reload into the new version',
    group: 'General',
    scope: 'global',
    keywords: ['update', 'upgrade', 'refresh'],
    when: isThere,
    run: () => {
      const reason = findReasonToWait()
      // Checked here because the palette can run it too: work under way is never interrupted.
      if (reason !== undefined) throw new AppError('invalid-input', `${reason}.`)
      applyUpdate()
    },
  }),
  defineCommand({
    id: 'app.update-later',
    title: 'Update later',
    group: 'General',
    scope: 'global',
    isKeyOnly: true,
    when: isThere,
    run: putOffUpdate,
  }),
]

/** Returns why the page should not be reloaded now; undefined if nothing would be lost. */
export function findReasonToWait(): string | undefined {
  const drafts = Object.values(composerStore.drafts)
  if (syncStore.pendingUploads > 0 || drafts.some(({ isPosting }) => isPosting))
    return 'Waiting for the uploads to finish'
  // Draft text survives a reload; added files do not.
  const isUnsaved = uiStore.unsavedForms > 0 || drafts.some(({ files }) => files.length > 0)
  return isUnsaved ? 'Waiting for what you typed to be saved' : undefined
}
