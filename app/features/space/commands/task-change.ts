import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { refuse } from '#core/change/context.ts'
import { toId, type TaskId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { nextTask } from '../model/after-paint.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, hasDisabled, targetTaskIds } from './targets.ts'

/** A value for one field, ready to be set on any tasks, now or again later. */
export type TaskChange = {
  [Field in TaskField]: { readonly field: Field; readonly value: TaskFields[Field] }
}[TaskField]

/** Changes the selected tasks, and repeats the last change. */
export type TaskChanger = {
  readonly change: (change: TaskChange) => Promise<CommandOutcome>
  readonly repeat: () => Promise<CommandOutcome>
  readonly canRepeat: () => boolean
}

/** Makes a task changer, which remembers the last change to repeat it on other tasks. */
export function makeTaskChanger(page: SpacePage): TaskChanger {
  let last: TaskChange | undefined
  return {
    change: async (next) => {
      last = next
      return await applyChange(page, next)
    },
    repeat: async () => (last === undefined ? undefined : await applyChange(page, last)),
    canRepeat: () => last !== undefined,
  }
}

/** More cells than this show their new status before it is set: for fewer, setting takes no longer than showing. */
const LARGE = 200

/** Sets a field of the selected tasks; one operation and one undo step however many there are. */
async function applyChange({ client, model }: SpacePage, { field, value }: TaskChange): Promise<CommandOutcome> {
  const isLarge = spaceViewStore.selection.cells.size > LARGE
  if (isLarge && field === 'statusId' && model.findStatus(value) !== undefined) await model.earlyStatus.show(value)
  const taskIds = targetTaskIds(model)
  // Gathering and setting run as two tasks, so that key presses between them are handled.
  if (isLarge && model.earlyStatus.get() !== undefined) await nextTask()
  if (taskIds.length === 0) {
    model.earlyStatus.end()
    return field === 'statusId' && hasDisabled(model) ? refuse('task-disabled') : ok(undefined)
  }
  // `TaskChange` pairs field and value; the call takes them separately.
  const name = field === 'statusId' ? model.findStatus(toId(String(value)))?.row.shortCode : undefined
  const label = name === undefined ? undefined : `Set ${describeTasks(model, taskIds)} to ${name}`
  const change = { space: model.space, taskIds, field, values: { all: value as never } }
  const operation = setTaskField({ ...change, ...(label !== undefined && { label }) }, client)
  // From here on the rows show it themselves.
  model.earlyStatus.end()
  return await perform(operation, {
    client,
    failedText: failedTextOf(field),
    doneText: taskIds.length < 2 ? undefined : `${countTasks(taskIds.length)}: ${name ?? doneTexts[field]}`,
  })
}

/** Describes one task by its item and stage, several by their number. */
function describeTasks({ space, studio }: SpaceModel, taskIds: readonly TaskId[]): string {
  const [only] = taskIds.length === 1 ? taskIds : []
  const task = only === undefined ? undefined : space.replica.find('item_tasks', only)
  if (task === undefined) return countTasks(taskIds.length)
  return `${space.replica.find('items', task.itemId)?.title ?? ''} ${studio.replica.find('stages', task.stageId)?.name ?? ''}`.trim()
}

const doneTexts: Readonly<Record<TaskField, string>> = {
  statusId: 'status set',
  assigneeId: 'assigned',
  dueDate: 'due date set',
  priority: 'priority set',
  isDisabled: 'changed',
  estimatedHours: 'estimated',
}

/** Returns the specification's text for a field that could not be set. */
export function failedTextOf(field: TaskField): string {
  if (field === 'statusId') return messages['task-status-failed']
  return field === 'estimatedHours' ? messages['estimate-save-failed'] : messages.unexpected
}
