import { toId, type TaskId } from '#core/lib/ids.ts'
import { formatTimeSpent } from '#core/timesheet/time-spent.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { saveFile } from '#app/lib/save-file.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { changeDraft, clearDraft, getDraft } from '#app/widgets/comments/composer-store.ts'
import { spentMinutes, type Draft } from '#app/widgets/comments/draft.ts'
import { copyText } from '#app/lib/copy-text.ts'

const define = defineWith({ group: 'Item', scope: 'popup', isKeyOnly: true })

/** The commands for drafts about a deleted item; their arguments are tasks. */
export const lostDraftCommands: readonly Command[] = [
  define({
    id: 'popup.copy-draft',
    title: 'Copy the draft',
    run: async (_context, taskIds) => {
      await copyText(toLostText(draftsOf(taskIds)))
      showToast({ text: 'Copied' })
    },
  }),
  define({
    id: 'popup.save-draft-file',
    title: 'Save a file that was not posted',
    run: (_context, [fileId, ...taskIds]) => {
      const file = draftsOf(taskIds)
        .flatMap(({ files }) => files)
        .find(({ id }) => id === fileId)
      if (file !== undefined) saveFile(file.blob, file.name)
    },
  }),
  define({
    id: 'popup.discard-draft',
    title: 'Discard',
    run: (_context, taskIds) => {
      const discarded = taskIds.map((id) => [toId<TaskId>(id), getDraft(toId<TaskId>(id))] as const)
      for (const [taskId] of discarded) clearDraft(taskId)
      const undo = () => discarded.forEach(([taskId, draft]) => changeDraft(taskId, draft))
      showToast({ text: 'Discarded the draft', action: { label: 'Undo', run: undo } })
    },
  }),
]

function draftsOf(taskIds: readonly string[]): readonly Draft[] {
  return taskIds.map((taskId) => getDraft(toId<TaskId>(taskId)))
}

/** Returns the texts of drafts, with the time to be logged. */
export function toLostText(drafts: readonly Draft[]): string {
  const parts = drafts.flatMap((draft) => {
    const minutes = spentMinutes(draft)
    return [draft.text.trim(), minutes === 0 ? '' : `Time spent: ${formatTimeSpent(minutes)}`]
  })
  return parts.filter((part) => part !== '').join('\n\n')
}
