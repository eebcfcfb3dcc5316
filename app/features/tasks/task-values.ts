import type { Key } from '#core/fields/sort-items.ts'
import { addDays, type CalendarDate } from '#core/lib/calendar-date.ts'
import type { TaskColumnId } from '#core/projects/list-view-form.ts'
import type { FieldDefinition } from '#core/schema/field-definitions.ts'
import type { ItemKind } from '#core/schema/item-kinds.ts'
import type { MemberRow } from '#core/schema/studio-members.ts'
import { formatEstimate } from '#core/tasks/estimate.ts'
import { nameOfPriority } from '#core/tasks/priorities.ts'
import {
  gatherRows,
  groupByValue,
  keyOfValue,
  sortRows,
  type Grouped,
  type RowGroup,
} from '#app/widgets/project-list/list-values.ts'
import { nameOfKind, placeOfKind } from '#app/widgets/project-content/project-items.ts'
import type { TaskRow } from './task-rows.ts'
import { removedName } from '#core/lib/removed-name.ts'

/** Reads the values of columns. */
export type ValueReader = {
  readonly fields: readonly FieldDefinition[]
  readonly members: readonly MemberRow[]
  /** The studio's kinds of items, in their order. */
  readonly kinds: readonly Pick<ItemKind, 'id' | 'name'>[]
  /** Returns a row's value in a field, stored or calculated; undefined if there is none. */
  readonly valueOf: (field: FieldDefinition, row: TaskRow) => unknown
  readonly today: CalendarDate
}

/**
 * Sorts tasks by a column, or by their items' names. Tasks without a value come last either way; equal ones keep their
 * order.
 */
export function sortTasks(
  rows: readonly TaskRow[],
  sort: { readonly columnId: string; readonly isDown: boolean },
  reader: ValueReader,
): readonly TaskRow[] {
  const keyOf = findKey(sort.columnId, reader)
  return keyOf === undefined ? rows : sortRows(rows, keyOf, sort.isDown)
}

/** Groups tasks by a column, in the column's order and without a value last; undefined if there is no such column. */
export function groupTasks(
  rows: readonly TaskRow[],
  columnId: string,
  reader: ValueReader,
): readonly RowGroup<TaskRow>[] | undefined {
  const groupOf = findGroup(columnId, rows, reader)
  return groupOf && gatherRows(rows, groupOf)
}

function findKey(columnId: string, reader: ValueReader): ((row: TaskRow) => Key) | undefined {
  const names = namesOf(reader)
  const keys: Readonly<Record<string, (row: TaskRow) => Key>> = {
    item: ({ place }) => place.item.title,
    kind: ({ place: { item } }) => placeOfKind(item, reader.kinds),
    stage: ({ stage }) => stage.orderIndex,
    status: ({ status }) => status?.position,
    artist: ({ artists: [first] }) => first && names.get(first),
    due: ({ task }) => task.dueDate,
    estimate: ({ task, place }) => place.replica.findEstimatedHours(task.id),
    priority: ({ task }) => task.priority,
  } satisfies { readonly [Id in Exclude<TaskColumnId, 'place'> | 'item']: (row: TaskRow) => Key }
  const field = findField(columnId, reader)
  return field === undefined ? keys[columnId] : (row) => keyOfValue(field, reader.valueOf(field, row), reader.members)
}

function findField(columnId: string, { fields }: ValueReader): FieldDefinition | undefined {
  return fields.find(({ id }) => id === columnId)
}

function namesOf({ members }: ValueReader): ReadonlyMap<string, string> {
  return new Map(members.map(({ userId, displayName }) => [userId, displayName]))
}

type GroupOf = (row: TaskRow) => Grouped

function findGroup(columnId: string, rows: readonly TaskRow[], reader: ValueReader): GroupOf | undefined {
  const names = namesOf(reader)
  const groups: Readonly<Record<string, () => GroupOf>> = {
    item:
      () =>
      ({ place }) => ({ key: place.item.id, name: place.item.title, order: place.item.title }),
    kind:
      () =>
      ({ place: { item } }) => ({
        key: item.kindId ?? '',
        name: nameOfKind(item, reader.kinds) ?? 'No kind',
        order: placeOfKind(item, reader.kinds),
      }),
    place: () => groupByPlace(rows),
    stage:
      () =>
      ({ stage }) => ({ key: stage.id, name: stage.name, order: stage.orderIndex }),
    status:
      () =>
      ({ status }) => ({
        key: status?.id ?? '',
        name: status?.name ?? 'Unknown',
        order: status?.position,
      }),
    artist:
      () =>
      ({ artists: [first] }) => {
        const name = first === undefined ? 'Nobody' : (names.get(first) ?? removedName)
        return { key: first ?? '', name, order: first && name }
      },
    due: () => (row) => groupByDay(row, reader.today),
    estimate:
      () =>
      ({ task, place }) => {
        const hours = place.replica.findEstimatedHours(task.id)
        const name = hours === undefined ? 'No estimate' : formatEstimate(hours)
        return { key: name, name, order: hours }
      },
    priority:
      () =>
      ({ task: { priority } }) => ({
        key: String(priority),
        name: nameOfPriority(priority),
        order: -priority,
      }),
  } satisfies { readonly [Id in TaskColumnId | 'item']: () => GroupOf }
  const field = findField(columnId, reader)
  return field === undefined
    ? groups[columnId]?.()
    : (row) => groupByValue(field, reader.valueOf(field, row), reader.members)
}

/** Groups by collection, in the project's order whatever the order of the rows. */
function groupByPlace(rows: readonly TaskRow[]): GroupOf {
  const spaces = new Set(rows.map(({ place }) => place.space.id))
  const order = new Map<string, number>()
  for (const { place } of rows) {
    if (order.has(place.space.id)) continue
    order.set(place.space.id, order.size)
    for (const { id } of place.replica.getCollections()) order.set(id, order.size)
  }
  return ({ place: { space, collection } }) => ({
    key: collection.id,
    name: nameOfPlace(space.name, collection, spaces.size > 1),
    order: order.get(collection.id),
  })
}

function nameOfPlace(
  space: string,
  collection: { readonly name: string; readonly isDefault: boolean },
  hasSpaces: boolean,
): string {
  if (collection.isDefault) return space
  return hasSpaces ? `${space} · ${collection.name}` : collection.name
}

const dayGroups = ['Overdue', 'Before today, done', 'Due today', 'In the next 7 days', 'Later', 'No due date'] as const

function groupByDay({ task: { dueDate }, status }: TaskRow, today: CalendarDate): Grouped {
  const at = placeOfDay(dueDate, status?.isDone === true, today)
  return { key: String(at), name: dayGroups[at] ?? '', order: at }
}

function placeOfDay(day: CalendarDate | undefined, isDone: boolean, today: CalendarDate): number {
  if (day === undefined) return 5
  if (day < today) return isDone ? 1 : 0
  if (day === today) return 2
  return day <= addDays(today, 7) ? 3 : 4
}
