import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './feed-card.module.css'

type FeedFailedProps = {
  /** The command that retries. */
  readonly command: string
  readonly args?: readonly string[]
}

/** Shown in place of entries that could not be loaded. */
export function FeedFailed({ command, args = [] }: FeedFailedProps) {
  return (
    <span className={styles['failed']}>
      The feed could not be loaded
      <CommandButton command={command} args={args} size="small" />
    </span>
  )
}
