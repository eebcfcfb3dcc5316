import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import type { TaskField, TaskFields } from '#core/tasks/mutators.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineWith, type Command, type CommandId, type CommandOutcome } from '#app/commands/define-command.ts'
import { perform } from '#app/widgets/perform.ts'
import { findPopup, setPopup, type PopupMenuKind, type PopupModel } from './popup-store.ts'
import type { PopupTask } from './resolve-popup.ts'

const define = defineWith({ group: 'Item', scope: 'popup' })

/** The commands that set the task's values: a key opens a list or dialog, which sets the value. */
export const valueCommands: readonly Command[] = [
  ask('popup.set-status', 'Set the status', { key: 's', menu: 'status' }),
  ask('popup.assign', 'Assign', { key: 'a', menu: 'assignee' }),
  ask('popup.due', 'Set the due date', { key: 'shift+d', menu: 'due' }),
  ask('popup.estimate', 'Set the estimate', { key: 't', menu: 'estimate' }),
  ask('popup.priority', 'Set the priority', { key: 'p', menu: 'priority' }),
  choose('popup.choose-status', 'Set the status of the task', async ({ space, client }, task, statusId) => {
    const input = { on: space, taskIds: [task.id], statusId: toId<StatusId>(statusId) }
    return await perform(setTaskStatus(input, client), { client, failedText: messages['task-status-failed'] })
  }),
  choose('popup.choose-assignee', 'Assign the task', async (model, task, userId) =>
    set(model, task, 'assigneeId', userId === '' ? undefined : toId<UserId>(userId)),
  ),
  choose('popup.choose-due', 'Set the due date of the task', async (model, task, day) =>
    day === '' || isCalendarDate(day) ? set(model, task, 'dueDate', day === '' ? undefined : day) : undefined,
  ),
  choose('popup.choose-estimate', 'Set the estimate of the task', async (model, task, text) => {
    const hours = parseEstimateEntry(text)
    return hours === undefined ? undefined : set(model, task, 'estimatedHours', hours)
  }),
  choose('popup.choose-priority', 'Set the priority of the task', async (model, task, value) =>
    set(model, task, 'priority', Number(value)),
  ),
]

function ask(id: CommandId, title: string, { key, menu }: { readonly key: string; readonly menu: PopupMenuKind }) {
  return define({
    id,
    title,
    keys: [key],
    needs: 'create',
    when: () => {
      const model = findPopup()
      return model?.selection.task !== undefined && model.studio.can('create')
    },
    run: () => setPopup({ menu }),
  })
}

type Choice = (model: PopupModel, task: PopupTask, value: string) => Promise<CommandOutcome>

function choose(id: CommandId, title: string, run: Choice) {
  return define({
    id,
    title,
    isKeyOnly: true,
    needs: 'create',
    run: async (_context, [value = '']) => {
      setPopup({ menu: undefined })
      const model = findPopup()
      const task = model?.selection.task
      return model === undefined || task === undefined ? undefined : await run(model, task, value)
    },
  })
}

async function set<Field extends TaskField>(
  { space, client }: PopupModel,
  task: PopupTask,
  ...[field, value]: [Field, TaskFields[Field]]
): Promise<CommandOutcome> {
  const failedText = field === 'estimatedHours' ? messages['estimate-save-failed'] : messages.unexpected
  // The caller pairs field and value; the types of this call cannot show that.
  const change = { space, taskIds: [task.id], field, values: { all: value as never } }
  return await perform(setTaskField(change, client), { client, failedText })
}
