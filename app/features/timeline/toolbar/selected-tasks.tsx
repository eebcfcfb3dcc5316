import { ArrowDown, ArrowLeft, ArrowRight, ArrowUp, Trash2 } from 'lucide-react'
import { runCommand } from '#app/commands/run-command.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandIconButton } from '#app/widgets/command-icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { countTasks, targetBars, targetTaskIds } from '../commands/targets.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { selectBlocks, timelineStore } from '../timeline-store.ts'

type SelectedTasksProps = { readonly model: TimelineModel }

/** The actions for the selected tasks. */
export function SelectedTasks({ model }: SelectedTasksProps) {
  const { selection, focus, move, isGathered } = timelineStore
  if (move !== undefined) return <MoveKeys />
  if (selection.size === 0) return null
  if (selection.size === 1 && !isGathered && focus !== undefined && selection.has(focus)) return null
  const hasBars = targetBars(model).length > 0
  const hasQueued = model.getQueue().some(({ block }) => selection.has(block.id))
  return (
    <SelectionBar count={countTasks(targetTaskIds(model).length)} onClear={() => selectBlocks([])}>
      {selection.size === 1 && (
        <CommandButton command="timeline.open" variant="ghost">
          Open
        </CommandButton>
      )}
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

/** Buttons for the keys of a move, for devices without a keyboard. */
function MoveKeys() {
  if (!window.matchMedia('(pointer: coarse)').matches) return null
  return (
    <SelectionBar count="Move" label="Move" clearLabel="Cancel the move" onClear={() => void runCommand('layer.close')}>
      <CommandIconButton
        command="timeline.left"
        label="A day earlier"
        variant="ghost"
        icon={<ArrowLeft aria-hidden="true" />}
      />
      <CommandIconButton
        command="timeline.right"
        label="A day later"
        variant="ghost"
        icon={<ArrowRight aria-hidden="true" />}
      />
      <CommandIconButton
        command="timeline.up"
        label="The artist above"
        variant="ghost"
        icon={<ArrowUp aria-hidden="true" />}
      />
      <CommandIconButton
        command="timeline.down"
        label="The artist below"
        variant="ghost"
        icon={<ArrowDown aria-hidden="true" />}
      />
      <CommandButton command="timeline.duplicate" variant="ghost">
        Duplicate
      </CommandButton>
      <CommandButton command="timeline.drop" variant="primary">
        Drop
      </CommandButton>
    </SelectionBar>
  )
}
