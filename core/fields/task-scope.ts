import type { RowFunction, RowName, Scope } from '#core/expressions/types.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { ItemLinks } from '#core/casting/item-links.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { ItemRow } from '#core/schema/items.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import { makeFormulas, type Formulas } from './formulas.ts'
import { knownNamesOf } from './known-names.ts'
import { listBlockingItems } from './waits-for.ts'
import { toExpressionValue, typeOfKind, withoutItems, type ItemPlace } from './item-scope.ts'

/** How to read a row's task, and the row's own names. */
export type TaskReader<Row> = {
  readonly read: (row: Row) => { readonly task: Task; readonly space: SpaceReplica }
  readonly names: ReadonlyMap<string, RowName<Row>>
  /** Returns the links of a space's items; absent where they are unknown. */
  readonly linksOf?: ((space: SpaceReplica) => ItemLinks | undefined) | undefined
}

/** Opens a studio's fields for expressions about the items of a space. */
export function openFormulas(studio: StudioReplica, space: SpaceReplica, links?: ItemLinks): Formulas {
  return makeFormulas(toItemPlace({ studio, space, links }), studio.getFields())
}

/** Makes the place that expressions about an open space's items read. */
export function toItemPlace(place: {
  readonly studio: StudioReplica
  readonly space: SpaceReplica
  readonly links?: ItemLinks | undefined
}): ItemPlace {
  return { ...place, getArtists: (task, of) => listAssignees(of, task) }
}

/** Makes the scope of conditions about tasks: names of their rows, and the fields of tasks and items by key. */
export function makeTaskScope<Row>(
  studio: StudioReplica,
  today: CalendarDate,
  { read, names: given, linksOf }: TaskReader<Row>,
): Scope<Row> {
  // Rows are evaluated one at a time: item data is read from the space that holds the current row.
  let place: ItemPlace = withoutItems(studio)
  const formulas = makeFormulas(
    {
      studio,
      getArtists: (task, of) => listAssignees(of, task),
      get space() {
        return place.space
      },
      get links() {
        return place.links
      },
    },
    studio.getFields(),
  )
  const waitsFor = (row: Row): unknown => withItem(row, () => listBlockingItems(place, [read(row).task]))
  const names = new Map<string, RowName<Row>>([['waits_for', { type: { list: 'text' }, read: waitsFor }]])
  for (const field of studio.getTaskFields()) {
    if (field.kind === 'formula') continue
    const readField = (row: Row): unknown => toExpressionValue(field, read(row).task.fields?.[field.key], studio)
    const known = knownNamesOf(field, studio)
    names.set(field.key, { type: typeOfKind[field.kind], read: readField, known, help: field.name })
  }
  for (const [name, known] of given) names.set(name, known)
  const withItem = (row: Row, ask: (item: ItemRow) => unknown): unknown => {
    const { task, space } = read(row)
    if (place.space !== space) place = { ...place, space, links: linksOf?.(space) }
    const item = space.replica.find('items', task.itemId)
    return item === undefined ? null : ask(item)
  }
  const findField = (key: string): RowName<Row> | undefined => {
    const found = formulas.scope.names.get(key)
    if (found === undefined) return undefined
    const { type, known, problem } = found
    const ask = (item: ItemRow): unknown => formulas.valueOf(key, item, today)
    return { type, known, ...(problem !== undefined && { problem }), read: (row) => withItem(row, ask) }
  }
  return {
    names: {
      get: (name) => names.get(name) ?? findField(name),
      keys: () => new Set([...names.keys(), ...formulas.scope.names.keys()]).values(),
    },
    functions: new Map(
      [...(formulas.scope.functions ?? [])].map(([name, of]) => [name, toFunctionOfTasks(of, withItem)]),
    ),
  }
}

function toFunctionOfTasks<Row>(
  of: RowFunction<ItemRow>,
  withItem: (row: Row, ask: (item: ItemRow) => unknown) => unknown,
): RowFunction<Row> {
  return {
    ...of,
    bind: (text) => {
      const { type, problem, read: ask } = of.bind(text)
      return { type, ...(problem !== undefined && { problem }), read: (row) => withItem(row, ask) }
    },
  }
}
