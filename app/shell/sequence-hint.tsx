import { useSnapshot } from 'valtio'
import { findActiveCommands } from '#app/commands/active-commands.ts'
import { keysOf } from '#app/commands/bindings.ts'
import { makeContext } from '#app/commands/command-context.ts'
import { formatKeys, parseKeys, platformOf } from '#app/commands/keymap.ts'
import { keyStore } from '#app/stores/key-store.ts'
import { uiStore } from '#app/stores/ui-store.ts'
import { Kbd } from '#app/ui/kbd.tsx'
import styles from './sequence-hint.module.css'

/** Shows what can follow the first key of a sequence. */
export function SequenceHint() {
  const { pendingKeys } = useSnapshot(uiStore)
  const preferences = useSnapshot(keyStore)
  if (pendingKeys === undefined) return null

  const platform = platformOf(navigator.userAgent)
  const context = makeContext('key')
  const followers = findActiveCommands(context).commands.flatMap((command) =>
    keysOf(command, preferences).flatMap((keys) => {
      const [first, second] = parseKeys(keys) ?? []
      return first === pendingKeys && second !== undefined
        ? [{ id: command.id, title: command.detail?.(context) ?? command.title, keys: formatKeys(second, platform) }]
        : []
    }),
  )
  return (
    <output className={styles['hint']}>
      <Kbd>{`${formatKeys(pendingKeys, platform)} …`}</Kbd>
      {followers.map(({ id, title, keys }) => (
        <span key={id} className={styles['follower']}>
          <Kbd>{keys}</Kbd>
          {title}
        </span>
      ))}
    </output>
  )
}
