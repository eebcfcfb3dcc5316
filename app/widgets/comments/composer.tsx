import { AtSign, Paperclip } from 'lucide-react'
import { useEffect, useRef, useState, type ClipboardEvent, type DragEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { MentionablePerson } from '#core/domain/comment-markup.ts'
import { uniquePastedName } from '#core/domain/media-kind.ts'
import type { StatusRow } from '#core/domain/rows.ts'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { IconButton } from '#app/ui/icon-button.tsx'
import { Segmented } from '#app/ui/segmented.tsx'
import { useCommand } from '#app/commands/use-command.ts'
import { addCheckedFiles } from './add-files.ts'
import { changeDraft, composerStore, openDraft } from './composer-store.ts'
import { ComposerField } from './composer-field.tsx'
import styles from './composer.module.css'
import { DraftFiles } from './draft-files.tsx'
import { canPost, emptyDraft, type Draft, type DraftMode } from './draft.ts'
import { StatusChoice } from './status-choice.tsx'
import { TimeSpentFields } from './time-spent-fields.tsx'

type ComposerProps = {
  readonly taskId: TaskId
  readonly people: readonly MentionablePerson[]
  readonly statuses: readonly StatusRow[]
  readonly currentStatusId: StatusId
  readonly can: { readonly revise: boolean; readonly setStatus: boolean }
  /** Leaves the field, for the keys of the viewer. */
  readonly onLeave: () => void
}

/** Where a comment or a revision is written. */
export function Composer({ taskId, people, statuses, currentStatusId, can, onLeave }: ComposerProps) {
  useEffect(() => openDraft(taskId), [taskId])
  // Rows are replaced, never edited: the snapshot's is the store's own.
  const draft = (useSnapshot(composerStore, { sync: true }).drafts[taskId] ?? emptyDraft) as Draft
  const { keys: revisionKey } = useCommand('popup.revision-mode')
  const picker = useRef<HTMLInputElement>(null)
  const [isOver, setOver] = useState(false)
  const isRevision = draft.mode === 'revision' && can.revise
  const take = (files: readonly File[]): void => void addCheckedFiles(taskId, files)

  const onDrop = (event: DragEvent): void => {
    setOver(false)
    if (event.dataTransfer.files.length === 0) return
    event.preventDefault()
    take([...event.dataTransfer.files])
  }
  return (
    <form
      className={styles['composer']}
      aria-label={isRevision ? 'New revision' : 'New comment'}
      data-drop={isOver || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('popup.post')
      }}
      onDragOver={(event) => {
        if (!event.dataTransfer.types.includes('Files')) return
        event.preventDefault()
        setOver(true)
      }}
      onDragLeave={() => setOver(false)}
      onDrop={onDrop}
      onPaste={(event) => takePasted(event, take)}
    >
      {can.revise && (
        <Segmented<DraftMode>
          label="What to post"
          value={draft.mode}
          options={[
            { value: 'comment', label: 'Comment' },
            { value: 'revision', label: 'Revision', keys: revisionKey },
          ]}
          onChange={(mode) => changeDraft(taskId, { mode })}
        />
      )}
      <ComposerField taskId={taskId} draft={draft} people={people} onLeave={onLeave} />
      <DraftFiles taskId={taskId} files={draft.files} isPosting={draft.isPosting} />
      {isRevision && <TimeSpentFields taskId={taskId} draft={draft} />}
      <div className={styles['actions']}>
        <input
          ref={picker}
          type="file"
          multiple
          hidden
          data-testid="file-input"
          onChange={(event) => {
            take([...(event.currentTarget.files ?? [])])
            event.currentTarget.value = ''
          }}
        />
        <IconButton
          label="Attach files"
          icon={<Paperclip aria-hidden="true" />}
          isDisabled={draft.isPosting}
          onClick={() => picker.current?.click()}
        />
        <CommandIconButton command="popup.comment-here" icon={<AtSign aria-hidden="true" />} />
        {can.setStatus && (
          <StatusChoice
            statuses={statuses}
            value={draft.statusId ?? currentStatusId}
            onChange={(statusId) =>
              changeDraft(taskId, { statusId: statusId === currentStatusId ? undefined : statusId })
            }
          />
        )}
        <CommandButton
          command="popup.post"
          className={styles['post'] ?? ''}
          variant="primary"
          isBusy={draft.isPosting}
          isDisabled={!canPost({ ...draft, mode: isRevision ? 'revision' : 'comment' }, currentStatusId)}
        >
          {postLabel(draft.isPosting, isRevision)}
        </CommandButton>
      </div>
    </form>
  )
}

function postLabel(isPosting: boolean, isRevision: boolean): string {
  if (isPosting) return 'Posting...'
  return isRevision ? 'Post Revision' : 'Post Comment'
}

/** Files on the clipboard are attached, each under a name of its own; text is pasted as ever. */
function takePasted(event: ClipboardEvent, take: (files: readonly File[]) => void): void {
  const files = [...event.clipboardData.files]
  if (files.length === 0) return
  event.preventDefault()
  const suffix = (index: number): string => `${Date.now().toString(36)}${index === 0 ? '' : `-${index}`}`
  take(files.map((file, index) => new File([file], uniquePastedName(file.name, suffix(index)), { type: file.type })))
}
