import { File as FileIcon } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import { useCommands } from '#app/commands/use-commands.ts'
import { reportFailure } from '#app/commands/report-failure.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { EmptyState } from '#app/ui/empty-state.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { useStudioReplica } from '#app/widgets/use-client.ts'
import { shareCommands } from './share-commands.ts'
import { openShare, shareStore } from './share-store.ts'
import styles from './share.module.css'

/** Asks which task files shared from another program belong to. They are kept until that is chosen. */
export function ShareScreen() {
  useCommands(shareCommands)
  const { files } = useSnapshot(shareStore)
  const studio = useStudioReplica()

  useEffect(() => {
    openShare().catch(reportFailure)
  }, [])

  if (files === undefined) return null
  if (files.list.length === 0) {
    return (
      <EmptyState
        level={1}
        title="Nothing was shared"
        text="Share a picture or a video with Xsheet, and choose its task here."
      >
        <CommandButton command="go.home" variant="primary" hasKeyHint={false} />
      </EmptyState>
    )
  }
  return (
    <section className={styles['share']} aria-labelledby="share-title">
      <h1 id="share-title" className={styles['title']}>
        {files.list.length === 1
          ? 'Which task is this file for?'
          : `Which task are these ${files.list.length} files for?`}
      </h1>
      <ul className={styles['files']}>
        {files.list.map(({ id, file }) => (
          <li key={id} className={styles['file']}>
            <FileIcon aria-hidden="true" />
            <span className={styles['name']}>{file.name}</span>
            <span className={styles['size']}>{formatBytes(file.size)}</span>
          </li>
        ))}
      </ul>
      <p className={styles['note']}>They are kept on this device until you choose, even if you come back later.</p>
      <div className={styles['actions']}>
        <CommandButton
          command="share.attach"
          variant="primary"
          {...(studio === undefined && { disabledReason: 'Waiting for the studio to load' })}
        >
          Choose a task
        </CommandButton>
        <CommandButton command="share.discard" hasKeyHint={false}>
          Discard
        </CommandButton>
      </div>
    </section>
  )
}
