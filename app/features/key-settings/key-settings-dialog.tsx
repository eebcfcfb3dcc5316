import { useEffect, useState, useSyncExternalStore } from 'react'
import { useSnapshot } from 'valtio'
import { groupBy } from '#core/lib/collections.ts'
import { loadKnownCommands, type KnownCommand } from '#app/commands/known-commands.ts'
import { matchText } from '#app/commands/match-text.ts'
import { registry } from '#app/commands/registry.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { Switch } from '#app/ui/switch.tsx'
import { TextField } from '#app/ui/text-field.tsx'
import { CancelButton } from '#app/widgets/cancel-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { KeyRow } from './key-row.tsx'
import styles from './key-settings.module.css'

type KeySettingsDialogProps = { readonly onClose: () => void }

/** The settings for a person's shortcuts: single keys on or off, and other keys for the commands of all pages. */
export function KeySettingsDialog({ onClose }: KeySettingsDialogProps) {
  const [query, setQuery] = useState('')
  const { hasSingleKeys, remapped } = useSnapshot(keyStore)
  const commands = useKnownCommands()
  const shown = commands.filter(
    (command) =>
      // Keys that move inside a layer are fixed, or people could get stuck in it.
      (command.keys ?? []).length + (remapped[command.id] ?? []).length > 0 &&
      command.id !== 'layer.close' &&
      matchText(query, `${command.title} ${command.group}`) > 0,
  )
  const isChanged = !hasSingleKeys || Object.keys(remapped).length > 0

  return (
    <Dialog
      isOpen
      onClose={onClose}
      title="Change keyboard shortcuts"
      width={640}
      footer={
        <>
          <CommandButton command="keys.reset" isDisabled={!isChanged} hasKeyHint={false}>
            Reset all
          </CommandButton>
          <CancelButton variant="primary">Done</CancelButton>
        </>
      }
    >
      <Switch
        label="Single-key shortcuts"
        hint="Off: letters, digits and symbols alone do nothing. Keys pressed together with Ctrl, ⌘ or Alt keep working."
        isOn={hasSingleKeys}
        onChange={() => void runCommand('keys.toggle-single')}
      />
      <div className={styles['search']}>
        <TextField
          label="Search commands"
          isLabelHidden
          placeholder="Search commands"
          value={query}
          onChange={setQuery}
        />
      </div>
      {[...groupBy(shown, (command) => command.group)].map(([group, members]) => (
        <section key={group} aria-label={group}>
          <h3 className={styles['heading']}>{group}</h3>
          <ul>
            {members.map((command) => (
              <KeyRow key={command.id} command={command} commands={commands} />
            ))}
          </ul>
        </section>
      ))}
      {shown.length === 0 && <p className={styles['none']}>No matches</p>}
    </Dialog>
  )
}

/** Returns the commands of this page at once, those of all other pages a moment later. */
function useKnownCommands(): readonly KnownCommand[] {
  const here = useSyncExternalStore(registry.subscribe, registry.all)
  const [known, setKnown] = useState<readonly KnownCommand[]>(here)

  useEffect(() => {
    const leaving = new AbortController()
    void loadKnownCommands().then((all) => leaving.signal.aborted || setKnown(all))
    return () => leaving.abort()
  }, [here])

  return known
}
