import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import { toId, type TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { defineCommand, defineWith, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { openDialog, spaceViewStore, startEditing, stopEditing, toggleCellView } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { hasTargets, targetCells, targetTasks } from './targets.ts'
import type { TaskChanger } from './task-change.ts'

const group = 'Tasks'

/** Estimate commands: one task in its cell, several in a dialog. */
export function makeEstimateCommands(page: SpacePage, { change }: TaskChanger): readonly Command[] {
  const { model, scope } = page
  const define = defineWith({ group, scope, needs: 'create', when: () => model.studio.can('create') && hasTargets() })
  return [
    define({
      id: 'task.estimate',
      title: 'Estimate…',
      keys: ['t'],
      run: () => {
        if (scope === 'kanban' || targetCells(model).length > 1) return openDialog({ kind: 'estimate' })
        if (spaceViewStore.view !== 'estimates') toggleCellView('estimates')
        return editEstimate(page, undefined)
      },
    }),
    define({
      id: 'task.set-estimate',
      title: 'Estimate as…',
      isKeyOnly: true,
      args: [{ id: 'hours', placeholder: 'Hours', options: () => [], free: true }],
      run: async (_context, [text = '']) => {
        const value = parseEstimateEntry(text)
        // Anything but a number is ignored, as the specification says.
        return value === undefined ? undefined : await change({ field: 'estimatedHours', value })
      },
    }),
    defineCommand({
      id: 'task.save-estimate',
      title: 'Save the estimate',
      group,
      scope,
      isKeyOnly: true,
      run: async (_context, [id = '', text = '']) => await saveEstimate(page, toId(id), text),
    }),
  ]
}

/** Starts typing into the estimate under the cursor, where there is a task to estimate. */
export function editEstimate({ model }: SpacePage, draft: string | undefined): undefined {
  const { cursor } = spaceViewStore
  const [task] = cursor === undefined ? [] : targetTasks(model, [cursor])
  if (cursor !== undefined && task !== undefined) startEditing({ kind: 'estimate', key: cursor, draft })
}

/** Saves the estimate typed in a cell; unchanged, empty and unreadable texts change nothing. */
async function saveEstimate({ client, model }: SpacePage, taskId: TaskId, text: string): Promise<CommandOutcome> {
  stopEditing()
  const { space } = model
  const hours = parseEstimateEntry(text)
  if (hours === undefined || hours === space.findEstimatedHours(taskId)) return undefined
  const operation = setTaskField({ space, taskIds: [taskId], field: 'estimatedHours', values: { all: hours } }, client)
  return await perform(operation, { client, failedText: messages['estimate-save-failed'] })
}
