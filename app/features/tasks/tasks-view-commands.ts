import { moveColumn, resizeColumn } from '#core/items/column-look.ts'
import { AppError } from '#core/lib/errors.ts'
import { isSame } from '#core/lib/is-same.ts'
import { toId, type TaskViewId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { plainTaskView, readTaskViewForm, toTaskViewForm } from '#core/tasks/task-view-form.ts'
import {
  expressionsOf,
  isAnyEnough,
  joinBy,
  valuesOf,
  withExpressions,
  withValues,
  type Filter,
} from '#core/timeline/filter-kinds.ts'
import { noValue } from '#core/timeline/filter-tests.ts'
import {
  defineCommand,
  type ArgumentOption,
  type ArgumentPage,
  type Command,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { makeCommandsOfViews } from '#app/widgets/saved-views/commands-of-views.ts'
import type { ViewSource } from '#app/widgets/saved-views/view-source.ts'
import { readSort, sortPage } from '#app/widgets/project-content/sort-page.ts'
import { listColumns, type TaskColumn } from './task-columns.ts'
import { checkCondition } from './task-condition.ts'
import { peoplePage, statusPage } from './tasks-change-commands.ts'
import {
  openTasksView,
  setCollapsed,
  setTasksQuery,
  setTasksView,
  tasksStore,
  toggleTasksFilter,
} from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

/** What the commands of the saved views of a project's tasks begin with. */
export const viewPrefix = 'task-view'

/** How the tasks of a project are looked at: what they are narrowed to, their order, groups and columns, and saved views. */
export const tasksViewCommands: readonly Command[] = [
  ...makeNarrowing(),
  ...makeArranging(),
  ...makeColumns(),
  ...makeCommandsOfViews({ prefix: viewPrefix, scope: 'tasks', getSource }),
]

function getSource(): ViewSource | undefined {
  const content = findProjectContent()
  if (content === undefined) return undefined
  return {
    ...readViewSource(content),
    client: content.client,
    form: toTaskViewForm(tasksStore.view),
    open: (view) => {
      if (view === undefined) openTasksView()
      else openTasksView(readTaskViewForm(view.form), toId<TaskViewId>(view.id))
    },
  }
}

/** The saved views of a project's tasks, and whether they are looked at as one of them says. */
export function readViewSource({ studio, project }: ProjectContent): Omit<ViewSource, 'client' | 'form' | 'open'> {
  return {
    studio,
    place: { projectId: project.id },
    openId: tasksStore.viewId,
    isShown: (form) => isSame(readTaskViewForm(form), tasksStore.view),
  }
}

const setFilter = (filter: Filter): void => setTasksView({ filter })
const isMine = ({ field, test }: Filter[number]): boolean => field === 'artist' && test === 'mine'

/** Whether the list is narrowed to one's own tasks. */
export function isMineOnly(filter: Filter): boolean {
  return filter.some(isMine)
}

function makeNarrowing(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'tasks.mine',
      title: 'Only my tasks, or all',
      keys: ['m'],
      run: () => {
        const { filter } = tasksStore.view
        if (isMineOnly(filter)) setFilter(filter.filter((condition) => !isMine(condition)))
        else setFilter([...filter, { field: 'artist', test: 'mine', values: noValue }])
      },
    }),
    narrowing({ id: 'tasks.filter-status', title: 'Filter by status…', keys: ['f s'] }, 'status', statusPage()),
    narrowing({ id: 'tasks.filter-stage', title: 'Filter by stage…', keys: ['f g'] }, 'stage', {
      id: 'stage',
      placeholder: 'Stage',
      options: () =>
        (findProjectContent()?.studio.getStages() ?? []).map(({ id, name }) => ({ value: id, label: name })),
    }),
    narrowing({ id: 'tasks.filter-artist', title: 'Filter by artist…', keys: ['f a'] }, 'artist', peoplePage(false)),
    defineCommand({
      ...base,
      id: 'tasks.filter-where',
      title: 'Filter by an expression…',
      keys: ['f w'],
      keywords: ['where', 'condition', 'field'],
      args: [{ id: 'condition', placeholder: 'effort > 2 && !done, or nothing', options: () => [], free: true }],
      run: async (_context, [condition = '']) => await setCondition(condition.trim()),
    }),
    ...makeConditions(),
  ]
}

function makeConditions(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'tasks.filter',
      title: 'Show or hide filters',
      keys: ['b'],
      run: () => toggleTasksFilter(),
    }),
    defineCommand({
      ...base,
      id: 'tasks.filter-add',
      title: 'Filter by a field…',
      keywords: ['condition', 'contains', 'between', 'empty', 'due date', 'priority', 'estimate', 'late', 'blocked'],
      keys: ['shift+b'],
      args: conditionPages('tasks', () => ({ fields: listProjectFields(findProjectContent()) })),
      run: (_context, [field = '', test]) => {
        toggleTasksFilter(true)
        const subject = findSubject('tasks', { fields: listProjectFields(findProjectContent()) }, field)
        setFilter(addCondition(tasksStore.view.filter, subject, test))
      },
    }),
    defineCommand({
      ...base,
      id: 'tasks.filter-any',
      title: 'Match any or all conditions',
      keywords: ['or', 'and', 'join'],
      when: () => tasksStore.view.filter.length > 1,
      run: () => setFilter(joinBy(tasksStore.view.filter, !isAnyEnough(tasksStore.view.filter))),
    }),
    defineCommand({
      ...base,
      id: 'tasks.clear-filter',
      title: 'Show all tasks',
      keys: ['f x'],
      run: () => {
        setFilter([])
        setTasksQuery('')
      },
    }),
  ]
}

type Named = Pick<Command, 'id' | 'title' | 'keys'>

function narrowing(named: Named, field: 'stage' | 'status' | 'artist', page: ArgumentPage): Command {
  return {
    ...base,
    ...named,
    args: [page],
    run: (_context, [id = '']) => {
      const { filter } = tasksStore.view
      const present = valuesOf(filter, field)
      setFilter(
        withValues(filter, field, present.includes(id) ? present.filter((each) => each !== id) : [...present, id]),
      )
    },
  }
}

/** What cannot be read is told, and the list stays as it is. */
async function setCondition(condition: string): Promise<CommandOutcome> {
  const content = findProjectContent()
  if (content === undefined) return undefined
  const problem = condition === '' ? undefined : await checkCondition(content, condition)
  if (problem !== undefined) return err(new AppError('invalid-input', problem))
  const { filter } = tasksStore.view
  const present = expressionsOf(filter)
  return setFilter(withExpressions(filter, condition === '' ? [] : [...new Set([...present, condition])]))
}

/** Every column as it would stand, hidden ones too. */
const listAll = (): readonly TaskColumn[] =>
  listColumns(listProjectFields(findProjectContent()), tasksStore.view.columns)
const toOption = ({ id, name }: TaskColumn): ArgumentOption => ({ value: id, label: name })

/** What tasks can be sorted by; the place is their order without a sort. */
function listSortable(): readonly ArgumentOption[] {
  const columns = listAll().filter(({ id }) => id !== 'place')
  return [{ value: 'item', label: 'Item' }, ...columns.map(toOption)]
}

function makeArranging(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'tasks.sort',
      title: 'Sort the tasks…',
      keys: ['shift+s'],
      keywords: ['order'],
      args: [sortPage(listSortable)],
      run: (_context, [value = '']) => setTasksView({ sort: readSort(value, listSortable) }),
    }),
    defineCommand({
      ...base,
      id: 'tasks.group',
      title: 'Group the tasks…',
      keys: ['g o'],
      keywords: ['together', 'section', 'stage', 'person', 'artist', 'collection', 'status', 'field'],
      args: [
        {
          id: 'column',
          placeholder: 'Group by',
          options: () => [
            { value: '', label: 'Nothing' },
            { value: 'item', label: 'Item' },
            ...listAll().map(({ id, name }) => ({ value: id, label: id === 'place' ? 'Collection' : name })),
          ],
        },
      ],
      run: (_context, [columnId = '']) => {
        setCollapsed([])
        setTasksView({ group: columnId === '' ? undefined : columnId })
      },
    }),
  ]
}

function makeColumns(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'tasks.column',
      title: 'Show or hide a column…',
      keys: ['c'],
      args: [
        {
          id: 'column',
          placeholder: 'Column',
          options: () =>
            listAll().map((column) => ({
              ...toOption(column),
              detail: tasksStore.view.hidden.includes(column.id) ? 'hidden' : 'shown',
            })),
        },
      ],
      run: (_context, [id = '']) => {
        const { hidden } = tasksStore.view
        setTasksView({ hidden: hidden.includes(id) ? hidden.filter((each) => each !== id) : [...hidden, id].sort() })
      },
    }),
    defineCommand({
      ...base,
      id: 'tasks.all-columns',
      title: 'Show all columns',
      when: () => tasksStore.view.hidden.length > 0,
      run: () => setTasksView({ hidden: plainTaskView.hidden }),
    }),
    ...makePlacing(),
  ]
}

function makePlacing(): readonly Command[] {
  return [
    defineCommand({
      ...base,
      id: 'tasks.move-column',
      title: 'Move a column…',
      args: [
        { id: 'column', placeholder: 'Column', options: () => listAll().map(toOption) },
        {
          id: 'to',
          placeholder: 'To the place of',
          options: (_context, [id]) =>
            listAll()
              .filter((column) => column.id !== id)
              .map(toOption),
        },
      ],
      run: (_context, [id = '', to = '']) =>
        setTasksView({ columns: moveColumn(tasksStore.view.columns, listAll(), { id, to }) }),
    }),
    defineCommand({
      ...base,
      id: 'tasks.column-width',
      title: 'Set the width of a column…',
      args: [
        {
          id: 'column',
          placeholder: 'Column',
          options: () => listAll().map((column) => ({ ...toOption(column), detail: `${column.width} pixels` })),
        },
        { id: 'width', placeholder: 'Pixels, or nothing', options: () => [], free: true },
      ],
      run: (_context, [id = '', text = '']): CommandOutcome => {
        const width = text.trim() === '' ? undefined : Number(text)
        if (width !== undefined && !(width > 0)) return err(new AppError('invalid-input', `“${text}” is not a width.`))
        return setTasksView({ columns: resizeColumn(tasksStore.view.columns, id, width) })
      },
    }),
  ]
}
