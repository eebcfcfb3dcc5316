import { changeFields } from '#core/fields/change-fields.ts'
import { fieldPages } from '#app/widgets/field-facts/field-pages.ts'
import { parseFieldText } from '#core/fields/field-text.ts'
import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { isFieldOf } from '#core/schema/field-definitions.ts'
import { isCalendarDate } from '#core/lib/calendar-date.ts'
import { messages } from '#core/lib/messages.ts'
import { toId, type StatusId, type TaskId, type UserId } from '#core/lib/ids.ts'
import { priorities } from '#core/tasks/priorities.ts'
import { setTaskField } from '#core/tasks/set-task-field.ts'
import type { TaskField } from '#core/tasks/mutators.ts'
import { setTaskStatus } from '#core/tasks/set-task-status.ts'
import {
  defineCommand,
  type ArgumentPage,
  type Command,
  type CommandContext,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { toTaskAddress, withPopup } from '#app/lib/popup-address.ts'
import { canChangeStudio } from '#app/widgets/get-studio.ts'
import { performAll } from '#app/widgets/perform.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { groupBySpace, taskSorts, type TaskRow, type TaskSort } from './task-rows.ts'
import { checkCondition, listProjectTaskFields, showTasks } from './task-fields.ts'
import {
  extendFocus,
  focusTask,
  selectTasks,
  setTasksView,
  tasksStore,
  toggleTask,
  toggleTasksFilter,
} from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

/** What can be done on the page of a project's tasks. */
export const tasksCommands: readonly Command[] = [
  moving({ id: 'tasks.down', title: 'Next task', keys: ['down', 'j'] }, 1),
  moving({ id: 'tasks.up', title: 'Previous task', keys: ['up', 'k'] }, -1),
  moving({ id: 'tasks.page-down', title: 'A page down', keys: ['pagedown'] }, 20),
  moving({ id: 'tasks.page-up', title: 'A page up', keys: ['pageup'] }, -20),
  moving({ id: 'tasks.first', title: 'First task', keys: ['home'] }, Number.NEGATIVE_INFINITY),
  moving({ id: 'tasks.last', title: 'Last task', keys: ['end'] }, Number.POSITIVE_INFINITY),
  extending({ id: 'tasks.extend-down', title: 'Select on to the next task', keys: ['shift+down'] }, 1),
  extending({ id: 'tasks.extend-up', title: 'Select on to the previous task', keys: ['shift+up'] }, -1),
  defineCommand({
    ...base,
    id: 'tasks.toggle',
    title: 'Select the task, or no longer',
    keys: ['x'],
    when: () => tasksStore.focus !== undefined,
    run: () => tasksStore.focus && toggleTask(tasksStore.focus),
  }),
  defineCommand({
    ...base,
    id: 'tasks.select-all',
    title: 'Select all tasks that are shown',
    keys: ['mod+a'],
    run: () => selectTasks(findRows().map(({ task }) => task.id)),
  }),
  defineCommand({
    ...base,
    id: 'tasks.open',
    title: 'Open the task',
    keys: ['enter', 'o'],
    when: () => tasksStore.focus !== undefined,
    run: openTask,
  }),
  changing({ id: 'tasks.set-status', title: 'Set status…', keys: ['s'] }, statusPage(), async (rows, value) => {
    const statusId = toId<StatusId>(value)
    return await changeAll(rows, ({ replica, taskIds, client }) =>
      setTaskStatus({ on: replica, taskIds, statusId }, client),
    )
  }),
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
      if (status === undefined) return undefined
      return await changeAll(targetRows(), ({ replica, taskIds, client }) =>
        setTaskStatus({ on: replica, taskIds, statusId: status.id }, client),
      )
    },
  },
  changing(
    { id: 'tasks.assign', title: 'Assign…', keys: ['a'] },
    peoplePage('Artist', true),
    async (rows, value) => await changeField(rows, 'assigneeId', value === '' ? undefined : toId<UserId>(value)),
  ),
  changing({ id: 'tasks.due', title: 'Set due date…', keys: ['shift+d'] }, duePage(), async (rows, value) => {
    if (value !== '' && !isCalendarDate(value)) return undefined
    return await changeField(rows, 'dueDate', value === '' ? undefined : value)
  }),
  changing(
    { id: 'tasks.priority', title: 'Set priority…', keys: ['p'] },
    priorityPage(),
    async (rows, value) => await changeField(rows, 'priority', Number(value)),
  ),
  makeFieldCommand(),
  defineCommand({
    ...base,
    id: 'tasks.mine',
    title: 'Only my tasks, or all',
    keys: ['m'],
    run: () => setTasksView({ isMineOnly: !tasksStore.isMineOnly }),
  }),
  narrowing({ id: 'tasks.filter-status', title: 'Narrow to a status…', keys: ['f s'] }, 'statusIds', statusPage()),
  narrowing({ id: 'tasks.filter-stage', title: 'Narrow to a stage…', keys: ['f g'] }, 'stageIds', {
    id: 'stage',
    placeholder: 'Stage',
    options: () => (findProjectContent()?.studio.getStages() ?? []).map(({ id, name }) => ({ value: id, label: name })),
  }),
  narrowing(
    { id: 'tasks.filter-artist', title: 'Narrow to an artist…', keys: ['f a'] },
    'artistIds',
    peoplePage('Artist', false),
  ),
  defineCommand({
    ...base,
    id: 'tasks.filter-where',
    title: 'Narrow by an expression…',
    keys: ['f w'],
    keywords: ['where', 'condition', 'field'],
    args: [{ id: 'condition', placeholder: 'effort > 2 && !done, or nothing', options: () => [], free: true }],
    run: async (_context, [condition = '']) => await setCondition(condition.trim()),
  }),
  defineCommand({
    ...base,
    id: 'tasks.clear-filter',
    title: 'Show all tasks',
    keys: ['f x'],
    run: () =>
      setTasksView({ query: '', isMineOnly: false, stageIds: [], statusIds: [], artistIds: [], condition: '' }),
  }),
  defineCommand({
    ...base,
    id: 'tasks.sort',
    title: 'Sort the tasks…',
    keys: ['shift+s'],
    args: [
      {
        id: 'sort',
        placeholder: 'Sort by',
        options: () => [
          ...taskSorts.map((value) => ({ value, label: sortTitles[value] })),
          ...listProjectTaskFields(findProjectContent()).map(({ id, name }) => ({ value: String(id), label: name })),
        ],
      },
    ],
    run: (_context, [value = '']) => {
      const known = [...taskSorts, ...listProjectTaskFields(findProjectContent()).map(({ id }) => String(id))]
      if (known.includes(value)) setTasksView({ sort: value })
    },
  }),
]

/** What an order of tasks is called. */
export const sortTitles: Readonly<Record<TaskSort, string>> = {
  place: 'Place in the project',
  due: 'Due date',
  status: 'Status',
  stage: 'Stage',
  priority: 'Priority',
  artist: 'Artist',
}

function findRows(): readonly TaskRow[] {
  const content = findProjectContent()
  return content === undefined ? [] : showTasks(content, tasksStore)
}

/** The chosen tasks that are shown, else the one that has the focus. */
function targetRows(): readonly TaskRow[] {
  const rows = findRows()
  const chosen = rows.filter(({ task }) => tasksStore.selected.has(task.id))
  return chosen.length > 0 ? chosen : rows.filter(({ task }) => task.id === tasksStore.focus)
}

function mayChange(): boolean {
  return canChangeStudio() && (tasksStore.focus !== undefined || tasksStore.selected.size > 0)
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>

function moving(named: Named, by: number): Command {
  return { ...base, ...named, isKeyOnly: true, isRepeatable: true, run: () => focusTask(stepFrom(by)) }
}

function extending(named: Named, by: 1 | -1): Command {
  return {
    ...base,
    ...named,
    isKeyOnly: true,
    isRepeatable: true,
    run: () => {
      const to = stepFrom(by)
      if (to === undefined) return
      extendFocus(to)
      const ids = findRows().map(({ task }) => task.id)
      const [from, until] = [ids.indexOf(tasksStore.anchor ?? to), ids.indexOf(to)]
      selectTasks(ids.slice(Math.min(from, until), Math.max(from, until) + 1))
    },
  }
}

/** The task so many rows away, staying inside the list; without a focus the first. */
function stepFrom(by: number): TaskId | undefined {
  const ids = findRows().map(({ task }) => task.id)
  const at = ids.findIndex((id) => id === tasksStore.focus)
  return at < 0 ? ids[0] : ids[Math.min(ids.length - 1, Math.max(0, at + by))]
}

type Act = (rows: readonly TaskRow[], value: string) => Promise<CommandOutcome>

function changing(named: Named, page: ArgumentPage, act: Act): Command {
  return {
    ...base,
    ...named,
    needs: 'create',
    when: mayChange,
    args: [page],
    run: async (_context, [value = '']) => await act(targetRows(), value),
  }
}

function narrowing(named: Named, list: 'stageIds' | 'statusIds' | 'artistIds', page: ArgumentPage): Command {
  return { ...base, ...named, args: [page], run: (_context, [id = '']) => toggleTasksFilter(list, id) }
}

type Step = {
  readonly replica: TaskRow['place']['replica']
  readonly taskIds: readonly TaskId[]
  readonly client: NonNullable<ReturnType<typeof findProjectContent>>['client']
}

async function changeAll(
  rows: readonly TaskRow[],
  change: (step: Step) => ReturnType<typeof setTaskStatus>,
): Promise<CommandOutcome> {
  const client = findProjectContent()?.client
  if (client === undefined || rows.length === 0) return undefined
  const steps = groupBySpace(rows).map(
    ([replica, taskIds]) =>
      async () =>
        await change({ replica, taskIds, client }),
  )
  return await performAll(steps, { client, failedText: messages['task-status-failed'] })
}

async function changeField(rows: readonly TaskRow[], field: TaskField, value: unknown): Promise<CommandOutcome> {
  return await changeAll(
    rows,
    async ({ replica, taskIds, client }) =>
      // The value is the field's own.
      await setTaskField({ space: replica, taskIds, field, values: { all: value } as never }, client),
  )
}

/** Of every task that is meant and whose space has the field. */
function makeFieldCommand(): Command {
  const list = () => listProjectTaskFields(findProjectContent())
  return defineCommand({
    ...base,
    id: 'tasks.field',
    title: 'Set a field…',
    keys: ['e'],
    keywords: ['field', 'value', 'column', 'custom'],
    needs: 'create',
    when: () => mayChange() && list().length > 0,
    args: fieldPages({ list, getPeople: () => findMembers() }),
    run: async (_context, [fieldId = '', text = '']) => {
      const field = list().find(({ id }) => id === fieldId)
      if (field === undefined) return undefined
      const read = parseFieldText(field, text, findMembers())
      if (!read.ok) return read
      const values = { [field.key]: read.value }
      const rows = targetRows().filter(({ place }) => isFieldOf(field, place.space))
      return await changeAll(rows, ({ replica, taskIds, client }) => {
        const changes = taskIds.map((id) => ({ id, values }))
        return changeFields({ of: 'task', within: replica, changes }, client)
      })
    },
  })
}

const findMembers = () => findProjectContent()?.studio.getMembers() ?? []

/** What cannot be read is told, and the list stays as it is. */
async function setCondition(condition: string): Promise<CommandOutcome> {
  const content = findProjectContent()
  if (content === undefined) return undefined
  const problem = condition === '' ? undefined : await checkCondition(content, condition)
  if (problem !== undefined) return err(new AppError('invalid-input', problem))
  return setTasksView({ condition })
}

function statusPage(): ArgumentPage {
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

function peoplePage(placeholder: string, hasNobody: boolean): ArgumentPage {
  return {
    id: 'person',
    placeholder,
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

function priorityPage(): ArgumentPage {
  return {
    id: 'priority',
    placeholder: 'Priority',
    options: () => priorities.map(({ value, label }) => ({ value: String(value), label })),
  }
}

/** The popup is told by the address which space the item is in. */
function openTask({ navigate, path, search }: CommandContext): void {
  const row = findRows().find(({ task }) => task.id === tasksStore.focus)
  if (row === undefined) return
  const query = new URLSearchParams(
    withPopup(search, { item: row.place.item.slug, task: toTaskAddress(row.stage.name) }),
  )
  query.set('space', row.place.space.id)
  navigate(`${path}?${query.toString()}`, { state: history.state })
}
