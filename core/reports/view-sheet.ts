import type { ItemLinks } from '#core/casting/item-links.ts'
import { compileExpression } from '#core/expressions/compile-expression.ts'
import { toFieldText } from '#core/fields/field-text.ts'
import type { Formulas } from '#core/fields/formulas.ts'
import { openFormulas } from '#core/fields/task-scope.ts'
import { arrangeColumns } from '#core/items/column-look.ts'
import { makeFilterContext } from '#core/items/filter-context.ts'
import { makeTaskTester, toFilteredRow, toFilteredTask } from '#core/items/filtered-row.ts'
import { layOutGrid } from '#core/items/grid-layout.ts'
import { listColumns, type FieldColumn } from '#core/items/space-columns.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { ViewState } from '#core/items/view-form.ts'
import {
  findArranged,
  listActiveStages,
  listOfferedStatuses,
  toLayoutInput,
  withUnoffered,
} from '#core/items/view-layout.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { StageId, UserId } from '#core/lib/ids.ts'
import { AppError } from '#core/lib/errors.ts'
import { toCsvLine } from '#core/exchange/csv-line.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { FieldValue } from '#core/schema/field-values.ts'
import { itemFlags } from '#core/schema/item-flags.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { isAboutTasks, makeFilterTest } from '#core/timeline/filter-rows.ts'

/** The inputs of a saved view's sheet. */
export type ViewSheetSource = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly row: Space
  readonly state: ViewState
  readonly today: CalendarDate
  /** The report's owner, whom “mine” refers to. */
  readonly me: UserId
  /** The links of items. */
  readonly links: ItemLinks
  /** Returns what a task waits for; absent if unknown, as in a grid that has not loaded it. */
  readonly listWaits?: ((task: Task) => readonly string[] | undefined) | undefined
}

export type ViewSheet = { readonly csv: string; readonly itemCount: number }

/**
 * Writes what the grid shows of a space in a saved view as comma-separated values: items in their groups and order, its
 * columns, statuses and people by name, plain numbers. Fails with `invalid-input` if a filter expression is invalid:
 * sending nothing is better than sending what should be left out.
 */
export function writeViewSheet(source: ViewSheetSource): ViewSheet {
  const { studio, space, row, state } = source
  const hidden = new Set<string>(state.hidden)
  const stages = listActiveStages(studio, row)
  const [ofItems, ofTasks] = [studio.getSpaceFields(row), studio.getSpaceFields(row, 'task')]
  const spaceColumns = listColumns(stages, { ofItems, ofTasks }, state.columns.shown).filter(
    ({ id }) => !hidden.has(id),
  )
  const formulas = openFormulas(studio, space, source.links)
  const arranged = findArranged({ studio, row }, state)
  const readFormula = (item: ItemRow, { key }: FieldDefinition) => formulas.evaluate(key, item, source.today)
  const asked = makeFilterContext({
    space,
    fields: [...ofItems, ...ofTasks],
    stages,
    me: source.me,
    today: () => source.today,
    readFormula,
    makeTest: (text) => makeTest(text, formulas, source.today),
  })
  const toFiltered = (task: Task) => toFilteredTask(space, task, source.listWaits)
  const layout = layOutGrid(
    toLayoutInput(
      {
        studio,
        space,
        askTasks: makeTaskTester(space, source.listWaits),
        language: { read: readFormula },
        getAsked: () => asked,
        getSheetStatuses: () => withUnoffered(listOfferedStatuses(studio, row), studio),
        getColumnIds: () => spaceColumns.map(({ id }) => id),
      },
      { ...state, arranged, text: '', collapsed: new Set() },
    ),
  )
  const items = layout.order.itemIds.flatMap((id) => space.replica.find('items', id) ?? [])
  const isLeftOut = makeLeftOut(state, (filter) => {
    const test = makeFilterTest(filter, 'grid', asked)
    return (task) => {
      const item = space.replica.find('items', task.itemId)
      return item !== undefined && test(toFilteredRow(item, toFiltered(task)))
    }
  })
  const shown = spaceColumns.map((column) => ({
    id: column.id,
    columns:
      column.field === undefined
        ? listStageColumns(column.stage, items, { studio, space, isLeftOut })
        : [{ title: column.name, read: makeFieldReader(column, source, { formulas, isLeftOut }) }],
  }))
  const columns = [...listFlagColumns(items), ...inOrder(shown, state)]
  const lines = layout.sections.flatMap(({ rows }) => {
    const name = rows.find((each) => each.kind === 'collection')?.collection.name ?? ''
    const ofSection = rows.flatMap((each) => (each.kind === 'item' ? (space.replica.find('items', each.id) ?? []) : []))
    // A collection without items gets a line too.
    if (ofSection.length === 0) return [[name, '', ...columns.map(() => '')]]
    return ofSection.map((item) => [name, item.title, ...columns.map(({ read }) => read(item))])
  })
  const titles = [arranged.grouping?.field.name ?? 'Collection', 'Name', ...columns.map(({ title }) => title)]
  return { csv: [titles, ...lines].map(toCsvLine).join(''), itemCount: items.length }
}

type Column = { readonly title: string; readonly read: (item: ItemRow) => string }
type Cells = Pick<ViewSheetSource, 'studio' | 'space'> & { readonly isLeftOut: (task: Task) => boolean }

/** Lists columns for flags that some item has. */
function listFlagColumns(items: readonly ItemRow[]): readonly Column[] {
  return itemFlags
    .filter(({ field }) => items.some((item) => item[field]))
    .map(({ label, field }) => ({ title: label, read: (item) => (item[field] ? 'yes' : '') }))
}

type Shown = { readonly id: string; readonly columns: readonly Column[] }

/** Orders columns as the view has moved and pinned them. */
function inOrder(shown: readonly Shown[], { columns }: ViewState): readonly Column[] {
  return arrangeColumns(shown, columns).flatMap((each) => each.columns)
}

/** Lists a stage's status column, and its assignee column if there are any. */
function listStageColumns(
  { id, name }: { readonly id: StageId; readonly name: string },
  items: readonly ItemRow[],
  { studio, space, isLeftOut }: Cells,
): readonly Column[] {
  const taskOf = (item: ItemRow): Task | undefined => {
    const task = space.findTask(item.id, id)
    return task === undefined || task.isDisabled || isLeftOut(task) ? undefined : task
  }
  const peopleOf = (item: ItemRow): string => {
    const task = taskOf(item)
    const ids = task === undefined ? [] : listAssignees(space, task)
    return ids.flatMap((userId) => studio.replica.find('studio_members', userId)?.displayName ?? []).join(', ')
  }
  const statusOf = (item: ItemRow): string =>
    studio.replica.find('task_statuses', taskOf(item)?.statusId ?? '')?.name ?? ''
  const status = { title: name, read: statusOf }
  return items.some((item) => peopleOf(item) !== '')
    ? [status, { title: `${name} assignee`, read: peopleOf }]
    : [status]
}

/** Tells which cells stay empty in a view that shows only matching ones. */
function makeLeftOut(
  { filter, isOnlyMatching }: ViewState,
  makeTaskTest: (filter: ViewState['filter']) => (task: Task) => boolean,
): (task: Task) => boolean {
  if (!isOnlyMatching || !isAboutTasks(filter, 'grid')) return () => false
  const isMeant = makeTaskTest(filter)
  return (task) => !isMeant(task)
}

function makeFieldReader(
  { field, stage }: FieldColumn,
  { studio, space, today }: ViewSheetSource,
  { formulas, isLeftOut }: { readonly formulas: Formulas } & Pick<Cells, 'isLeftOut'>,
): Column['read'] {
  const people = studio.getMembers()
  if (stage !== undefined) {
    return (item) => {
      const task = space.findTask(item.id, stage.id)
      const isEmpty = task === undefined || task.isDisabled || isLeftOut(task)
      return isEmpty ? '' : toFieldText(field, task.fields?.[field.key], people)
    }
  }
  return (item) => {
    if (field.kind !== 'formula') return toFieldText(field, item.fields?.[field.key], people)
    const result = formulas.evaluate(field.key, item, today)
    if (!result.ok) return result.error.reason
    // An expression returns what fields hold, or empty.
    return result.value === null ? '' : toFieldText(field, result.value as FieldValue, people)
  }
}

function makeTest(text: string, { scope }: Formulas, today: CalendarDate): (item: ItemRow) => boolean {
  const compiled = compileExpression(text, scope)
  if (!compiled.ok || compiled.value.type !== 'checkbox') {
    const reason = compiled.ok ? 'it must be true or false' : compiled.error.reason
    throw new AppError('invalid-input', `The view's filter “${text}” cannot be read: ${reason}`)
  }
  return (item) => {
    const result = compiled.value.evaluate(item, today)
    return result.ok && result.value === true
  }
}
