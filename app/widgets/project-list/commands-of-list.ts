import { moveColumn, resizeColumn } from '#core/items/column-look.ts'
import { AppError } from '#core/lib/errors.ts'
import { isSame } from '#core/lib/is-same.ts'
import { toId, type ProjectViewId } from '#core/lib/ids.ts'
import { err } from '#core/lib/result.ts'
import { readListViewForm, toListViewForm } from '#core/projects/list-view-form.ts'
import { isAnyEnough, setIsAnyEnough, type Filter } from '#core/timeline/filter-kinds.ts'
import type { ArgumentOption, ArgumentPage, Command, CommandOutcome } from '#app/commands/define-command.ts'
import { addCondition, conditionPages, findSubject } from '#app/widgets/filter-panel/add-condition.ts'
import { findProjectContent } from '#app/widgets/project-content/project-content-store.ts'
import type { ProjectContent } from '#app/widgets/project-content/project-content.ts'
import { listProjectFields } from '#app/widgets/project-content/project-fields.ts'
import { readSort, sortPage } from '#app/widgets/project-content/sort-page.ts'
import { makeCommandsOfViews } from '#app/widgets/saved-views/commands-of-views.ts'
import type { ViewSource } from '#app/widgets/saved-views/view-source.ts'
import type { ListColumn } from './list-columns.ts'
import type { ProjectList } from './list-store.ts'

/** A project's list, for the commands that change how it is viewed. */
export type ListPage<Id extends string> = {
  readonly list: ProjectList<Id>
  /** The palette heading of its commands. */
  readonly group: string
  /** The prefix of its saved-view commands. */
  readonly viewPrefix: string
  /** All columns in their order, hidden ones included. */
  readonly listColumns: () => readonly ListColumn[]
  /** The columns rows can be sorted by; without a sort they keep their order in the project. */
  readonly listSortable: () => readonly ArgumentOption[]
  /** The options rows can be grouped by, besides none. */
  readonly listGroups: () => readonly ArgumentOption[]
}

type Base = Pick<Command, 'group' | 'scope'>
const baseOf = <Id extends string>({ group, list }: ListPage<Id>): Base => ({ group, scope: list.page })

/** Returns the commands for the list's filter, sort, groups, columns and saved views. */
export function makeCommandsOfList<Id extends string>(page: ListPage<Id>): readonly Command[] {
  return [
    ...makeConditions(page),
    ...makeArranging(page),
    ...makeColumns(page),
    ...makePlacing(page),
    ...makeCommandsOfViews({
      prefix: page.viewPrefix,
      scope: page.list.page,
      getSource: () => getViewSource(page.list),
    }),
  ]
}

function getViewSource<Id extends string>(list: ProjectList<Id>): ViewSource | undefined {
  const content = findProjectContent()
  if (content === undefined) return undefined
  return {
    ...readViewSource(list, content),
    client: content.client,
    form: toListViewForm(list.store.view),
    open: (view) => {
      if (view === undefined) list.openView()
      else list.openView(readListViewForm(view.form, list.plain), toId<ProjectViewId>(view.id))
    },
  }
}

/** Returns the saved views of a page, and whether the page matches one of them. */
export function readViewSource<Id extends string>(
  { page, plain, store }: ProjectList<Id>,
  { studio, project }: Pick<ProjectContent, 'studio' | 'project'>,
): Omit<ViewSource, 'client' | 'form' | 'open'> {
  return {
    studio,
    place: { projectId: project.id, page },
    openId: store.viewId,
    isShown: (form) => isSame(readListViewForm(form, plain), store.view),
  }
}

const conditionWords = ['condition', 'contains', 'between', 'empty', 'kind', 'due date', 'priority', 'estimate', 'late']

function makeConditions<Id extends string>(page: ListPage<Id>): readonly Command[] {
  const { list } = page
  const base = baseOf(page)
  const getAskable = () => ({ fields: listProjectFields(findProjectContent()) })
  const setFilter = (filter: Filter): void => list.setView({ filter })
  return [
    {
      ...base,
      id: `${list.page}.filter`,
      title: 'Show or hide filters',
      keys: ['b'],
      run: () => list.toggleFilter(),
    },
    {
      ...base,
      id: `${list.page}.filter-add`,
      title: 'Filter by a field…',
      keywords: [...conditionWords, 'status', 'blocked'],
      keys: ['shift+b'],
      args: conditionPages('tasks', getAskable),
      run: (_context, [field = '', test]) => {
        list.toggleFilter(true)
        setFilter(addCondition(list.store.view.filter, findSubject('tasks', getAskable(), field), test))
      },
    },
    {
      ...base,
      id: `${list.page}.filter-any`,
      title: 'Match any or all conditions',
      keywords: ['or', 'and', 'join'],
      when: () => list.store.view.filter.length > 1,
      run: () => setFilter(setIsAnyEnough(list.store.view.filter, !isAnyEnough(list.store.view.filter))),
    },
    {
      ...base,
      id: `${list.page}.clear-filter`,
      title: `Show all ${list.page}`,
      keys: ['f x'],
      run: () => {
        setFilter([])
        list.setQuery('')
      },
    },
  ]
}

function makeArranging<Id extends string>(page: ListPage<Id>): readonly Command[] {
  const { list, listSortable, listGroups } = page
  const base = baseOf(page)
  return [
    {
      ...base,
      id: `${list.page}.sort`,
      title: `Sort the ${list.page}…`,
      keys: ['shift+s'],
      keywords: ['order'],
      args: [sortPage(listSortable)],
      run: (_context, [value = '']) => list.setView({ sort: readSort(value, listSortable) }),
    },
    {
      ...base,
      id: `${list.page}.group`,
      title: `Group the ${list.page}…`,
      keys: ['g o'],
      keywords: ['together', 'section', 'stage', 'person', 'artist', 'collection', 'status', 'kind', 'field'],
      args: [
        {
          id: 'column',
          placeholder: 'Group by',
          options: () => [{ value: '', label: 'Nothing' }, ...listGroups()],
        },
      ],
      run: (_context, [columnId = '']) => {
        list.setCollapsed([])
        list.setView({ group: columnId === '' ? undefined : columnId })
      },
    },
  ]
}

const toOption = ({ id, name }: ListColumn): ArgumentOption => ({ value: id, label: name })

function columnPage(list: () => readonly ListColumn[], describe?: (column: ListColumn) => string): ArgumentPage {
  const options = () => list().map((column) => ({ ...toOption(column), detail: describe?.(column) }))
  return { id: 'column', placeholder: 'Column', options }
}

function makeColumns<Id extends string>(page: ListPage<Id>): readonly Command[] {
  const { list, listColumns } = page
  const base = baseOf(page)
  const isHidden = (id: string): boolean => list.store.view.hidden.includes(id)
  return [
    {
      ...base,
      id: `${list.page}.column`,
      title: 'Show or hide a column…',
      keys: ['c'],
      args: [columnPage(listColumns, ({ id }) => (isHidden(id) ? 'hidden' : 'shown'))],
      run: (_context, [id = '']) => {
        const { hidden } = list.store.view
        list.setView({ hidden: isHidden(id) ? hidden.filter((each) => each !== id) : [...hidden, id].sort() })
      },
    },
    {
      ...base,
      id: `${list.page}.all-columns`,
      title: 'Show all columns',
      when: () => list.store.view.hidden.length > 0,
      run: () => list.setView({ hidden: [] }),
    },
  ]
}

function makePlacing<Id extends string>(page: ListPage<Id>): readonly Command[] {
  const { list, listColumns } = page
  const base = baseOf(page)
  const listOthers = (id: string | undefined) => listColumns().filter((column) => column.id !== id)
  return [
    {
      ...base,
      id: `${list.page}.move-column`,
      title: 'Move a column…',
      args: [
        columnPage(listColumns),
        { id: 'to', placeholder: 'To the place of', options: (_context, [id]) => listOthers(id).map(toOption) },
      ],
      run: (_context, [id = '', to = '']) =>
        list.setView({ columns: moveColumn(list.store.view.columns, listColumns(), { id, to }) }),
    },
    {
      ...base,
      id: `${list.page}.column-width`,
      title: 'Set the width of a column…',
      args: [
        columnPage(listColumns, ({ width }) => `${width} pixels`),
        { id: 'width', placeholder: 'Pixels, or nothing', options: () => [], free: true },
      ],
      run: (_context, [id = '', text = '']): CommandOutcome => {
        const width = text.trim() === '' ? undefined : Number(text)
        if (width !== undefined && !(width > 0)) return err(new AppError('invalid-input', `“${text}” is not a width.`))
        return list.setView({ columns: resizeColumn(list.store.view.columns, id, width) })
      },
    },
  ]
}
