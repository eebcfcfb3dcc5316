import { CommandButton } from '#app/widgets/command-button.tsx'
import styles from './feed-card.module.css'

type FeedFailedProps = {
  /** What asks once more. */
  readonly command: string
  readonly args?: readonly string[]
}

/** Said where entries should stand that could not be had. */
export function FeedFailed({ command, args = [] }: FeedFailedProps) {
  return (
    <span className={styles['failed']}>
      The feed could not be loaded
      <CommandButton command={command} args={args} size="small" />
    </span>
  )
}
