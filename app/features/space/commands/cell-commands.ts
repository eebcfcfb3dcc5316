import { messages } from '#core/lib/messages.ts'
import { toId } from '#core/lib/ids.ts'
import { deleteTasks } from '#core/tasks/delete-tasks.ts'
import { fillEmptyTasks } from '#core/tasks/fill-empty-tasks.ts'
import { parseCellKey } from '#core/lib/selection-range.ts'
import { toTaskSlug } from '#core/tasks/task-slug.ts'
import { defineCommand, defineWith, type Command, type CommandContext } from '#app/commands/define-command.ts'
import { runCommand } from '#app/commands/run-command.ts'
import { toItemAddress, withPopup } from '#app/lib/popup-address.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { beginToWrite } from '#app/widgets/comments/composer-store.ts'
import { perform } from '#app/widgets/perform.ts'
import { closeDialog, openDialog, setPeeking, spaceViewStore } from '../space-view-store.ts'
import type { SpacePage } from './space-page.ts'
import { emptyCells, hasTargets, targetFields, targetTaskIds } from './targets.ts'

const group = 'Tasks'

/** Commands that open, fill and empty cells. */
export function makeCellCommands(page: SpacePage): readonly Command[] {
  const { scope } = page
  const define = defineWith({ group, scope })
  const { studio } = page.model
  return [
    define({
      id: 'task.open',
      title: 'Open the task',
      keys: ['enter', 'o'],
      when: () => spaceViewStore.cursor !== undefined,
      // With something picked up, Enter drops it.
      run: (context) => {
        if (spaceViewStore.moving !== undefined) void runCommand('grid.drop')
        else if (spaceViewStore.heldOver !== undefined) void runCommand('kanban.drop')
        else if (targetFields(page.model, [spaceViewStore.cursor ?? '']).length > 0) void runCommand('field.edit')
        else openTask(page, context)
      },
    }),
    define({
      id: 'task.new-revision',
      title: 'New revision',
      keys: ['r'],
      needs: 'revisions',
      when: () => studio.can('revisions') && spaceViewStore.cursor !== undefined,
      run: (context) => {
        openTask(page, context, '&openRevisions=true')
        writeRevision(page)
      },
    }),
    define({
      id: 'task.peek',
      title: 'Peek at the task',
      keys: ['space'],
      when: () => spaceViewStore.cursor !== undefined,
      run: () => setPeeking(!spaceViewStore.isPeeking),
    }),
    ...makeFillCommands(page),
    ...makeDeleteCommands(page),
  ]
}

function makeFillCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const { studio, space } = model
  return [
    defineCommand({
      id: 'task.fill-empty',
      title: 'Fill empty cells',
      group,
      scope,
      keys: ['insert', 'shift+enter'],
      needs: 'create',
      when: () => studio.can('create') && hasTargets(),
      run: async () => {
        const cells = emptyCells(model)
        if (cells.length === 0) {
          showToast({ text: 'No empty cells are selected.' })
          return undefined
        }
        if (studio.getStatuses().length === 0) {
          showToast({ kind: 'error', text: messages['statuses-missing'] })
          return undefined
        }
        return await perform(fillEmptyTasks({ studio, space, cells }, client), {
          client,
          failedText: messages['tasks-fill-failed'],
          skippedText: messages['tasks-fill-partly-failed'],
          doneText: cells.length > 1 ? `${cells.length} tasks created` : undefined,
        })
      },
    }),
  ]
}

function makeDeleteCommands({ client, model, scope }: SpacePage): readonly Command[] {
  const define = defineWith({ group, scope })
  const { studio, space } = model
  return [
    define({
      id: 'task.delete',
      title: 'Delete tasks…',
      keys: ['delete', 'backspace'],
      needs: 'delete',
      when: () => studio.can('delete') && hasTargets(),
      run: () => {
        const taskIds = targetTaskIds(model)
        if (taskIds.length > 0) openDialog({ kind: 'delete-tasks', taskIds })
      },
    }),
    define({
      id: 'task.delete-confirmed',
      title: 'Delete these tasks',
      isKeyOnly: true,
      run: async (_context, ids) => {
        closeDialog()
        return await perform(deleteTasks({ studio, space, taskIds: ids.map((id) => toId(id)) }, client), {
          client,
          failedText: messages['tasks-delete-failed'],
          doneText: ids.length === 1 ? 'Task deleted' : `${ids.length} tasks deleted`,
          // The grid may be older than what the server refused to delete (ruling 22).
          onRefused: client.refresh,
        })
      },
    }),
  ]
}

/** Navigates to the popup's address, so that going back closes it. */
function openTask({ model }: SpacePage, { search, path, navigate }: CommandContext, hint = ''): void {
  const { cursor } = spaceViewStore
  if (cursor === undefined) return
  const { itemId, stageId } = parseCellKey(cursor)
  const item = model.space.replica.find('items', itemId)
  const stage = model.getStages().find(({ id }) => id === stageId)
  if (item === undefined || stage === undefined) return
  const popup = { item: toItemAddress(item), task: toTaskSlug(stage.name) }
  navigate(path + withPopup(search, popup) + hint)
}

/** Keys typed from now on go to the revision, although its form is not rendered yet. */
function writeRevision({ model: { space, studio } }: SpacePage): void {
  const { itemId, stageId } = parseCellKey(spaceViewStore.cursor ?? '')
  const task = space.findTask(itemId, stageId)
  if (task?.isDisabled === false && studio.can('comment')) beginToWrite(task.id, 'revision')
}
