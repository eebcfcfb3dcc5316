import { FolderOpen } from 'lucide-react'
import type { TaskId } from '#core/lib/ids.ts'
import { clamp } from '#core/lib/numbers.ts'
import { Dialog } from '#app/ui/dialog.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { addCheckedFiles } from './add-files.ts'
import { setAttaching } from './composer-store.ts'
import styles from './composer.module.css'
import { DraftFiles } from './draft-files.tsx'
import type { DraftFile } from './draft.ts'
import { useDroppedFiles } from './use-dropped-files.ts'

type AttachDialogProps = {
  readonly taskId: TaskId
  readonly files: readonly DraftFile[]
}

// The specification's limits, in pixels; longer names make the dialog wider.
const bounds = { min: 560, max: 1230 }
const pixelsPerLetter = 9
const besideName = 260

/** Adds, removes and reorders the files of a post. */
export function AttachDialog({ taskId, files }: AttachDialogProps) {
  const { isOver, dropping } = useDroppedFiles((dropped) => void addCheckedFiles(taskId, dropped))
  const longest = Math.max(0, ...files.map(({ name }) => name.length))
  return (
    <Dialog
      isOpen
      onClose={() => setAttaching(false)}
      title="Attach files"
      width={clamp(longest * pixelsPerLetter + besideName, bounds)}
      description="Images, video, audio, PDF, office documents, text, archives, JSON and XML. Drag them into the order they are shown in."
      footer={
        <CommandButton command="popup.done-attaching" variant="primary">
          Done
        </CommandButton>
      }
    >
      <div className={styles['attach']} data-drop={isOver || undefined} {...dropping}>
        <DraftFiles taskId={taskId} files={files} isPosting={false} />
        <CommandButton command="popup.choose-files" icon={<FolderOpen aria-hidden="true" />}>
          Choose files…
        </CommandButton>
      </div>
    </Dialog>
  )
}
