import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { syncStore } from '#app/stores/sync-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { composerStore } from '#app/widgets/comments/composer-store.ts'
import styles from './update-prompt.module.css'
import { findReasonToWait, updateCommands } from './update-commands.ts'
import { updateStore } from './update-store.ts'
import { useAppUpdate } from './use-app-update.ts'

/** Offers the new version, and waits while an upload runs or a form is unsaved. */
export function UpdatePrompt() {
  useCommands(updateCommands)
  useAppUpdate()
  const { state, isPutOff } = useSnapshot(updateStore)
  const reason = useWaitReason()
  if (state === 'none' || isPutOff) return null
  return (
    <section className={styles['prompt']} aria-label="Update">
      <p>A new version of Xsheet is ready.</p>
      <CommandButton command="app.update-later" variant="ghost" hasKeyHint={false}>
        Later
      </CommandButton>
      <CommandButton command="app.update" variant="primary" hasKeyHint={false} disabledReason={reason}>
        Reload
      </CommandButton>
    </section>
  )
}

/** Returns why the page should not be reloaded now. */
function useWaitReason(): string | undefined {
  // Subscribes to what the reason depends on.
  useSnapshot(syncStore)
  useSnapshot(uiStore)
  useSnapshot(composerStore)
  return findReasonToWait()
}
