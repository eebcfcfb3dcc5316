import { messages } from '#core/lib/messages.ts'
import { toId, type StatusId } from '#core/lib/ids.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineWith, type Command, type CommandContext } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { runThere } from '#app/commands/run-there.ts'
import { toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { perform } from '#app/widgets/perform.ts'
import { showToast } from '#app/stores/toast-store.ts'
import type { TimelinePage } from '../timeline-page-context.ts'
import { setTimelineView, timelineStore } from '../timeline-store.ts'
import { removeBlocks } from './block-changes.ts'
import { listOffered, listTasksOffering } from './offered-statuses.ts'
import { countTasks, hasTargets, targetBars, targetIds, targetTaskIds } from './targets.ts'

const define = defineWith({ group: 'Timeline', scope: 'timeline' })

/** Commands that open, remove and change the status of bars. */
export function makeBlockCommands(page: TimelinePage): readonly Command[] {
  const { model } = page
  const canChange = (): boolean => model.canChange()
  return [
    ...makeStatusCommands(page),
    define({
      id: 'timeline.open',
      title: 'Open the task',
      keys: ['enter', 'o'],
      when: () => timelineStore.focus !== undefined || timelineStore.move !== undefined,
      run: (context) => (timelineStore.move === undefined ? openTask(page, context) : void runCommand('timeline.drop')),
    }),
    define({
      id: 'timeline.remove',
      title: 'Delete, or return to the queue',
      keys: ['backspace', 'delete'],
      keywords: ['unschedule', 'unassign', 'remove'],
      needs: 'create',
      when: () => canChange() && targetBars(model).length > 0 && timelineStore.move === undefined,
      run: async () => await removeBlocks(page, targetIds()),
    }),
    define({
      id: 'timeline.delete-item',
      title: 'Delete item…',
      keys: ['mod+delete', 'mod+backspace'],
      needs: 'delete',
      when: () => model.studio.can('delete') && timelineStore.focus !== undefined && timelineStore.move === undefined,
      // Runs over the item's popup, which shows what would be deleted, and asks.
      run: (context) => {
        openTask(page, context)
        void runThere('popup.delete-item')
      },
    }),
  ]
}

function makeStatusCommands({ model, client }: TimelinePage): readonly Command[] {
  const canChange = (): boolean => model.canChange()
  return [
    define({
      id: 'timeline.status-menu',
      title: 'Set status…',
      keys: ['s'],
      needs: 'create',
      when: () => canChange() && hasTargets(),
      run: () => setTimelineView({ dialog: { kind: 'status' } }),
    }),
    define({
      id: 'timeline.set-status',
      title: 'Set the status of the selected tasks',
      args: [
        {
          id: 'status',
          placeholder: 'Which status?',
          options: () => listOffered(model, targetTaskIds(model)).map(({ id, name }) => ({ value: id, label: name })),
        },
      ],
      needs: 'create',
      when: () => canChange() && hasTargets(),
      run: async (_context, [statusId = '']) => {
        const targets = targetTaskIds(model)
        const taskIds = listTasksOffering(model, targets, statusId)
        const leftCount = targets.length - taskIds.length
        const name = model.studio.replica.find('task_statuses', statusId)?.name ?? ''
        const input = { on: model.timeline, taskIds, statusId: toId<StatusId>(statusId) }
        const operation = setTaskStatus(input, client)
        // Spaces have statuses of their own: nobody could find a task by one its space does not offer.
        if (leftCount > 0 && name !== '')
          showToast({ text: `${countTasks(leftCount)} unchanged: no ${name} in their space.` })
        return await perform(operation, {
          client,
          failedText: messages['task-status-failed'],
          doneText: taskIds.length < 2 ? undefined : `${countTasks(taskIds.length)}: ${name}`,
        })
      },
    }),
  ]
}

/** The address tells the popup which space the item is in. */
function openTask({ model }: TimelinePage, { navigate, path, search }: CommandContext): void {
  const { focus } = timelineStore
  const block = focus === undefined ? undefined : model.timeline.findBlock(focus)
  const task = block && model.timeline.findTask(block.taskId)
  if (task === undefined || block === undefined) return
  const query = new URLSearchParams(
    withPopup(search, { item: task.itemSlug, task: toTaskAddress(model.describe(block).stage) }),
  )
  query.set('space', task.spaceId)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
