import type { TaskId } from '#core/lib/ids.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { stopEditing } from '../space-view-store.ts'
import { TextInPlace } from '#app/widgets/field-input/text-in-place.tsx'

type EstimateFieldProps = {
  readonly taskId: TaskId
  readonly hours: number | undefined
  readonly draft: string | undefined
  readonly label: string
}

/** An estimate being typed. Anything but a number is ignored. */
export function EstimateField({ taskId, hours, draft, label }: EstimateFieldProps) {
  return (
    <TextInPlace
      label={label}
      align="end"
      value={hours === undefined ? '' : String(hours)}
      draft={draft}
      onCommit={(text) => void runCommand('task.save-estimate', { args: [taskId, text] })}
      onCancel={stopEditing}
    />
  )
}
