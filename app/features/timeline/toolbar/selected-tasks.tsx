import { Trash2 } from 'lucide-react'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { countTasks, targetBars, targetTaskIds } from '../commands/targets.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { selectBlocks, timelineStore } from '../timeline-store.ts'

type SelectedTasksProps = { readonly model: TimelineModel }

/** What can be done to the selected tasks. */
export function SelectedTasks({ model }: SelectedTasksProps) {
  const { selection, focus, move } = timelineStore
  if (
    move !== undefined ||
    selection.size === 0 ||
    (selection.size === 1 && focus !== undefined && selection.has(focus))
  )
    return null
  const hasBars = targetBars(model).length > 0
  const hasQueued = model.getQueue().some(({ block }) => selection.has(block.id))
  return (
    <SelectionBar count={countTasks(targetTaskIds(model).length)} onClear={() => selectBlocks([])}>
      {model.canChange() && (
        <>
          <CommandButton command="timeline.status-menu" variant="ghost">
            Status
          </CommandButton>
          <CommandButton command="timeline.move" variant="ghost">
            Move
          </CommandButton>
          {hasBars && (
            <CommandButton command="timeline.push" variant="ghost">
              Push
            </CommandButton>
          )}
          {hasQueued && (
            <CommandButton command="timeline.plan" variant="ghost">
              Plan
            </CommandButton>
          )}
          {hasBars && (
            <CommandButton command="timeline.remove" variant="ghost" icon={<Trash2 aria-hidden="true" />}>
              Remove
            </CommandButton>
          )}
        </>
      )}
    </SelectionBar>
  )
}
