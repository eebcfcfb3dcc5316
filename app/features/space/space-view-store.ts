import { parseJson } from '#core/lib/json.ts'
import { proxy, ref } from 'valtio/vanilla'
import { emptyFilter, readFieldName, type FieldName, type Filter } from '#core/timeline/filter-kinds.ts'
import {
  emptyCellSelection,
  selectCell,
  toggleCell,
  type CellKey,
  type CellSelection,
} from '#core/lib/selection-range.ts'
import { plainColumns, readColumnLook, toggleShown, type ColumnLook } from '#core/items/column-look.ts'
import type { TotalKind, ViewState } from '#core/items/view-form.ts'
import type { CollectionId, ItemId, SpaceId, SpaceViewId, StageId, StatusId } from '#core/lib/ids.ts'
import { readStored, writeStored } from '#app/lib/browser-storage.ts'
import type { CollectionSort } from '#core/items/grid-layout.ts'
import { stageOfColumn } from '#core/items/space-columns.ts'
import type { ItemSort } from '#core/fields/sort-items.ts'
import type { SpaceDialog } from './model/space-dialog.ts'

/** What the cells show; time and estimates replace the pills, one at a time. */
export type CellView = 'status' | 'time' | 'estimates'

/** What the kanban's lanes can be made of. */
export const laneKinds = ['none', 'person', 'collection', 'kind'] as const
/** One of those, or a custom field. */
export type LaneKind = (typeof laneKinds)[number] | FieldName

/** A text being edited in place. `draft` is what a first key has already typed. */
export type Editing =
  | { readonly kind: 'item-name'; readonly itemId: ItemId }
  | { readonly kind: 'collection-name'; readonly collectionId: CollectionId }
  | { readonly kind: 'filter-text' }
  /** The card limit of a kanban column, or the name of a new item in it. */
  | { readonly kind: 'card-limit' | 'new-card'; readonly statusId: StatusId }
  | { readonly kind: 'estimate' | 'field'; readonly key: CellKey; readonly draft: string | undefined }

/** Something picked up by keyboard, until it is dropped or put back. */
export type Moving =
  | { readonly kind: 'items'; readonly ids: readonly ItemId[] }
  | { readonly kind: 'collection'; readonly id: CollectionId }

/** What the context menu was opened on, where that is not cells. */
export type MenuPlace =
  | { readonly kind: 'column'; readonly id: StageId }
  | { readonly kind: 'collection'; readonly id: CollectionId }

/** Where moved rows would land: before this row, or after all of them. */
export type DropPlace = { readonly before: number }

type SpaceView = {
  spaceId: SpaceId | undefined
  /** The saved view that was opened last. */
  viewId: SpaceViewId | undefined
  layout: 'grid' | 'kanban'
  view: CellView
  sort: CollectionSort
  lanes: LaneKind
  /** The field that items are sorted by; absent for the arranged order. */
  itemSort: ItemSort | undefined
  /** The column of the field that items are grouped by instead of by collection. */
  group: string | undefined
  /** The total of each field, by the column's id. */
  totals: ReadonlyMap<string, TotalKind>
  selection: CellSelection
  /** Whether cells are being picked one by one, with steps of the cursor in between. */
  isPicking: boolean
  /** The cell the keyboard acts on when nothing is selected. */
  cursor: CellKey | undefined
  collapsed: ReadonlySet<CollectionId>
  /** Ids of the hidden stages and fields. */
  hiddenFields: ReadonlySet<string>
  /** Order, widths and pins of the columns. */
  columns: ColumnLook
  filter: Filter
  text: string
  isFilterOpen: boolean
  /** Whether cells whose task does not match the filter are left empty. */
  isOnlyMatching: boolean
  dialog: SpaceDialog | undefined
  editing: Editing | undefined
  moving: Moving | undefined
  drop: DropPlace | undefined
  /** The kanban column over which cards picked up by keyboard are held. */
  heldOver: StatusId | undefined
  menuPlace: MenuPlace | undefined
  /** Whether the summary of the cursor's cell is open. */
  isPeeking: boolean
  /** How many rows fit the window: how far a page moves the cursor. */
  pageRows: number
}

const initial = (): SpaceView => ({
  spaceId: undefined,
  viewId: undefined,
  layout: 'grid',
  view: 'status',
  sort: 'name',
  lanes: 'none',
  itemSort: undefined,
  group: undefined,
  totals: ref(new Map<string, TotalKind>()),
  selection: ref(emptyCellSelection),
  isPicking: false,
  cursor: undefined,
  collapsed: ref(new Set<CollectionId>()),
  hiddenFields: ref(new Set<string>()),
  columns: ref(plainColumns),
  filter: ref(emptyFilter),
  text: '',
  isFilterOpen: false,
  isOnlyMatching: false,
  dialog: undefined,
  editing: undefined,
  moving: undefined,
  drop: undefined,
  heldOver: undefined,
  menuPlace: undefined,
  isPeeking: false,
  pageRows: 10,
})

const state = proxy(initial())

/** The view of the open space, and its selection. Sets are replaced, never changed. */
export const spaceViewStore: Readonly<SpaceView> = state

type SavedView = Pick<SpaceView, 'layout' | 'sort' | 'lanes' | 'hiddenFields' | 'columns'>

const savedKey = (spaceId: SpaceId): string => `spaceView_${spaceId}`

/** Resets the view for a space, with what this browser remembers of it. */
export function enterSpace(spaceId: SpaceId, layout: 'grid' | 'kanban'): void {
  const [savedLayout, savedSort, savedHidden = '', savedLanes, columns] =
    readStored(savedKey(spaceId))?.split(' ') ?? []
  Object.assign(state, {
    ...initial(),
    spaceId,
    layout: savedLayout === 'grid' || savedLayout === 'kanban' ? savedLayout : layout,
    sort: savedSort === 'rank' ? 'rank' : 'name',
    lanes: readLanes(savedLanes),
    hiddenFields: ref(new Set(savedHidden.split(',').filter((id) => id !== '' && id !== '-'))),
    columns: ref(readColumnLook(parseJson(columns))),
  })
}

function readLanes(text = ''): LaneKind {
  return readFieldName(text) ?? laneKinds.find((kind) => kind === text) ?? 'none'
}

function save(changes: Partial<SavedView>): void {
  Object.assign(state, changes)
  if (state.spaceId === undefined) return
  const hidden = [...state.hiddenFields].join(',')
  const columns = JSON.stringify(state.columns)
  const parts = [state.layout, state.sort, hidden === '' ? '-' : hidden, state.lanes, columns]
  writeStored(savedKey(state.spaceId), parts.join(' '))
}

/** Returns the current view as a saved view stores it. */
export function readViewState(): ViewState {
  const { layout, hiddenFields, columns, sort, itemSort, group, totals, lanes, filter, isOnlyMatching } = state
  const shown = { layout, hidden: [...hiddenFields].sort(), columns, totals: Object.fromEntries(totals) }
  return { ...shown, collections: sort, sort: itemSort, group, lanes, filter, isOnlyMatching }
}

/** Applies a saved view. */
export function setView(viewId: SpaceViewId, view: ViewState): void {
  applyView(view)
  state.viewId = viewId
}

/** Resets the view to that of a new space; its layout stays. */
export function resetView(): void {
  const { sort, lanes, filter } = initial()
  const plain = {
    sort: undefined,
    group: undefined,
    hidden: [],
    columns: plainColumns,
    totals: {},
    isOnlyMatching: false,
  }
  applyView({ ...plain, collections: sort, lanes, filter, layout: state.layout })
  state.viewId = undefined
}

function applyView({ sort, group, totals, filter, isOnlyMatching, ...view }: ViewState): void {
  setFilter(filter)
  setItemSort(sort)
  Object.assign(state, { text: '', group, totals: ref(new Map(Object.entries(totals))), isOnlyMatching })
  save({
    layout: view.layout,
    sort: view.collections,
    lanes: readLanes(view.lanes),
    hiddenFields: ref(new Set(view.hidden)),
    columns: ref(view.columns),
  })
}

export function setLayout(layout: 'grid' | 'kanban'): void {
  state.heldOver = undefined
  save({ layout })
}

export function setLanes(lanes: LaneKind): void {
  save({ lanes })
}

export function setSort(sort: CollectionSort): void {
  save({ sort })
}

/** Sorts items by a field; without one as people have arranged them. */
export function setItemSort(itemSort: ItemSort | undefined): void {
  state.itemSort = itemSort && ref(itemSort)
}

/** Groups items by a field; without one by collection. */
export function setGroup(columnId: string | undefined): void {
  clearSelection()
  state.collapsed = ref(new Set<CollectionId>())
  state.group = columnId
}

/** Sets the total of a field's column. */
export function setTotal(columnId: string, kind: TotalKind): void {
  state.totals = ref(new Map([...state.totals, [columnId, kind]]))
}

/** Shows the columns of task fields, or hides them where all are shown. */
export function toggleTaskColumns(ids: readonly string[]): void {
  save({ columns: ref(toggleShown(state.columns, ids)) })
}

/** Shows a stage or field as a column, or hides it. */
export function toggleField(id: string): void {
  if (stageOfColumn(id) !== undefined) return toggleTaskColumns([id])
  const hiddenFields = new Set(state.hiddenFields)
  if (!hiddenFields.delete(id)) hiddenFields.add(id)
  save({ hiddenFields: ref(hiddenFields) })
}

/** Reorders, pins or resizes columns. */
export function setColumns(columns: ColumnLook): void {
  save({ columns: ref(columns) })
}

/** Shows column widths while an edge is dragged; they are stored when it is released. */
export function previewColumns(columns: ColumnLook): void {
  state.columns = ref(columns)
}

export function showAllColumns(): void {
  save({ hiddenFields: ref(new Set<string>()) })
}

export function setMenuPlace(place: MenuPlace | undefined): void {
  state.menuPlace = place && ref(place)
}

/** Shows something else in the cells; a second time goes back to the pills. */
export function toggleCellView(view: CellView): void {
  state.editing = undefined
  state.view = state.view === view ? 'status' : view
}

export function setSelection(selection: CellSelection, cursor?: CellKey): void {
  state.selection = ref(selection)
  state.isPicking = false
  if (cursor !== undefined) state.cursor = cursor
}

/** Adds or removes the cursor's cell from the selection; picked cells stay selected while the cursor moves on. */
export function pickCell(cursor: CellKey): void {
  setSelection(toggleCell(state.selection, cursor), cursor)
  state.isPicking = state.selection.cells.size > 0
}

/** Moves the cursor by a step. */
export function stepCursor(cursor: CellKey): void {
  if (state.isPicking) state.cursor = cursor
  else moveCursor(cursor)
}

/** Moves the cursor to a cell, which becomes the anchor, and clears the selection. */
export function moveCursor(cursor: CellKey): void {
  setSelection({ ...emptyCellSelection, anchor: cursor }, cursor)
}

/** Selects this cell alone, as a plain click does. */
export function selectOnly(key: CellKey): void {
  setSelection(selectCell(key), key)
}

export function clearSelection(): void {
  setSelection(emptyCellSelection)
}

export function setCollapsed(ids: Iterable<CollectionId>): void {
  state.collapsed = ref(new Set(ids))
}

export function toggleCollapsed(id: CollectionId): void {
  const collapsed = new Set(state.collapsed)
  if (!collapsed.delete(id)) collapsed.add(id)
  setCollapsed(collapsed)
}

export function setFilter(filter: Filter): void {
  state.filter = ref(filter)
}

export function setFilterText(text: string): void {
  state.text = text
}

export function clearFilter(): void {
  setFilter(emptyFilter)
  state.text = ''
}

export function setFilterOpen(isOpen: boolean): void {
  state.isFilterOpen = isOpen
}

export function toggleOnlyMatching(): void {
  state.isOnlyMatching = !state.isOnlyMatching
}

export function openDialog(dialog: SpaceDialog): void {
  state.dialog = ref(dialog)
}

export function closeDialog(): void {
  state.dialog = undefined
}

export function startEditing(editing: Editing): void {
  state.editing = editing
}

export function stopEditing(): void {
  state.editing = undefined
}

export function startMoving(moving: Moving, drop: DropPlace): void {
  state.moving = ref(moving)
  state.drop = drop
}

export function setDrop(drop: DropPlace | undefined): void {
  if (state.drop?.before !== drop?.before) state.drop = drop
}

export function stopMoving(): void {
  state.moving = undefined
  state.drop = undefined
}

export function holdOver(statusId: StatusId | undefined): void {
  state.heldOver = statusId
}

export function setPeeking(isPeeking: boolean): void {
  state.isPeeking = isPeeking
}

/** Set by the grid whenever its window changes. */
export function setPageRows(rows: number): void {
  if (state.pageRows !== rows) state.pageRows = rows
}

export function resetSpaceView(): void {
  Object.assign(state, initial())
}
