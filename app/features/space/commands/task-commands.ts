import { isCalendarDate } from '#core/domain/calendar-date.ts'
import { parseEstimateEntry } from '#core/domain/estimate.ts'
import type { TaskField, TaskFields } from '#core/domain/mutations.ts'
import { toId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { ok } from '#core/lib/result.ts'
import { setTaskField } from '#core/operations/set-task-field.ts'
import { defineCommand, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { priorities } from '../model/priorities.ts'
import { openDialog, spaceViewStore, startEditing, stopEditing, toggleCellView } from '../space-view-store.ts'
import { perform } from './perform.ts'
import type { SpacePage } from './space-page.ts'
import { countTasks, hasTargets, targetCells, targetTaskIds, targetTasks } from './targets.ts'

const group = 'Tasks'

/** One value for a field, ready to be set on whatever is selected, now or again later. */
type Change = { [Field in TaskField]: { readonly field: Field; readonly value: TaskFields[Field] } }[TaskField]

/** Changing the chosen tasks. */
export function makeTaskCommands(page: SpacePage): readonly Command[] {
  const { model, scope } = page
  let last: Change | undefined
  const can = (): boolean => model.studio.can('create') && hasTargets()
  const change = async (next: Change): Promise<CommandOutcome> => {
    last = next
    return await applyChange(page, next)
  }
  const statusOf = (id: StatusId): Change => ({ field: 'statusId', value: id })
  const ask = (kind: 'status' | 'assignee' | 'due' | 'priority' | 'estimate') => () => openDialog({ kind })
  const shared = { group, scope, when: can } as const

  return [
    defineCommand({ ...shared, id: 'task.status-menu', title: 'Set status…', keys: ['s'], run: askStatus(page) }),
    defineCommand({
      ...shared,
      id: 'task.set-status',
      title: 'Set status to…',
      isKeyOnly: true,
      args: [{ id: 'status', placeholder: 'Status', options: () => statusOptions(page) }],
      run: async (_context, [id = '']) => await change(statusOf(toId(id))),
    }),
    defineCommand({
      ...shared,
      id: 'task.nth-status',
      title: 'Set the n-th status',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      isKeyOnly: true,
      run: async ({ chord = '' }) => {
        if (spaceViewStore.view === 'estimates') return editEstimate(page, chord)
        const status = model.getStatuses()[Number(chord) - 1]
        if (model.getStatuses().length === 0) showToast({ kind: 'error', text: messages['statuses-missing'] })
        return status === undefined ? undefined : await change(statusOf(status.id))
      },
    }),
    defineCommand({ ...shared, id: 'task.assign', title: 'Assign…', keys: ['a'], run: ask('assignee') }),
    defineCommand({
      ...shared,
      id: 'task.set-assignee',
      title: 'Assign to…',
      isKeyOnly: true,
      args: [{ id: 'person', placeholder: 'Artist', options: () => peopleOptions(page) }],
      run: async (_context, [id = '']) =>
        await change({ field: 'assigneeId', value: id === '' ? undefined : toId<UserId>(id) }),
    }),
    defineCommand({
      ...shared,
      id: 'task.assign-me',
      title: 'Assign to me',
      keys: ['i'],
      run: async () => await change({ field: 'assigneeId', value: page.client.userId }),
    }),
    defineCommand({ ...shared, id: 'task.due', title: 'Set due date…', keys: ['shift+d'], run: ask('due') }),
    defineCommand({
      ...shared,
      id: 'task.set-due',
      title: 'Set due date to…',
      isKeyOnly: true,
      args: [{ id: 'date', placeholder: 'YYYY-MM-DD, or nothing', options: () => [], free: true }],
      run: async (_context, [date = '']) =>
        date === '' || isCalendarDate(date)
          ? await change({ field: 'dueDate', value: date === '' ? undefined : date })
          : undefined,
    }),
    defineCommand({ ...shared, id: 'task.priority', title: 'Set priority…', keys: ['p'], run: ask('priority') }),
    defineCommand({
      ...shared,
      id: 'task.set-priority',
      title: 'Set priority to…',
      isKeyOnly: true,
      args: [
        {
          id: 'priority',
          placeholder: 'Priority',
          options: () => priorities.map(({ value, label }) => ({ value: String(value), label })),
        },
      ],
      run: async (_context, [priority = '0']) => await change({ field: 'priority', value: Number(priority) }),
    }),
    defineCommand({
      ...shared,
      id: 'task.estimate',
      title: 'Estimate…',
      keys: ['t'],
      run: () => {
        if (targetCells(model).length > 1) return openDialog({ kind: 'estimate' })
        if (spaceViewStore.view !== 'estimates') toggleCellView('estimates')
        return editEstimate(page, undefined)
      },
    }),
    defineCommand({
      ...shared,
      id: 'task.set-estimate',
      title: 'Estimate as…',
      isKeyOnly: true,
      args: [{ id: 'hours', placeholder: 'Hours', options: () => [], free: true }],
      run: async (_context, [text = '']) => {
        const value = text.trim() === '' ? undefined : parseEstimateEntry(text)
        // What is not a number is ignored, as the specification says.
        if (value === undefined && text.trim() !== '') return undefined
        return await change({ field: 'estimatedHours', value })
      },
    }),
    makeSaveEstimate(page),
    defineCommand({
      ...shared,
      id: 'task.repeat',
      title: 'Repeat the last change',
      keys: ['shift+.'],
      when: () => can() && last !== undefined,
      run: async () => (last === undefined ? undefined : await applyChange(page, last)),
    }),
  ]
}

/** Sets a field of the chosen tasks; one operation and one undo step however many they are. */
async function applyChange({ client, model }: SpacePage, { field, value }: Change): Promise<CommandOutcome> {
  const taskIds = targetTaskIds(model)
  if (taskIds.length === 0) return ok(undefined)
  // The pair of field and value is `Change`'s; the call sees them apart.
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

function askStatus({ model }: SpacePage) {
  return (): void => {
    if (model.getStatuses().length > 0) openDialog({ kind: 'status' })
    else showToast({ kind: 'error', text: messages['statuses-missing'] })
  }
}

function statusOptions({ model }: SpacePage) {
  return model.getStatuses().map(({ id, name, shortCode }, index) => ({
    value: id,
    label: name,
    keywords: [shortCode],
    ...(index < 9 && { keys: String(index + 1) }),
  }))
}

function peopleOptions({ model }: SpacePage) {
  const members = model.studio.getMembers().filter(({ archivedAt }) => archivedAt === undefined)
  return [
    { value: '', label: 'Nobody' },
    ...members.map(({ userId, displayName }) => ({ value: userId, label: displayName })),
  ]
}

/** Begins to type into the estimate under the cursor, where there is a task to estimate. */
function editEstimate({ model }: SpacePage, draft: string | undefined): undefined {
  const { cursor } = spaceViewStore
  const [task] = cursor === undefined ? [] : targetTasks(model, [cursor])
  if (cursor !== undefined && task !== undefined) startEditing({ kind: 'estimate', key: cursor, draft })
}

/** What the field in the cell runs; unchanged, empty and unreadable texts change nothing. */
function makeSaveEstimate(page: SpacePage): Command {
  const { client, model, scope } = page
  return defineCommand({
    id: 'task.save-estimate',
    title: 'Save the estimate',
    group,
    scope,
    isKeyOnly: true,
    run: async (_context, [id = '', text = '']) => {
      stopEditing()
      const taskId = toId<TaskId>(id)
      const hours = parseEstimateEntry(text)
      const before = model.space.findEstimatedHours(taskId)
      if (hours === undefined || hours === before) return undefined
      const values = { all: hours }
      return await perform(
        setTaskField({ space: model.space, taskIds: [taskId], field: 'estimatedHours', values }, client),
        { client, failedText: messages['estimate-save-failed'] },
      )
    },
  })
}
