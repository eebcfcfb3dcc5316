import type { ReactNode } from 'react'
import { useMedia } from '#app/hooks/use-media.ts'
import { SelectionBar } from '#app/ui/selection-bar.tsx'
import { CommandButton } from '#app/widgets/command-button.tsx'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { focusTask, selectTasks, tasksStore } from './tasks-store.ts'

/** What can be done to the chosen tasks; for a finger, which has no Enter, to the one that was touched as well. */
export function ChosenTasks() {
  const isTouch = useMedia('(pointer: coarse), (width < 640px)')
  const { focus, selected } = tasksStore
  const isTouched = isTouch && focus !== undefined
  if (selected.size === 0 && !isTouched) return null
  const clear = (): void => {
    selectTasks([])
    if (isTouch) focusTask(undefined)
  }
  return (
    <SelectionBar count={selected.size < 2 ? '1 task' : `${selected.size} tasks`} onClear={clear}>
      {focus !== undefined && action('tasks.open', 'Open')}
      {isTouched && action('tasks.toggle', selected.has(focus) ? 'Not this' : 'Select')}
      {canChangeStudio() && (
        <>
          {action('tasks.set-status', 'Status')}
          {action('tasks.assign', 'Assign')}
          {action('tasks.due', 'Due')}
          {action('tasks.priority', 'Priority')}
          {action('tasks.estimate', 'Estimate')}
          {action('tasks.field', 'Field')}
        </>
      )}
    </SelectionBar>
  )
}

function action(command: string, label: string): ReactNode {
  return (
    <CommandButton command={command} variant="ghost" hasKeyHint={false}>
      {label}
    </CommandButton>
  )
}
