import type { Space } from '#core/schema/spaces.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import { asksForWaits } from '#core/timeline/filter-kinds.ts'
import { type FilterContext } from '#core/timeline/filter-rows.ts'
import type { StageRow } from '#core/schema/stages.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { TableName } from '#core/schema/tables.ts'
import { subscribe } from 'valtio/vanilla'
import { areWideInitials } from '#core/lib/wide-initials.ts'
import { avatarColorOf, avatarColors, initialsOf } from '#core/studios/palette.ts'
import type { StageId, StatusId, UserId } from '#core/lib/ids.ts'
import { memoByVersion } from '#core/schema/memo.ts'
import { arrangeColumns, type ColumnPlace } from '#core/items/column-look.ts'
import { listColumns, listTaskColumns, type FieldColumn, type SpaceColumn } from '#core/items/space-columns.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { pillKindOf, type PillKind } from '#app/widgets/status-pill/status-sheet.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { makeEarlyStatus, type EarlyStatus } from './early-status.ts'
import { readArtists } from './read-artists.ts'
import { makeFieldLanguage, type FieldLanguage } from '#app/widgets/field-language.ts'
import { makeFilterContext } from '#core/items/filter-context.ts'
import { makeTaskTester, toFilteredTask, type LayoutTask } from '#core/items/filtered-row.ts'
import { isFiltering, layOutGrid, type GridLayout } from '#core/items/grid-layout.ts'
import {
  findArranged,
  dependsOnTasks,
  listActiveStages,
  listOfferedStatuses,
  toLayoutInput,
  type ViewSource,
  withUnoffered,
} from '#core/items/view-layout.ts'
import { makeItemLinks, type ItemLinks } from '#core/casting/item-links.ts'
import { makeSpaceReadiness, type SpaceReadiness } from '#core/casting/space-readiness.ts'

/** A status as cells show it: its row, and the class of its colours. */
export type CellStatus = {
  readonly row: Pick<StatusRow, 'name' | 'shortCode' | 'color' | 'isDone' | 'isDefault'>
  readonly kind: PillKind
  readonly colorClass: string
}

/** A member as an avatar. */
export type Person = {
  readonly id: UserId
  readonly name: string
  readonly initials: string
  /** Set where the initials are smaller to fit. */
  readonly isWide?: true
  readonly color: string
  readonly colorClass: string
  readonly avatarUrl: string | undefined
}

/** A column of the grid, with its place. A field's column has an id of a stage's type in which no item has a task. */
export type GridColumn = ColumnPlace & SpaceColumn
/** A column of a field, with its place. */
export type GridFieldColumn = ColumnPlace & FieldColumn

/** An open space as its screen reads it. Every value keeps its identity until its sources change. */
export type SpaceModel = {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly row: Space
  /** The active stages, in the space's order. */
  readonly getStages: () => readonly StageRow[]
  /** The shown columns of the grid, in order. */
  readonly getColumns: () => readonly GridColumn[]
  /** The shown columns of custom fields. */
  readonly getFieldColumns: () => readonly GridFieldColumn[]
  /** All columns in order, hidden ones too; of task fields, only those that are shown. */
  readonly getAllColumns: () => readonly GridColumn[]
  /** All fields of the space's items, shown or not. */
  readonly getAllFields: () => readonly FieldDefinition[]
  /** All fields of the items' tasks. */
  readonly getTaskFields: () => readonly FieldDefinition[]
  /** The columns of task fields beside the stages, shown or not. */
  readonly getTaskColumns: () => readonly FieldColumn[]
  /** Finds a shown column. */
  readonly findColumn: (columnId: string) => GridColumn | undefined
  /** Finds the field of a shown column; absent for a stage's. */
  readonly findField: (columnId: string) => FieldDefinition | undefined
  /** The statuses the space offers, in its order and colours; all of the studio's where it has chosen none. */
  readonly getStatuses: () => readonly StatusRow[]
  /** All statuses a cell can have, offered ones first: their positions number their classes. */
  readonly getSheetStatuses: () => readonly StatusRow[]
  readonly findStatus: (id: StatusId) => CellStatus | undefined
  readonly getPeople: () => ReadonlyMap<UserId, Person>
  /** Who works on a task (ruling 12). */
  readonly getArtists: (task: Task) => readonly UserId[]
  /** A task as the filter reads it. */
  readonly toFiltered: (task: Task) => LayoutTask
  readonly getLayout: () => GridLayout
  /** What a filter needs besides the rows: the same until fields or language change. */
  readonly getAsked: () => FilterContext
  /** What its tasks wait for among its items' casts. */
  readonly readiness: SpaceReadiness
  /** What its items are linked to, for formulas and conditions. */
  readonly links: ItemLinks
  /** Evaluates formulas of its items, and conditions about them. */
  readonly language: FieldLanguage
  /** Grows with the catalogue: stages, statuses, people. */
  readonly getCatalogueVersion: () => number
  /** What the selected cells show before a large change is made. */
  readonly earlyStatus: EarlyStatus
  /** Calls back on every change of rows, catalogue and view; for a change shown ahead, once there is time. */
  readonly subscribe: (listener: () => void) => () => void
  /** Grows with each of those changes. */
  readonly getVersion: () => number
}

/** Makes the model of an open space. */
export function makeSpaceModel(place: {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly row: Space
  readonly userId: UserId
}): SpaceModel {
  const { studio, space, row, userId } = place
  const columns = readColumns(studio, row)
  const { getColumns } = columns
  const statuses = readAllStatuses(studio, row)
  const getPeople = memoByVersion(studio.replica, ['studio_members'], () => readPeople(studio.getMembers()))
  const getArtists = (task: Task): readonly UserId[] => readArtists(space, task)
  const links = makeItemLinks({ studio, space })
  const language = makeFieldLanguage({ studio, space, links })
  const readiness = makeSpaceReadiness({ studio, space })
  const toFiltered = (task: Task): LayoutTask => toFilteredTask(space, task, readiness.listWaits)
  const getAsked = makeGetAsked({ space, language, ...columns, userId })
  let viewVersion = 0
  const earlyStatus = makeEarlyStatus()
  return {
    ...place,
    earlyStatus,
    ...columns,
    ...statuses,
    getAsked,
    getPeople,
    getArtists,
    language,
    links,
    readiness,
    toFiltered,
    getLayout: makeGetLayout({
      studio,
      space,
      row,
      language,
      getAsked,
      getSheetStatuses: statuses.getSheetStatuses,
      getColumnIds: makeGetColumnIds(getColumns),
      askTasks: makeTaskTester(space, readiness.listWaits),
      readiness,
    }),
    getCatalogueVersion: () => studio.replica.getVersion() + language.getVersion() + readiness.getVersion(),
    subscribe: (listener) => {
      const hearView = () => {
        viewVersion += 1
        listener()
      }
      return listenTo({ studio, space, language, readiness, earlyStatus }, listener, hearView)
    },
    getVersion: () => viewVersion + sumVersions([space.replica, studio.replica, language, readiness]),
  }
}

type Columns = Pick<
  SpaceModel,
  | 'getStages'
  | 'getAllFields'
  | 'getTaskFields'
  | 'getTaskColumns'
  | 'getAllColumns'
  | 'getColumns'
  | 'getFieldColumns'
  | 'findColumn'
  | 'findField'
>

/** Reads the stages and fields of a space, and the columns made from them. */
function readColumns(studio: StudioReplica, row: Space): Columns {
  const getStages = memoByVersion(studio.replica, ['stages', 'space_stages'], () => listActiveStages(studio, row))
  const getAllFields = memoByVersion(studio.replica, ['field_definitions'], () => studio.getSpaceFields(row))
  const getTaskFields = memoByVersion(studio.replica, ['field_definitions'], () =>
    studio.getSpaceFields(row, 'task').filter(({ kind }) => kind !== 'formula'),
  )
  const getAllColumns = makeGetColumns({ getStages, getAllFields, getTaskFields })
  const getColumns = makeGetShown(getAllColumns)
  const byId = memoOf(
    getColumns,
    (columns) => new Map<string, GridColumn>(columns.map((column) => [column.id, column])),
  )
  const findColumn = (columnId: string) => byId().get(columnId)
  return {
    getStages,
    getAllFields,
    getTaskFields,
    getTaskColumns: () => listTaskColumns(getStages(), getTaskFields()),
    getAllColumns,
    getColumns,
    getFieldColumns: memoOf(getColumns, (columns) => columns.filter((column) => column.field !== undefined)),
    findColumn,
    findField: (columnId) => findColumn(columnId)?.field,
  }
}

/** Memoizes a value until its source is another object. */
function memoOf<From, To>(get: () => From, make: (from: From) => To): () => To {
  let made: { readonly from: From; readonly to: To } | undefined
  return () => {
    const from = get()
    if (made === undefined || made.from !== from) made = { from, to: make(from) }
    return made.to
  }
}

function sumVersions(sources: readonly { readonly getVersion: () => number }[]): number {
  return sources.reduce((sum, source) => sum + source.getVersion(), 0)
}

/** Reads the statuses that cells can have; each list stays the same until the catalogue changes. */
function readAllStatuses(
  studio: StudioReplica,
  row: Space,
): Pick<SpaceModel, 'getStatuses' | 'getSheetStatuses' | 'findStatus'> {
  const tables: readonly TableName[] = ['task_statuses', 'space_statuses']
  const getStatuses = memoByVersion(studio.replica, tables, () => listOfferedStatuses(studio, row))
  const getSheetStatuses = memoByVersion(studio.replica, tables, () => withUnoffered(getStatuses(), studio))
  const cellStatuses = memoByVersion(studio.replica, tables, () => indexStatuses(getSheetStatuses()))
  return { getStatuses, getSheetStatuses, findStatus: (id) => cellStatuses().get(id) }
}

type Heard = Pick<SpaceModel, 'studio' | 'space' | 'language' | 'readiness' | 'earlyStatus'>

/** Listens to rows, catalogue and language, and separately to the view. */
function listenTo(heard: Heard, listener: () => void, hearView: () => void): () => void {
  const { studio, space, language, readiness, earlyStatus } = heard
  const isOtherView = watchView()
  const stops = [
    space.replica.subscribe(() => (earlyStatus.get() === undefined ? listener() : setTimeout(listener, 0))),
    studio.replica.subscribe(listener),
    language.subscribe(listener),
    readiness.subscribe(listener),
    subscribe(spaceViewStore, () => isOtherView() && hearView(), true),
  ]
  return () => stops.forEach((stop) => stop())
}

/** Reports whether anything rendered has changed; the page size is not rendered, nor is the grid's cursor, whose mark moves in the DOM. */
function watchView(): () => boolean {
  const read = (): readonly unknown[] => {
    const { cursor, selection, pageRows: _, ...rest } = spaceViewStore
    return [selection.cells, rest.layout === 'grid' ? undefined : cursor, ...Object.values(rest)]
  }
  let seen = read()
  return () => {
    const now = read()
    const isOther = now.some((value, at) => value !== seen[at])
    seen = now
    return isOther
  }
}

function indexStatuses(statuses: readonly StatusRow[]): ReadonlyMap<StatusId, CellStatus> {
  return new Map(
    statuses.map((row, index) => [row.id, { row, kind: pillKindOf(row), colorClass: `s${index}` }] as const),
  )
}

function readPeople(members: readonly MemberRow[]): ReadonlyMap<UserId, Person> {
  return new Map(
    members.map(({ userId, displayName, avatarUrl }) => {
      const color = avatarColorOf(userId)
      const colorClass = `a${avatarColors.findIndex((known) => known === color)}`
      const initials = initialsOf(displayName)
      const look = { initials, ...(areWideInitials(initials) && { isWide: true as const }), color, colorClass }
      return [userId, { id: userId, name: displayName, ...look, avatarUrl }]
    }),
  )
}

/** Leaves out hidden columns; the same array until the columns or the hidden ones change. */
function makeGetShown<Column extends { readonly id: string }>(getAll: () => readonly Column[]) {
  let seen: readonly unknown[] = []
  let shown: readonly Column[] = []
  return (): readonly Column[] => {
    const [all, hidden] = [getAll(), spaceViewStore.hiddenFields]
    if (seen[0] === all && seen[1] === hidden) return shown
    seen = [all, hidden]
    shown = hidden.size === 0 ? all : all.filter(({ id }) => !hidden.has(id))
    return shown
  }
}

/** Lists all columns in order; the same array until a column or its place changes. */
function makeGetColumns({
  getStages,
  getAllFields,
  getTaskFields,
}: Pick<Columns, 'getStages' | 'getAllFields' | 'getTaskFields'>) {
  let seen: readonly unknown[] = []
  let columns: readonly GridColumn[] = []
  return (): readonly GridColumn[] => {
    const [stages, ofItems, ofTasks, look] = [getStages(), getAllFields(), getTaskFields(), spaceViewStore.columns]
    const sources = [stages, ofItems, ofTasks, look]
    if (sources.every((source, at) => source === seen[at])) return columns
    seen = sources
    columns = arrangeColumns(listColumns(stages, { ofItems, ofTasks }, look.shown), look)
    return columns
  }
}

/** Lists the ids of the columns; the same array while their order stays, so that a new width does not lay out rows again. */
function makeGetColumnIds(getColumns: () => readonly GridColumn[]) {
  let ids: readonly StageId[] = []
  return (): readonly StageId[] => {
    const columns = getColumns()
    const isSame = columns.length === ids.length && columns.every(({ id }, at) => id === ids[at])
    if (!isSame) ids = columns.map(({ id }) => id)
    return ids
  }
}

type AskedSources = Pick<SpaceModel, 'space' | 'language' | 'getStages' | 'getAllFields' | 'getTaskFields'> & {
  readonly userId: UserId
}

/** Gathers fields, formulas and expressions for filters. */
function makeGetAsked({ space, language, userId, ...columns }: AskedSources): () => FilterContext {
  let seen: readonly unknown[] = []
  let asked: FilterContext | undefined
  return () => {
    const [stages, ofItems, ofTasks] = [columns.getStages(), columns.getAllFields(), columns.getTaskFields()]
    const sources = [stages, ofItems, ofTasks, language.getVersion()]
    if (asked !== undefined && sources.every((value, at) => value === seen[at])) return asked
    seen = sources
    const { today, readAll, makeTest } = language
    const fields = [...ofItems, ...ofTasks]
    asked = makeFilterContext({ space, fields, stages, me: userId, today, readFormula: readAll, makeTest })
    return asked
  }
}

type LayoutSource = Pick<
  SpaceModel,
  'studio' | 'space' | 'row' | 'language' | 'getAsked' | 'getSheetStatuses' | 'readiness'
> &
  Pick<ViewSource, 'getColumnIds' | 'askTasks'>

/** Memoizes the layout until one of its sources changes; tasks are a source only while the filter reads them. */
function makeGetLayout(source: LayoutSource): () => GridLayout {
  const { studio, space, row, language, getAsked, getColumnIds, getSheetStatuses, readiness } = source
  let seen: readonly unknown[] = []
  let layout: GridLayout | undefined
  return (): GridLayout => {
    const { filter, text, collapsed, sort, itemSort } = spaceViewStore
    const view = {
      layout: spaceViewStore.layout,
      group: spaceViewStore.group,
      sort: itemSort,
      collections: sort,
      filter,
    }
    const arranged = findArranged({ studio, row }, view)
    const { grouping, sorting } = arranged
    const fields = [grouping?.field, sorting?.field]
    const tables: TableName[] = ['collections', 'items']
    const asksTasks = dependsOnTasks(arranged) || fields.some((field) => field?.kind === 'formula')
    if (isFiltering(filter, '', getAsked()) || asksTasks) tables.push('item_tasks', 'task_blocks', 'task_estimations')
    const sources = [
      getColumnIds(),
      filter,
      text,
      collapsed,
      sort,
      itemSort,
      ...fields,
      grouping?.field.kind === 'person' && studio.getMembers(),
      sorting?.field === undefined && sorting && getSheetStatuses(),
      language.getVersion(),
      getAsked(),
      asksForWaits(filter) && readiness.getVersion(),
      ...tables.map((table) => space.replica.getVersion(table)),
    ]
    if (layout !== undefined && sources.length === seen.length && sources.every((value, at) => value === seen[at])) {
      return layout
    }
    seen = sources
    layout = layOutGrid(
      toLayoutInput({ ...source, language: { read: language.readAll } }, { ...view, arranged, text, collapsed }),
    )
    return layout
  }
}
