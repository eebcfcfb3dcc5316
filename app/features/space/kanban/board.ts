import type { StatusRow } from '#core/schema/task-statuses.ts'
import { makeFilterTest, narrowing } from '#core/timeline/filter-kinds.ts'
import { toKanbanColumns, type KanbanColumn } from '#core/tasks/kanban.ts'
import { toCellKey, type CellKey } from '#core/lib/selection-range.ts'
import type { ItemId, StageId, StatusId, TaskId } from '#core/lib/ids.ts'
import type { SpaceModel } from '../model/space-model.ts'
import { spaceViewStore } from '../space-view-store.ts'

/** One task as a card. */
export type Card = {
  readonly key: CellKey
  readonly taskId: TaskId
  readonly itemId: ItemId
  readonly stageId: StageId
  readonly statusId: StatusId
  /** Of an omitted item: shown, but not counted. */
  readonly isOmitted: boolean
}

/** The board's columns: the same object until the space, its statuses or its filter change. */
export type Board = { readonly getColumns: () => readonly KanbanColumn<StatusRow, Card>[] }

/** Sorts the tasks that pass the filter into one column per status; disabled ones have no card. */
export function makeBoard(model: SpaceModel): Board {
  let seen: readonly unknown[] = []
  let columns: ReturnType<Board['getColumns']> = []
  return {
    getColumns: () => {
      const { replica } = model.space
      const sources = [
        model.getLayout(),
        model.getStatuses(),
        spaceViewStore.filter,
        replica.getVersion('items'),
        replica.getVersion('item_tasks'),
        replica.getVersion('task_blocks'),
      ]
      if (sources.every((source, index) => source === seen[index])) return columns
      seen = sources
      columns = toKanbanColumns(model.getStatuses(), readCards(model))
      return columns
    },
  }
}

function readCards(model: SpaceModel): readonly Card[] {
  // The layout has asked of items what there is to ask.
  const aboutTasks = narrowing(spaceViewStore.filter, 'grid').filter(({ kind }) => kind.isAboutTasks)
  const passes = makeFilterTest(aboutTasks, 'grid')
  const order = new Map(model.getStages().map(({ id }, index) => [id, index]))
  return model.getLayout().sections.flatMap(({ itemIds }) =>
    itemIds.flatMap((itemId) =>
      model.space
        .getTasks(itemId)
        .filter((task) => !task.isDisabled && order.has(task.stageId))
        .filter((task) => aboutTasks.length === 0 || passes({ ...task, artistIds: model.getArtists(task) }))
        .sort((first, second) => (order.get(first.stageId) ?? 0) - (order.get(second.stageId) ?? 0))
        .map(({ id, stageId, statusId }) => ({
          key: toCellKey(itemId, stageId),
          taskId: id,
          itemId,
          stageId,
          statusId,
          isOmitted: model.space.replica.find('items', itemId)?.isOmitted === true,
        })),
    ),
  )
}

/** How many tasks of a column there are to do; omitted items ask nothing of anybody. */
export function countCards(cards: readonly Card[]): number {
  return cards.filter(({ isOmitted }) => !isOmitted).length
}

/** Where a card is on the board: its column and its place in it. */
function findCard(
  columns: ReturnType<Board['getColumns']>,
  key: CellKey | undefined,
): { readonly column: number; readonly index: number } | undefined {
  for (const [column, { cards }] of columns.entries()) {
    const index = cards.findIndex((card) => card.key === key)
    if (index >= 0) return { column, index }
  }
  return undefined
}

/** The card in a direction; sideways to the nearest column with cards, at about the same height. */
export function moveOnBoard(
  columns: ReturnType<Board['getColumns']>,
  key: CellKey | undefined,
  move: 'up' | 'down' | 'left' | 'right',
): CellKey | undefined {
  const from = findCard(columns, key)
  if (from === undefined) return columns.find(({ cards }) => cards.length > 0)?.cards[0]?.key
  if (move === 'up' || move === 'down') {
    const { cards } = columns[from.column] ?? { cards: [] }
    return cards[Math.min(cards.length - 1, Math.max(0, from.index + (move === 'up' ? -1 : 1)))]?.key
  }
  const sideways = move === 'right' ? columns.slice(from.column + 1) : columns.slice(0, from.column).toReversed()
  const to = sideways.find(({ cards }) => cards.length > 0)
  return to === undefined ? key : to.cards[Math.min(from.index, to.cards.length - 1)]?.key
}
