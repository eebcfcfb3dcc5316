import { makeItemOrder, makeStatusOrder, type SortReader } from '#core/fields/sort-items.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { isFieldOf } from '#core/schema/field-definitions.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { CollectionId, StageId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FilterContext } from '#core/timeline/filter-rows.ts'
import type { TaskTester } from './filtered-row.ts'
import type { GridLayoutInput } from './grid-layout.ts'
import { makeGrouping } from './group-items.ts'
import { findColumn, makeFindHolder, type FieldColumn, type SpaceColumn } from './space-columns.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { ViewState } from './view-form.ts'

/** Lists the active stages of a space, in its order: the grid's first columns. */
export function listActiveStages(studio: StudioReplica, { id }: Pick<Space, 'id'>): readonly StageRow[] {
  const stages = studio.replica.getRows('stages')
  return studio.getSpaceStages(id).flatMap(({ stageId, isActive }) => (isActive ? (stages.get(stageId) ?? []) : []))
}

/** Lists the statuses that a space offers, in its order and colours; all of the studio's where it has chosen none. */
export function listOfferedStatuses(studio: StudioReplica, { id }: Pick<Space, 'id'>): readonly StatusRow[] {
  const offered = studio.getSpaceStatuses(id)
  if (offered.length === 0) return studio.getStatuses()
  const statuses = studio.replica.getRows('task_statuses')
  return offered.flatMap(({ statusId, colorOverride }) => {
    const status = statuses.get(statusId)
    if (status === undefined) return []
    return colorOverride === undefined ? status : { ...status, color: colorOverride }
  })
}

/** Appends the studio's other statuses to some of them. */
export function withUnoffered(offered: readonly StatusRow[], studio: StudioReplica): readonly StatusRow[] {
  const ids = new Set(offered.map(({ id }) => id))
  return [...offered, ...studio.getStatuses().filter(({ id }) => !ids.has(id))]
}

/** The parts of a view that decide which items are shown, and in which order. */
export type Arrangement = Pick<ViewState, 'layout' | 'group' | 'sort' | 'collections' | 'filter'>

/** The field column that items are grouped by, and the column that sorts them. */
export type Arranged = { readonly grouping: FieldColumn | undefined; readonly sorting: SpaceColumn | undefined }

/**
 * Resolves a view's grouping and sort in a space; a field or stage that is gone, or a field of other places, is
 * ignored.
 */
export function findArranged(
  { studio, row }: { readonly studio: StudioReplica; readonly row: Pick<Space, 'id' | 'projectId'> },
  { layout, group, sort }: Pick<Arrangement, 'layout' | 'group' | 'sort'>,
): Arranged {
  const find = (id: string | undefined): SpaceColumn | undefined => {
    const column = findColumn(studio, id)
    return column?.field === undefined || isFieldOf(column.field, row) ? column : undefined
  }
  const grouping = layout === 'grid' ? find(group) : undefined
  return { grouping: grouping?.field === undefined ? undefined : grouping, sorting: find(sort?.fieldId) }
}

/** Whether a grouping or sort reads tasks: a stage's statuses, or fields of its tasks. */
export function dependsOnTasks(arranged: Arranged): boolean {
  return arranged.grouping?.stage !== undefined || arranged.sorting?.stage !== undefined
}

/** What a view's rows are made from. */
export type ViewSource = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly language: SortReader['language']
  /** Returns what the filter's field conditions and expressions need besides rows. */
  readonly getAsked: () => FilterContext
  /** Returns all statuses a cell can have, in order. */
  readonly getSheetStatuses: () => readonly StatusRow[]
  readonly askTasks: TaskTester
  readonly getColumnIds: () => readonly StageId[]
}

type Looked = Arrangement & {
  readonly arranged: Arranged
  readonly text: string
  readonly collapsed: ReadonlySet<CollectionId>
}

/** Gathers the input for laying out a space's grid under a view. */
export function toLayoutInput(source: ViewSource, view: Looked): GridLayoutInput {
  const { studio, space, language, askTasks } = source
  const { grouping, sorting } = view.arranged
  const isDown = view.sort?.isDown === true
  const nameOf = (userId: string): string => studio.replica.find('studio_members', userId)?.displayName ?? ''
  const reader = { language, nameOf, members: studio.getMembers() }
  return {
    collections: space.getCollections(),
    holdItems: space.holdItems,
    findCollectionId: (id) => space.replica.find('items', id)?.collectionId,
    askTasks,
    stageIds: source.getColumnIds(),
    filter: view.filter,
    text: view.text,
    collapsed: view.collapsed,
    sort: view.collections,
    asked: source.getAsked(),
    grouping: grouping && makeGrouping(grouping.field, { ...reader, findHolder: makeFindHolder(grouping, space) }),
    putInOrder: sorting && makeColumnOrder(sorting, { isDown, reader, space, statuses: source.getSheetStatuses() }),
  }
}

/** Makes the order of items by a column: by a field's values, or by the order of a stage's statuses. */
export function makeColumnOrder(
  column: SpaceColumn,
  { isDown, reader, space, statuses }: ColumnOrder,
): (items: readonly ItemRow[]) => readonly ItemRow[] {
  if (column.field === undefined) return makeStatusOrder(isDown, makePlaceOf(space, column.stage.id, statuses))
  return makeItemOrder(column.field, isDown, { ...reader, findHolder: makeFindHolder(column, space) })
}

type ColumnOrder = {
  readonly isDown: boolean
  readonly reader: SortReader
  readonly space: SpaceReplica
  readonly statuses: readonly StatusRow[]
}

/** Makes a function that finds the index of an item's status in a stage. */
function makePlaceOf(space: SpaceReplica, stageId: StageId, statuses: readonly StatusRow[]) {
  const places = new Map(statuses.map(({ id }, index) => [id, index]))
  return ({ id }: ItemRow): number | undefined => {
    const task = space.findTask(id, stageId)
    return task === undefined || task.isDisabled ? undefined : places.get(task.statusId)
  }
}
