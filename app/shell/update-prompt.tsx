import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { syncStore } from '#app/stores/sync-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Button } from '#app/ui/button.tsx'
import { composerStore } from '#app/widgets/comments/composer-store.ts'
import styles from './update-prompt.module.css'
import { useAppUpdate } from './use-app-update.ts'

/** Offers the new version, and waits while an upload runs or a form is unsaved. */
export function UpdatePrompt() {
  const { state, apply } = useAppUpdate()
  const [isPutOff, setPutOff] = useState(false)
  const { pendingUploads } = useSnapshot(syncStore)
  const { unsavedForms } = useSnapshot(uiStore)
  const { drafts } = useSnapshot(composerStore)
  if (state === 'none' || isPutOff) return null

  const reason =
    pendingUploads > 0 || Object.values(drafts).some(({ isPosting }) => isPosting)
      ? 'Waits until the uploads are done'
      : // What was written is kept over a reload; files that were added are not.
        unsavedForms > 0 || Object.values(drafts).some(({ files }) => files.length > 0)
        ? 'Waits until what you typed is saved'
        : undefined
  return (
    <section className={styles['prompt']} aria-label="Update">
      <p>A new version of Xsheet is ready.</p>
      <Button variant="ghost" onClick={() => setPutOff(true)}>
        Later
      </Button>
      <Button variant="primary" disabledReason={reason} onClick={apply}>
        Reload
      </Button>
    </section>
  )
}
