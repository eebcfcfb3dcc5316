import { nameOfGroup } from '#core/fields/field-group.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { StatusRow } from '#core/schema/task-statuses.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import { noneId } from '#core/timeline/filter-tests.ts'
import { toKanbanColumns, type KanbanColumn } from '#core/tasks/kanban.ts'
import { toCellKey, type CellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId, StatusId, TaskId } from '#core/lib/ids.ts'
import { isMeant } from '../model/matching-cells.ts'
import type { Person, SpaceModel } from '../model/space-model.ts'
import { findLaneField, isKinds, isLaneField, laneIdOf } from './lane-field.ts'
import { spaceViewStore } from '../space-view-store.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** One task as a card. */
export type Card = {
  readonly key: CellKey
  readonly taskId: TaskId
  readonly itemId: ItemId
  readonly stageId: StageId
  readonly statusId: StatusId
  /** The person, collection, kind or field value of its lane; '' for nobody, and where there are no lanes. */
  readonly laneId: string
  /** Whether its item is omitted: shown, but not counted. */
  readonly isOmitted: boolean
}

export type Columns = readonly KanbanColumn<StatusRow, Card>[]

/** The cards of one person, collection, kind or field value, in the kanban's columns. */
export type Lane = {
  readonly id: string
  readonly title: string
  readonly person: Person | undefined
  readonly columns: Columns
}

/** The kanban's columns and lanes: the same objects until the space, its statuses, its filter or the lanes change. */
export type Board = {
  /** Ordered lane after lane, where there are lanes. */
  readonly getColumns: () => Columns
  readonly getLanes: () => readonly Lane[]
}

/** Sorts the tasks that pass the filter into one column per status; disabled ones have no card. */
export function makeBoard(model: SpaceModel): Board {
  let seen: readonly unknown[] = []
  let board: { readonly columns: Columns; readonly lanes: readonly Lane[] } = { columns: [], lanes: [] }
  const read = (): typeof board => {
    const { replica } = model.space
    const sources = [
      model.getLayout(),
      model.getStatuses(),
      model.getPeople(),
      model.getAllFields(),
      model.getTaskFields(),
      model.studio.getKindField(),
      spaceViewStore.filter,
      spaceViewStore.lanes,
      replica.getVersion('items'),
      replica.getVersion('item_tasks'),
      replica.getVersion('task_blocks'),
      replica.getVersion('task_estimations'),
    ]
    if (sources.every((source, index) => source === seen[index])) return board
    seen = sources
    const lanes = toLanes(model, readCards(model))
    const columns = toKanbanColumns(
      model.getStatuses(),
      lanes.flatMap(({ cards }) => cards),
    )
    board = { columns, lanes: hasLanes(model) ? lanes.map((lane) => withColumns(lane, columns)) : [] }
    return board
  }
  return { getColumns: () => read().columns, getLanes: () => read().lanes }
}

type LaneOfCards = Omit<Lane, 'columns'> & { readonly cards: readonly Card[] }

/** Whether cards are in lanes; a field that is gone makes none. */
function hasLanes(model: SpaceModel): boolean {
  const { lanes } = spaceViewStore
  return isLaneField(lanes) ? findLaneField(model) !== undefined : lanes !== 'none'
}

/** Makes one lane per person, by name with nobody last, or per collection in their order. */
function toLanes(model: SpaceModel, cards: readonly Card[]): readonly LaneOfCards[] {
  const groups = Map.groupBy(cards, ({ laneId }) => laneId)
  const field = findLaneField(model)
  if (field !== undefined) return toFieldLanes(model, field, groups)
  const isByPerson = spaceViewStore.lanes === 'person'
  const people: ReadonlyMap<string, Person> = model.getPeople()
  const lanes = [...groups].map(([id, ofLane]): LaneOfCards => {
    const person = people.get(id)
    const collection = model.space.replica.find('collections', id)
    const title = isByPerson ? nameOfPerson(id, person) : (collection?.name ?? '')
    return { id, title, person: isByPerson ? person : undefined, cards: ofLane }
  })
  if (!isByPerson) return lanes
  return lanes.sort((first, second) => {
    return Number(first.id === '') - Number(second.id === '') || first.title.localeCompare(second.title)
  })
}

/**
 * Makes one lane per value of a field, in the order of its options or by name; removed values follow, and no value
 * comes last.
 */
function toFieldLanes(
  model: SpaceModel,
  field: FieldDefinition,
  groups: ReadonlyMap<string, readonly Card[]>,
): readonly LaneOfCards[] {
  const people: ReadonlyMap<string, Person> = model.getPeople()
  const placeOf = (id: string): number => {
    if (id === noneId) return Infinity
    const place = field.options.findIndex((option) => option.id === id)
    return place < 0 ? field.options.length : place
  }
  return [...groups]
    .map(([id, cards]): LaneOfCards => {
      const person = field.kind === 'person' ? people.get(id) : undefined
      const title =
        isKinds(field) && id === noneId ? 'No kind' : nameOfGroup(field, id, (userId) => people.get(userId)?.name)
      return { id, title, person, cards }
    })
    .sort((one, other) => compareNumbers(placeOf(one.id), placeOf(other.id)) || one.title.localeCompare(other.title))
}

function compareNumbers(one: number, other: number): number {
  return one === other ? 0 : one - other
}

function nameOfPerson(id: string, person: Person | undefined): string {
  return id === '' ? 'Nobody' : (person?.name ?? removedName)
}

/** Gives a lane every column of the kanban, so that columns line up. */
function withColumns({ cards, ...lane }: LaneOfCards, columns: Columns): Lane {
  const statuses = columns.flatMap(({ status }) => status ?? [])
  const own = toKanbanColumns(statuses, cards)
  return { ...lane, columns: columns.map((column, index) => own[index] ?? { ...column, cards: [] }) }
}

function readCards(model: SpaceModel): readonly Card[] {
  // The layout has already applied the conditions about items.
  const order = new Map(model.getStages().map(({ id }, index) => [id, index]))
  return model.getLayout().sections.flatMap(({ id: collectionId, itemIds }) =>
    itemIds.flatMap((itemId) =>
      model.space
        .getTasks(itemId)
        .filter((task) => !task.isDisabled && order.has(task.stageId))
        .filter((task) => isMeant(model, task))
        .sort((first, second) => (order.get(first.stageId) ?? 0) - (order.get(second.stageId) ?? 0))
        .map((task) => ({
          key: toCellKey(itemId, task.stageId),
          taskId: task.id,
          itemId,
          stageId: task.stageId,
          statusId: task.statusId,
          laneId: laneOf(model, task, collectionId),
          isOmitted: model.space.replica.find('items', itemId)?.isOmitted === true,
        })),
    ),
  )
}

/** Returns the lane of a task; one that several people share is in the first one's. */
function laneOf(model: SpaceModel, task: Task, collectionId: string): string {
  const field = findLaneField(model)
  if (field !== undefined) return laneIdOf(model, field, task)
  if (!hasLanes(model)) return ''
  return spaceViewStore.lanes === 'collection' ? collectionId : (model.getArtists(task)[0] ?? '')
}

/** Counts a column's cards, without those of omitted items. */
export function countCards(cards: readonly Card[]): number {
  return cards.filter(({ isOmitted }) => !isOmitted).length
}

/** Finds a card's column and its place in it. */
function findCard(
  columns: Columns,
  key: CellKey | undefined,
): { readonly column: number; readonly index: number } | undefined {
  for (const [column, { cards }] of columns.entries()) {
    const index = cards.findIndex((card) => card.key === key)
    if (index >= 0) return { column, index }
  }
  return undefined
}

/**
 * Finds the card in a direction; sideways in the nearest column with cards, at about the same height and in the same
 * lane.
 */
export function moveOnBoard(
  board: Board,
  key: CellKey | undefined,
  move: 'up' | 'down' | 'left' | 'right',
): CellKey | undefined {
  const isUpright = move === 'up' || move === 'down'
  const lane = isUpright ? undefined : board.getLanes().find(({ columns }) => findCard(columns, key) !== undefined)
  const columns = lane?.columns ?? board.getColumns()
  const from = findCard(columns, key)
  if (from === undefined) return columns.find(({ cards }) => cards.length > 0)?.cards[0]?.key
  if (isUpright) {
    const { cards } = columns[from.column] ?? { cards: [] }
    return cards[Math.min(cards.length - 1, Math.max(0, from.index + (move === 'up' ? -1 : 1)))]?.key
  }
  const sideways = move === 'right' ? columns.slice(from.column + 1) : columns.slice(0, from.column).toReversed()
  const to = sideways.find(({ cards }) => cards.length > 0)
  return to === undefined ? key : to.cards[Math.min(from.index, to.cards.length - 1)]?.key
}

/**
 * Lists the cards between two of the same column, whichever is above; only the other one where they are in different
 * columns.
 */
export function cardsBetween(columns: Columns, from: CellKey | undefined, to: CellKey): readonly CellKey[] {
  const [start, end] = [findCard(columns, from), findCard(columns, to)]
  if (start === undefined || end === undefined || start.column !== end.column) return [to]
  const cards = columns[start.column]?.cards ?? []
  const [first, last] = [Math.min(start.index, end.index), Math.max(start.index, end.index)]
  return cards.slice(first, last + 1).map(({ key }) => key)
}
