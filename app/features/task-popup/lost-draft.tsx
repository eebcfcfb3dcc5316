import { countOf } from '#core/lib/text.ts'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { SpaceId } from '#core/lib/ids.ts'
import { formatBytes } from '#core/lib/format-bytes.ts'
import { TextArea } from '#app/ui/text-area.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { composerStore, openDraftsOf } from '#app/widgets/comments/composer-store.ts'
import { isDraftOf, isEmptyDraft, type Draft } from '#app/widgets/comments/draft.ts'
import { toLostText } from './lost-draft-commands.ts'
import styles from './task-popup.module.css'

type LostDraftProps = { readonly spaceId: SpaceId; readonly name: string }

/** The draft about an item that someone deleted, with its files. */
export function LostDraft({ spaceId, name }: LostDraftProps) {
  useEffect(() => openDraftsOf({ spaceId, name }), [spaceId, name])
  // The store holds the drafts by reference.
  const all = Object.entries(useSnapshot(composerStore).drafts) as readonly (readonly [string, Draft])[]
  const lost = all.filter(([, draft]) => isDraftOf(draft, { spaceId, name }) && !isEmptyDraft(draft))
  if (lost.length === 0) return null
  const drafts = lost.map(([, draft]) => draft)
  const taskIds = lost.map(([taskId]) => taskId)
  const text = toLostText(drafts)
  const drawings = drafts.reduce((sum, draft) => sum + draft.drawings.length, 0)
  const isReading = drafts.some(({ keptFiles }) => keptFiles.length > 0)
  return (
    <section className={styles['lost']} aria-label="Unposted draft">
      {text !== '' && <TextArea label="Your draft" value={text} onChange={() => undefined} readOnly />}
      <LostFiles drafts={drafts} taskIds={taskIds} />
      {drawings > 0 && <p>{countOf(drawings, 'drawing')} over its frames</p>}
      <p>It was not posted. This device keeps it in case the item comes back.</p>
      <div className={styles['lostActions']}>
        {text !== '' && <CommandButton command="popup.copy-draft" args={taskIds} />}
        <CommandButton
          command="popup.discard-draft"
          args={taskIds}
          variant="ghost"
          disabledReason={isReading ? 'Its files are still being read' : undefined}
        />
      </div>
    </section>
  )
}

type LostFilesProps = { readonly drafts: readonly Draft[]; readonly taskIds: readonly string[] }

function LostFiles({ drafts, taskIds }: LostFilesProps) {
  const files = drafts.flatMap((draft) => draft.files)
  const kept = drafts.flatMap((draft) => draft.keptFiles)
  if (files.length + kept.length === 0) return null
  return (
    <ul className={styles['lostFiles']} aria-label="Files that were not posted">
      {files.map(({ id, name, blob }) => (
        <li key={id}>
          <span>{name}</span>
          <span>{formatBytes(blob.size)}</span>
          <CommandButton
            command="popup.save-draft-file"
            args={[id, ...taskIds]}
            size="small"
            aria-label={`Save ${name}`}
          >
            Save
          </CommandButton>
        </li>
      ))}
      {kept.map(({ id, name }) => (
        <li key={id} aria-busy="true">
          <span>{name}</span>
        </li>
      ))}
    </ul>
  )
}
