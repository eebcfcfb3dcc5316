import { useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { installPrompt } from './install-prompt.ts'
import { updateStore } from './update-store.ts'
import styles from './update-prompt.module.css'

/** Offers to install the app, until the person accepts or dismisses it. */
export function InstallPrompt() {
  const isShown = useSyncExternalStore(installPrompt.subscribe, installPrompt.isShown)
  const { state, isPutOff } = useSnapshot(updateStore)
  // One bar at a time: the new version comes first.
  if (!isShown || (state !== 'none' && !isPutOff)) return null
  return (
    <section className={styles['prompt']} aria-label="Install">
      <p>Xsheet can be installed on this device.</p>
      <CommandButton command="app.install-later" variant="ghost" hasKeyHint={false}>
        Not now
      </CommandButton>
      <CommandButton command="app.install" variant="primary" hasKeyHint={false}>
        Install
      </CommandButton>
    </section>
  )
}
