import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { messages } from '#core/lib/messages.ts'
import { defineWith, type Command } from '#app/commands/define-command.ts'
import { showToast } from '#app/stores/toast-store.ts'
import { priorities } from '#core/tasks/priorities.ts'
import { openDialog, spaceViewStore } from '../space-view-store.ts'
import { editEstimate, makeEstimateCommands } from './estimate-commands.ts'
import type { SpacePage } from './space-page.ts'
import { hasTargets } from './targets.ts'
import { makeTaskChanger, type TaskChanger } from './task-change.ts'

const group = 'Tasks'

/** Commands that change the selected tasks. */
export function makeTaskCommands(page: SpacePage): readonly Command[] {
  const changer = makeTaskChanger(page)
  return [
    ...makeStatusCommands(page, changer),
    ...makeAssignCommands(page, changer),
    ...makePlanCommands(page, changer),
    ...makeEstimateCommands(page, changer),
    makeDefine(page)({
      id: 'task.repeat',
      title: 'Repeat the last change',
      keys: ['shift+.'],
      when: () => changer.canRepeat() && hasTargets(),
      run: async () => await changer.repeat(),
    }),
  ]
}

function makeDefine({ model, scope }: SpacePage) {
  return defineWith({ group, scope, needs: 'create', when: () => model.studio.can('create') && hasTargets() })
}

function makeStatusCommands(page: SpacePage, { change }: TaskChanger): readonly Command[] {
  const { model } = page
  const define = makeDefine(page)
  const hasStatuses = (): boolean => {
    if (model.getStatuses().length > 0) return true
    showToast({ kind: 'error', text: messages['statuses-missing'] })
    return false
  }
  return [
    define({
      id: 'task.status-menu',
      title: 'Set status…',
      keys: ['s'],
      run: () => {
        if (hasStatuses()) openDialog({ kind: 'status' })
      },
    }),
    define({
      id: 'task.set-status',
      title: 'Set status to…',
      isKeyOnly: true,
      args: [
        {
          id: 'status',
          placeholder: 'Status',
          options: () =>
            model.getStatuses().map(({ id, name, shortCode }) => ({ value: id, label: name, keywords: [shortCode] })),
        },
      ],
      run: async (_context, [id = '']) => await change({ field: 'statusId', value: toId<StatusId>(id) }),
    }),
    define({
      id: 'task.nth-status',
      title: 'Set the n-th status',
      keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
      isKeyOnly: true,
      run: async ({ chord = '' }) => {
        if (spaceViewStore.view === 'estimates') return editEstimate(page, chord)
        const status = hasStatuses() ? model.getStatuses()[Number(chord) - 1] : undefined
        return status === undefined ? undefined : await change({ field: 'statusId', value: status.id })
      },
    }),
  ]
}

function makeAssignCommands(page: SpacePage, { change }: TaskChanger): readonly Command[] {
  const { client, model } = page
  const define = makeDefine(page)
  return [
    define({
      id: 'task.assign',
      title: 'Assign…',
      keys: ['a'],
      run: () => openDialog({ kind: 'assignee' }),
    }),
    define({
      id: 'task.set-assignee',
      title: 'Assign to…',
      isKeyOnly: true,
      args: [
        {
          id: 'person',
          placeholder: 'Artist',
          options: () => [
            { value: '', label: 'Nobody' },
            ...[...model.getPeople().values()].map(({ id, name }) => ({ value: id, label: name })),
          ],
        },
      ],
      run: async (_context, [id = '']) =>
        await change({ field: 'assigneeId', value: id === '' ? undefined : toId<UserId>(id) }),
    }),
    define({
      id: 'task.assign-me',
      title: 'Assign to me',
      keys: ['i'],
      run: async () => await change({ field: 'assigneeId', value: client.userId }),
    }),
  ]
}

/** Commands for due date and priority. */
function makePlanCommands(page: SpacePage, { change }: TaskChanger): readonly Command[] {
  const define = makeDefine(page)
  return [
    define({
      id: 'task.due',
      title: 'Set due date…',
      keys: ['shift+d'],
      run: () => openDialog({ kind: 'due' }),
    }),
    define({
      id: 'task.set-due',
      title: 'Set due date to…',
      isKeyOnly: true,
      args: [{ id: 'date', placeholder: 'YYYY-MM-DD, or nothing', options: () => [], free: true }],
      run: async (_context, [date = '']) => {
        if (date === '') return await change({ field: 'dueDate', value: undefined })
        return isCalendarDate(date) ? await change({ field: 'dueDate', value: date }) : undefined
      },
    }),
    define({
      id: 'task.priority',
      title: 'Set priority…',
      keys: ['p'],
      run: () => openDialog({ kind: 'priority' }),
    }),
    define({
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
  ]
}
