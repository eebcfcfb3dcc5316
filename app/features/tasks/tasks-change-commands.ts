import { kindTitles } from '#core/fields/kind-titles.ts'
import { fieldPages } from '#app/widgets/field-facts/field-pages.ts'
import { changeFields } from '#core/fields/change-fields.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { AppError } from '#core/lib/errors.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type StatusId, type UserId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { isFieldOf, type FieldDefinition } from '#core/schema/field-definitions.ts'
import { parseEstimateEntry } from '#core/tasks/estimate.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import { priorities } from '#core/tasks/priorities.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import { defineCommand, type ArgumentPage, type Command, type CommandOutcome } from '#app/commands/define-command.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { performAll } from '#app/widgets/perform.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { groupBySpace, type SpacePart, type TaskRow } from './task-rows.ts'
import { findShown, findStop } from './tasks-cursor-commands.ts'
import { tasksStore } from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

/** Changing the chosen tasks, whichever spaces they are in. */
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
    // What is not a number is ignored, as the specification says.
    return hours === undefined ? undefined : await changeField(rows, 'estimatedHours', hours)
  }),
  makeFieldCommand(),
]

/** The chosen tasks that are shown, else what has the focus: a task, or all of a group that is folded away. */
function findTargets(): readonly TaskRow[] {
  const rows = findShown()?.rows ?? []
  const chosen = rows.filter(({ task }) => tasksStore.selected.has(task.id))
  return chosen.length > 0 ? chosen : (findStop()?.rows ?? [])
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

type Step = SpacePart & { readonly client: ProjectContent['client'] }

async function changeAll(
  rows: readonly TaskRow[],
  change: (step: Step) => ReturnType<typeof setTaskStatus>,
): Promise<CommandOutcome> {
  const client = findProjectContent()?.client
  if (client === undefined || rows.length === 0) return undefined
  const steps = groupBySpace(rows).map((part) => async () => await change({ ...part, client }))
  return await performAll(steps, { client, failedText: messages['task-status-failed'] })
}

async function setStatus(rows: readonly TaskRow[], statusId: StatusId): Promise<CommandOutcome> {
  return await changeAll(
    rows,
    async ({ replica, taskIds, client }) => await setTaskStatus({ on: replica, taskIds, statusId }, client),
  )
}

async function changeField(rows: readonly TaskRow[], field: TaskField, value: unknown): Promise<CommandOutcome> {
  return await changeAll(
    rows,
    async ({ replica, taskIds, client }) =>
      // The value is the field's own.
      await setTaskField({ space: replica, taskIds, field, values: { all: value } as never }, client),
  )
}

const listFields = (): readonly FieldDefinition[] =>
  listProjectFields(findProjectContent()).filter(
    (field) => field.kind !== 'formula' && findProjectContent()?.studio.canWrite(field) === true,
  )
const findMembers = () => findProjectContent()?.studio.getMembers() ?? []

/** Of every task that is meant, or of their items, in the spaces that have the field. */
function makeFieldCommand(): Command {
  return defineCommand({
    ...base,
    id: 'tasks.field',
    title: 'Set a field…',
    keys: ['e'],
    keywords: ['field', 'value', 'column', 'custom'],
    needs: 'create',
    when: () => mayChange() && listFields().length > 0,
    args: fieldPages({
      list: () => listFields(),
      getPeople: () => findMembers(),
      describe: ({ of, kind }) => (of === 'item' ? `${kindTitles[kind]} of the item` : kindTitles[kind]),
    }),
    run: async (_context, [fieldId = '', text = '']) => {
      const field = listFields().find(({ id }) => id === fieldId)
      if (field === undefined) return undefined
      const read = parseFieldText(field, text, findMembers())
      if (!read.ok) return read
      const values = { [field.key]: read.value }
      const rows = findTargets().filter(({ place }) => isFieldOf(field, place.space))
      const of = field.of === 'item' ? 'item' : 'task'
      return await changeAll(rows, ({ replica, taskIds, itemIds, client }) => {
        const changes = (of === 'item' ? itemIds : taskIds).map((id) => ({ id, values }))
        return changeFields({ of, within: replica, changes }, client)
      })
    },
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

/** Asks for somebody who is in the studio. */
export function peoplePage(hasNobody: boolean): ArgumentPage {
  return {
    id: 'person',
    placeholder: 'Artist',
    options: () => [
      ...(hasNobody ? [{ value: '', label: 'Nobody' }] : []),
      ...findMembers().flatMap(({ userId, displayName, archivedAt }) =>
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
