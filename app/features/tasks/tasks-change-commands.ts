import { kindTitles } from '#core/fields/kind-titles.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import { priorities } from '#core/tasks/priorities.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineCommand, type ArgumentPage, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { changeRows, makeFieldCommand } from '#app/widgets/project-list/change-rows.ts'
import { findTargetRows } from '#app/widgets/project-list/commands-of-rows.ts'
import type { TaskRow } from './task-rows.ts'
import { taskCells } from './task-page.ts'
import { tasksStore } from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

/** The commands that change the selected tasks, across spaces. */
export const tasksChangeCommands: readonly Command[] = [
  changing(
    { id: 'tasks.set-status', title: 'Set status…', keys: ['s'] },
    statusPage(),
    async (rows, value) => await setStatus(rows, toId<StatusId>(value)),
  ),
  {
    ...base,
    id: 'tasks.nth-status',
    title: 'Set the n-th status',
    keys: ['1', '2', '3', '4', '5', '6', '7', '8', '9'],
    isKeyOnly: true,
    needs: 'create',
    when: mayChange,
    run: async ({ chord = '' }) => {
      const status = findProjectContent()?.studio.getStatuses()[Number(chord) - 1]
      return status === undefined ? undefined : await setStatus(findTargets(), status.id)
    },
  },
  changing(
    { id: 'tasks.assign', title: 'Assign…', keys: ['a'] },
    peoplePage(true),
    async (rows, value) => await changeField(rows, 'assigneeId', value === '' ? undefined : toId<UserId>(value)),
  ),
  defineCommand({
    ...base,
    id: 'tasks.assign-me',
    title: 'Assign to me',
    keys: ['i'],
    needs: 'create',
    when: mayChange,
    run: async () => await changeField(findTargets(), 'assigneeId', findProjectContent()?.client.userId),
  }),
  changing({ id: 'tasks.due', title: 'Set due date…', keys: ['shift+d'] }, duePage(), async (rows, value) => {
    if (value !== '' && !isCalendarDate(value))
      return err(new AppError('invalid-input', `“${value}” is not a date: write it as 2026-12-24.`))
    return await changeField(rows, 'dueDate', value === '' ? undefined : value)
  }),
  changing(
    { id: 'tasks.priority', title: 'Set priority…', keys: ['p'] },
    priorityPage(),
    async (rows, value) => await changeField(rows, 'priority', Number(value)),
  ),
  changing({ id: 'tasks.estimate', title: 'Estimate…', keys: ['t'] }, hoursPage(), async (rows, value) => {
    const hours = parseEstimateEntry(value)
    // The specification ignores text that is not a number.
    return hours === undefined ? undefined : await changeField(rows, 'estimatedHours', hours)
  }),
  makeFieldCommand({
    ...base,
    id: 'tasks.field',
    listFields: () => listProjectFields(findProjectContent()),
    listTargets: findTargets,
    when: mayChange,
    describe: ({ of, kind }) => (of === 'item' ? `${kindTitles[kind]} of the item` : kindTitles[kind]),
  }),
]

function findTargets(): readonly TaskRow[] {
  return findTargetRows(taskCells)
}

function mayChange(): boolean {
  return canChangeStudio() && (tasksStore.focus !== undefined || tasksStore.selected.size > 0)
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>
type Act = (rows: readonly TaskRow[], value: string) => Promise<CommandOutcome>

function changing(named: Named, page: ArgumentPage, act: Act): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: mayChange,
    args: [page],
    run: async (_context, [value = '']) => await act(findTargets(), value),
  }
}

async function setStatus(rows: readonly TaskRow[], statusId: StatusId): Promise<CommandOutcome> {
  return await changeRows(
    rows,
    async ({ replica, rows: part, client }) =>
      await setTaskStatus({ on: replica, taskIds: part.map(({ task }) => task.id), statusId }, client),
    messages['task-status-failed'],
  )
}

async function changeField(rows: readonly TaskRow[], field: TaskField, value: unknown): Promise<CommandOutcome> {
  return await changeRows(rows, async ({ replica, rows: part, client }) => {
    const taskIds = part.map(({ task }) => task.id)
    // The value was parsed for this field.
    return await setTaskField({ space: replica, taskIds, field, values: { all: value } as never }, client)
  })
}

/** Asks for a status. */
export function statusPage(): ArgumentPage {
  return {
    id: 'status',
    placeholder: 'Status',
    options: () =>
      (findProjectContent()?.studio.getStatuses() ?? []).map(({ id, name, shortCode }) => ({
        value: id,
        label: name,
        keywords: [shortCode],
      })),
  }
}

/** Asks for a member of the studio. */
export function peoplePage(hasNobody: boolean): ArgumentPage {
  return {
    id: 'person',
    placeholder: 'Artist',
    options: () => [
      ...(hasNobody ? [{ value: '', label: 'Nobody' }] : []),
      ...(findProjectContent()?.studio.getMembers() ?? []).flatMap(({ userId, displayName, archivedAt }) =>
        archivedAt === undefined ? [{ value: userId, label: displayName }] : [],
      ),
    ],
  }
}

function duePage(): ArgumentPage {
  return { id: 'date', placeholder: 'YYYY-MM-DD, or nothing', options: () => [], free: true }
}

function hoursPage(): ArgumentPage {
  return { id: 'hours', placeholder: 'Hours', options: () => [], free: true }
}

function priorityPage(): ArgumentPage {
  return {
    id: 'priority',
    placeholder: 'Priority',
    options: () => priorities.map(({ value, label }) => ({ value: String(value), label })),
  }
}
