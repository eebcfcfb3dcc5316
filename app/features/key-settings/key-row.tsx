import { useState } from 'react'
import { useSnapshot } from 'valtio'
import { findKeyProblem } from '#app/commands/key-conflicts.ts'
import { formatKeys, platformOf } from '#app/commands/keymap.ts'
import type { KnownCommand } from '#app/commands/known-commands.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useLayer } from '#app/hooks/use-layer.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { Button } from '#app/ui/button.tsx'
import { Kbd } from '#app/ui/kbd.tsx'
import { startKeyCapture, keyCaptureStore } from './key-capture-store.ts'
import styles from './key-settings.module.css'
import { useKeyCapture } from './use-key-capture.ts'

type KeyRowProps = {
  readonly command: KnownCommand
  /** The commands of all pages, which a new shortcut may conflict with. */
  readonly commands: readonly KnownCommand[]
}

/** A command, its shortcuts, and the controls that change them. */
export function KeyRow({ command, commands }: KeyRowProps) {
  const isAsking = useSnapshot(keyCaptureStore).commandId === command.id
  const [problem, setProblem] = useState<string>()
  const own = useSnapshot(keyStore).remapped[command.id]
  const keys = own ?? command.keys ?? []
  const printed = keys.map((text) => formatKeys(text, platform))

  const take = (wish: string): void => {
    startKeyCapture(undefined)
    const refused = findKeyProblem({ command, keys: wish, commands, preferences: keyStore, platform })
    setProblem(refused)
    if (refused === undefined) void runCommand('keys.remap', { args: [command.id, wish] })
  }
  const capture = useKeyCapture(take)
  const stopAsking = (): void => {
    if (keyCaptureStore.commandId === command.id) startKeyCapture(undefined)
    capture.clear()
  }
  // The first Esc stops the capture and changes nothing; the next one closes the dialog.
  useLayer({ scope: 'dialog', blocks: 'everything', isOpen: isAsking, onClose: stopAsking })
  return (
    <li className={styles['row']}>
      <span className={styles['title']}>{command.title}</span>
      <span className={styles['keys']}>
        <span className="visually-hidden">{printed.length === 0 ? 'No key' : printed.join(', ')}</span>
        {printed.map((text) => (
          <Kbd key={text}>{text}</Kbd>
        ))}
      </span>
      <Button
        size="small"
        variant={isAsking ? 'primary' : 'default'}
        aria-label={`${isAsking ? 'Press the new keys of' : 'Change the keys of'} ${command.title}`}
        onClick={() => void runCommand('keys.ask', { args: [command.id] })}
        onBlur={stopAsking}
        {...(isAsking && { onKeyDown: capture.onKeyDown })}
      >
        {isAsking ? (capture.pressed ?? 'Press keys…') : 'Change'}
      </Button>
      <Button
        size="small"
        variant="ghost"
        aria-label={own === undefined ? `Remove the keys of ${command.title}` : `Reset the keys of ${command.title}`}
        onClick={() => {
          setProblem(undefined)
          void (own === undefined
            ? runCommand('keys.remap', { args: [command.id] })
            : runCommand('keys.restore', { args: [command.id] }))
        }}
      >
        {own === undefined ? 'Remove' : 'Reset'}
      </Button>
      {problem !== undefined && (
        <p role="alert" className={styles['problem']}>
          {problem}
        </p>
      )}
    </li>
  )
}

const platform = platformOf(navigator.userAgent)
