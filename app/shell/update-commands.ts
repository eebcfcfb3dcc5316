import { AppError } from '#core/lib/errors.ts'
import { defineCommand } from '#app/commands/define-command.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { composerStore } from '#app/widgets/comments/composer-store.ts'
import { applyUpdate, putOffUpdate, updateStore } from './update-store.ts'

const isThere = (): boolean => updateStore.state !== 'none'

/** Taking a new version of the app, or not yet. */
export const updateCommands = [
  defineCommand({
    id: 'app.update',
    title: 'Reload into the new version',
    group: 'General',
    scope: 'global',
    keywords: ['update', 'upgrade', 'refresh'],
    when: isThere,
    run: () => {
      const reason = findWaitReason()
      // From the palette too: nothing that is on its way is cut off.
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

/** Why the page had better not be reloaded now; undefined when nothing would be lost. */
export function findWaitReason(): string | undefined {
  const drafts = Object.values(composerStore.drafts)
  if (syncStore.pendingUploads > 0 || drafts.some(({ isPosting }) => isPosting))
    return 'Waiting for the uploads to finish'
  // What was written is kept over a reload; files that were added are not.
  const isUnsaved = uiStore.unsavedForms > 0 || drafts.some(({ files }) => files.length > 0)
  return isUnsaved ? 'Waiting for what you typed to be saved' : undefined
}
