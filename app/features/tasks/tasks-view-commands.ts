import { AppError } from '#core/lib/errors.ts'
import { err } from '#core/lib/result.ts'
import { expressionsOf, valuesOf, withExpressions, withValues, type Filter } from '#core/timeline/filter-kinds.ts'
import { noValue } from '#core/timeline/filter-tests.ts'
import {
  defineCommand,
  type ArgumentOption,
  type ArgumentPage,
  type Command,
  type CommandOutcome,
} from '#app/commands/define-command.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { makeCommandsOfList, type ListPage } from '#app/widgets/project-list/commands-of-list.ts'
import type { ListColumn } from '#app/widgets/project-list/list-columns.ts'
import { listTaskColumns } from './task-columns.ts'
import { checkCondition } from './task-condition.ts'
import { peoplePage, statusPage } from './tasks-change-commands.ts'
import { setTasksView, tasksList, tasksStore } from './tasks-store.ts'

const base = { group: 'Tasks of the project', scope: 'tasks' } as const

const listColumns = (): readonly ListColumn[] =>
  listTaskColumns(listProjectFields(findProjectContent()), tasksStore.view.columns)
const toOption = ({ id, name }: ListColumn): ArgumentOption => ({ value: id, label: name })
/** The item's name: not a column, but tasks can be sorted by it and grouped by it. */
const ofItem: ArgumentOption = { value: 'item', label: 'Item' }

/** The page of a project's tasks, for the commands that lists share. */
export const tasksPage: ListPage<string> = {
  list: tasksList,
  group: base.group,
  viewPrefix: 'task-view',
  listColumns,
  listSortable: () => [
    ofItem,
    ...listColumns()
      .filter(({ id }) => id !== 'place')
      .map(toOption),
  ],
  listGroups: () => [
    ofItem,
    ...listColumns().map((column) => toOption(column.id === 'place' ? { ...column, name: 'Collection' } : column)),
  ],
}

/** The commands for filter, order, groups, columns and saved views of a project's tasks. */
export const tasksViewCommands: readonly Command[] = [...makeNarrowing(), ...makeCommandsOfList(tasksPage)]

const setFilter = (filter: Filter): void => setTasksView({ filter })
const isMine = ({ field, test }: Filter[number]): boolean => field === 'artist' && test === 'mine'

/** Returns whether the list is filtered to the person's own tasks. */
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

/** Sets the condition, unless it cannot be read; then reports why and leaves the list alone. */
async function setCondition(condition: string): Promise<CommandOutcome> {
  const content = findProjectContent()
  if (content === undefined) return undefined
  const problem = condition === '' ? undefined : await checkCondition(content, condition)
  if (problem !== undefined) return err(new AppError('invalid-input', problem))
  const { filter } = tasksStore.view
  const present = expressionsOf(filter)
  return setFilter(withExpressions(filter, condition === '' ? [] : [...new Set([...present, condition])]))
}
