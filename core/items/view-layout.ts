import { makeItemOrder, makeStatusOrder, type SortReader } from '#core/fields/sort-items.ts'
import type { ItemRow } from '#core/schema/items.ts'
import { isFieldOf } from '#core/schema/field-definitions.ts'
import type { Space } from '#core/schema/spaces.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { CollectionId, StageId } from '#core/lib/ids.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import type { FilterAsked } from '#core/timeline/filter-rows.ts'
import type { AskTasks } from './filtered-row.ts'
import type { GridLayoutInput } from './grid-layout.ts'
import { makeGrouping } from './group-items.ts'
import { findColumn, makeFindHolder, type FieldColumn, type SpaceColumn } from './space-columns.ts'
import type { SpaceReplica } from './space-replica.ts'
import type { ViewState } from './view-form.ts'

/** The active stages of a space, in its order: the grid's first columns. */
export function listActiveStages(studio: StudioReplica, { id }: Pick<Space, 'id'>): readonly StageRow[] {
  const stages = studio.replica.getRows('stages')
  return studio.getSpaceStages(id).flatMap(({ stageId, isActive }) => (isActive ? (stages.get(stageId) ?? []) : []))
}

/** The statuses that a space offers, in its order and colours; all of the studio's where it has not chosen any. */
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

/** Some statuses, and after them those of the studio that are not among them. */
export function withUnoffered(offered: readonly StatusRow[], studio: StudioReplica): readonly StatusRow[] {
  const ids = new Set(offered.map(({ id }) => id))
  return [...offered, ...studio.getStatuses().filter(({ id }) => !ids.has(id))]
}

/** What of a view says which items are shown, and in which order. */
export type Arrangement = Pick<ViewState, 'layout' | 'group' | 'sort' | 'collections' | 'filter'>

/** By which field's values items are put together, and which column puts them in order. */
export type Arranged = { readonly grouping: FieldColumn | undefined; readonly sorting: SpaceColumn | undefined }

/** What a view's grouping and sort mean in a space; a field or stage that is gone, or a field of other places, means nothing. */
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

/** Whether an order or grouping looks at tasks: at a stage's statuses, or at fields of its tasks. */
export function isOfTasks(arranged: Arranged): boolean {
  return arranged.grouping?.stage !== undefined || arranged.sorting?.stage !== undefined
}

/** What a view's rows are read from. */
export type ViewSource = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly language: SortReader['language']
  /** What the filter's conditions about fields, and its expressions, are read with. */
  readonly getAsked: () => FilterAsked
  /** All that a cell can have, in their order. */
  readonly getSheetStatuses: () => readonly StatusRow[]
  readonly askTasks: AskTasks
  readonly getColumnIds: () => readonly StageId[]
}

type Looked = Arrangement & {
  readonly arranged: Arranged
  readonly text: string
  readonly collapsed: ReadonlySet<CollectionId>
}

/** What the grid of a space is laid out from, looked at as a view says. */
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

/** Puts items in the order of a column: of a field's values, or of where a stage's statuses stand among all of them. */
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

/** Where the status of an item's task stands among all of them. */
function makePlaceOf(space: SpaceReplica, stageId: StageId, statuses: readonly StatusRow[]) {
  const places = new Map(statuses.map(({ id }, index) => [id, index]))
  return ({ id }: ItemRow): number | undefined => {
    const task = space.findTask(id, stageId)
    return task === undefined || task.isDisabled ? undefined : places.get(task.statusId)
  }
}
