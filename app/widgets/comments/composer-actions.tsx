import type { StatusRow } from '#core/schema/task-statuses.ts'
import { AtSign, Paperclip } from 'lucide-react'
import { useEffect } from 'react'
import { useSnapshot } from 'valtio'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import { IconButton } from '#app/ui/icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { addCheckedFiles } from './add-files.ts'
import { AttachDialog } from './attach-dialog.tsx'
import { changeDraft, chooseFiles, composerStore, setAttaching, setFilePicker } from './composer-store.ts'
import styles from './composer.module.css'
import { canPost, chosenStatusId, type Draft } from './draft.ts'
import { StatusChoice } from './status-choice.tsx'

type ComposerActionsProps = {
  readonly taskId: TaskId
  readonly draft: Draft
  /** Absent if the person may not change it. */
  readonly status: { readonly offered: readonly StatusRow[]; readonly currentId: StatusId } | undefined
}

/** The status and files of a post, and the button that posts it. */
export function ComposerActions({ taskId, draft, status }: ComposerActionsProps) {
  const { isPosting, mode, files } = draft
  const { isAttaching } = useSnapshot(composerStore)
  const statusId = status && chosenStatusId(draft, status.offered)
  const isStatusGone = status !== undefined && draft.statusId !== statusId
  useEffect(() => () => setAttaching(false), [taskId])
  return (
    <div className={styles['actions']}>
      <input
        ref={setFilePicker}
        type="file"
        multiple
        hidden
        data-testid="file-input"
        onChange={({ currentTarget }) => {
          void addCheckedFiles(taskId, [...(currentTarget.files ?? [])])
          // Lets the same file be chosen again.
          currentTarget.value = ''
        }}
      />
      <IconButton
        label="Attach files"
        icon={<Paperclip aria-hidden="true" />}
        isDisabled={isPosting}
        // The first files are chosen directly; with files attached, the dialog opens to arrange them.
        onClick={() => (files.length === 0 ? chooseFiles() : setAttaching(true))}
      />
      {isAttaching && !isPosting && <AttachDialog taskId={taskId} files={files} />}
      <CommandIconButton command="popup.comment-here" icon={<AtSign aria-hidden="true" />} isDisabled={isPosting} />
      {status !== undefined && (
        <StatusChoice
          statuses={status.offered}
          value={statusId ?? status.currentId}
          onChange={(chosen) => changeDraft(taskId, { statusId: chosen === status.currentId ? undefined : chosen })}
        />
      )}
      {isStatusGone && <output className={styles['gone']}>The status you chose was deleted</output>}
      <CommandButton
        command="popup.post"
        className={styles['post'] ?? ''}
        variant="primary"
        isBusy={isPosting}
        isDisabled={!canPost({ ...draft, statusId }, status?.currentId)}
      >
        {labelOf(isPosting, mode)}
      </CommandButton>
    </div>
  )
}

function labelOf(isPosting: boolean, mode: Draft['mode']): string {
  if (isPosting) return 'Posting...'
  return mode === 'revision' ? 'Post Revision' : 'Post Comment'
}
