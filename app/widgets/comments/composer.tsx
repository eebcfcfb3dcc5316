import type { StatusRow } from '#core/schema/task-statuses.ts'
import { useEffect, type ClipboardEvent } from 'react'
import { useSnapshot } from 'valtio'
import type { MentionablePerson } from '#core/comments/markup.ts'
import { uniquePastedName } from '#core/revisions/media-kind.ts'
import type { StatusId, TaskId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { useCommand } from '#app/commands/use-command.ts'
import { Segmented } from '#app/ui/segmented.tsx'
import { addCheckedFiles } from './add-files.ts'
import { ComposerActions } from './composer-actions.tsx'
import { ComposerField } from './composer-field.tsx'
import { changeDraft, composerStore, openDraft } from './composer-store.ts'
import styles from './composer.module.css'
import { DraftDrawings } from './draft-drawings.tsx'
import { DraftFiles } from './draft-files.tsx'
import { emptyDraft, type Draft, type DraftMode } from './draft.ts'
import { SequenceFields } from './sequence-fields.tsx'
import { TimeSpentFields } from './time-spent-fields.tsx'
import { useDroppedFiles } from './use-dropped-files.ts'

type ComposerProps = {
  readonly taskId: TaskId
  readonly people: readonly MentionablePerson[]
  readonly statuses: readonly StatusRow[]
  readonly currentStatusId: StatusId
  readonly can: { readonly revise: boolean; readonly setStatus: boolean }
  /** Leaves the field, so that the viewer's keys act. */
  readonly onLeave: () => void
}

/** The form for comments and revisions. */
export function Composer({ taskId, people, statuses, currentStatusId, can, onLeave }: ComposerProps) {
  useEffect(() => openDraft(taskId), [taskId])
  // The store replaces drafts and never mutates them, so the snapshot's can be used as they are.
  const kept = (useSnapshot(composerStore, { sync: true }).drafts[taskId] ?? emptyDraft) as Draft
  const draft: Draft = can.revise ? kept : { ...kept, mode: 'comment' }
  const { keys: commentKey } = useCommand('popup.focus-comment')
  const { keys: revisionKey } = useCommand('popup.revision-mode')
  const { isOver, ...taking } = useTakenFiles((files) => void addCheckedFiles(taskId, files))

  return (
    <form
      className={styles['composer']}
      aria-label={draft.mode === 'revision' ? 'New revision' : 'New comment'}
      data-drop={isOver || undefined}
      onSubmit={(event) => {
        event.preventDefault()
        void runCommand('popup.post')
      }}
      {...taking}
    >
      {can.revise && (
        <Segmented<DraftMode>
          label="What to post"
          value={draft.mode}
          options={[
            { value: 'comment', label: 'Comment', keys: commentKey },
            { value: 'revision', label: 'Revision', keys: revisionKey },
          ]}
          onChange={(mode) => changeDraft(taskId, { mode })}
        />
      )}
      <ComposerField taskId={taskId} draft={draft} people={people} hereCommand="popup.comment-here" onLeave={onLeave} />
      <DraftDrawings drawings={draft.drawings} />
      <DraftFiles taskId={taskId} files={draft.files} isPosting={draft.isPosting} />
      {draft.mode === 'revision' && <SequenceFields taskId={taskId} draft={draft} />}
      {draft.mode === 'revision' && <TimeSpentFields taskId={taskId} draft={draft} />}
      <ComposerActions
        taskId={taskId}
        draft={draft}
        status={can.setStatus ? { offered: statuses, currentId: currentStatusId } : undefined}
      />
    </form>
  )
}

/** Accepts dropped and pasted files; pasted files get unique names, and text is pasted as usual. */
function useTakenFiles(take: (files: readonly File[]) => void) {
  const { isOver, dropping } = useDroppedFiles(take)
  return {
    isOver,
    ...dropping,
    onPaste: (event: ClipboardEvent): void => {
      const files = [...event.clipboardData.files]
      if (files.length === 0) return
      event.preventDefault()
      const suffix = (index: number): string => `${Date.now().toString(36)}${index === 0 ? '' : `-${index}`}`
      take(
        files.map((file, index) => new File([file], uniquePastedName(file.name, suffix(index)), { type: file.type })),
      )
    },
  }
}
