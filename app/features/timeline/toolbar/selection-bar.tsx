import { Trash2, X } from 'lucide-react'
import { IconButton } from '#app/ui/icon-button.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { countTasks, targetBars, targetTaskIds } from '../commands/targets.ts'
import type { TimelineModel } from '../model/timeline-model.ts'
import { selectBlocks, timelineStore } from '../timeline-store.ts'
import styles from './selection-bar.module.css'

type SelectionBarProps = { readonly model: TimelineModel }

/** What can be done to the selected tasks. It floats, so that nothing under it moves. */
export function SelectionBar({ model }: SelectionBarProps) {
  const { selection, focus } = timelineStore
  if (selection.size === 0 || (selection.size === 1 && focus !== undefined && selection.has(focus))) return null
  const hasBars = targetBars(model).length > 0
  const hasQueued = model.getQueue().some(({ block }) => selection.has(block.id))
  return (
    <div className={styles['bar']} role="toolbar" aria-label="Selected tasks">
      <output className={styles['count']}>{countTasks(targetTaskIds(model).length)}</output>
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
      <IconButton
        label="Clear the selection"
        variant="ghost"
        icon={<X aria-hidden="true" />}
        onClick={() => selectBlocks([])}
      />
    </div>
  )
}
