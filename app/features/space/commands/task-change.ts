import type { TaskField, TaskFields } from '#core/domain/mutations.ts'
import { toId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { setTaskField } from '#core/operations/set-task-field.ts'
import type { CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from './perform.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, targetTaskIds } from './targets.ts'

/** One value for a field, ready to be set on whatever is chosen, now or again later. */
export type TaskChange = {
  [Field in TaskField]: { readonly field: Field; readonly value: TaskFields[Field] }
}[TaskField]

/** Changes the chosen tasks, and does so again. */
export type TaskChanger = {
  readonly change: (change: TaskChange) => Promise<CommandOutcome>
  readonly repeat: () => Promise<CommandOutcome>
  readonly canRepeat: () => boolean
}

/** Remembers the last change, so that it can be repeated on other tasks. */
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

/** Sets a field of the chosen tasks; one operation and one undo step however many they are. */
async function applyChange({ client, model }: SpacePage, { field, value }: TaskChange): Promise<CommandOutcome> {
  const taskIds = targetTaskIds(model)
  if (taskIds.length === 0) return ok(undefined)
  // The pair of field and value is `TaskChange`'s; the call sees them apart.
  const operation = setTaskField({ space: model.space, taskIds, field, values: { all: value as never } }, client)
  const name = field === 'statusId' ? model.findStatus(toId(String(value)))?.row.shortCode : undefined
  return await perform(operation, {
    client,
    failedText: failedTextOf(field),
    doneText: taskIds.length < 2 ? undefined : `${countTasks(taskIds.length)}: ${name ?? doneTexts[field]}`,
  })
}

const doneTexts: Readonly<Record<TaskField, string>> = {
  statusId: 'status set',
  assigneeId: 'assigned',
  dueDate: 'due date set',
  priority: 'priority set',
  isDisabled: 'changed',
  estimatedHours: 'estimated',
}

function failedTextOf(field: TaskField): string {
  if (field === 'statusId') return messages['task-status-failed']
  return field === 'estimatedHours' ? messages['estimate-save-failed'] : messages.unexpected
}
