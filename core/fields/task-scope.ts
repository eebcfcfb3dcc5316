import type { RowName, Scope } from '#core/expressions/types.ts'
import type { CalendarDate } from '#core/lib/calendar-date.ts'
import type { Task } from '#core/schema/item-tasks.ts'
import type { SpaceReplica } from '#core/items/space-replica.ts'
import type { StudioReplica } from '#core/studios/studio-replica.ts'
import { listAssignees } from '#core/plan/space-tasks.ts'
import { makeFormulas, type Formulas } from './formulas.ts'
import { toExpressionValue, typeOfKind, withoutItems } from './item-scope.ts'

/** How a row tells its task, and what it says of it by names of its own. */
export type TaskReader<Row> = {
  readonly read: (row: Row) => { readonly task: Task; readonly space: SpaceReplica }
  readonly names: ReadonlyMap<string, RowName<Row>>
}

/** The fields of a studio as expressions about the items of a space see them. */
export function openFormulas(studio: StudioReplica, space: SpaceReplica): Formulas {
  return makeFormulas({ studio, space, getArtists: (task) => listAssignees(space, task) }, studio.getFields())
}

/** What a condition about tasks can ask: what their rows say, and their own and their items' fields by their keys. */
export function makeTaskScope<Row>(
  studio: StudioReplica,
  today: CalendarDate,
  { read, names: given }: TaskReader<Row>,
): Scope<Row> {
  const bare = makeFormulas(withoutItems(studio), studio.getFields())
  const opened = new WeakMap<SpaceReplica, Formulas>()
  const names = new Map<string, RowName<Row>>()
  for (const field of studio.getTaskFields()) {
    if (field.kind === 'formula') continue
    const readField = (row: Row): unknown => toExpressionValue(field, read(row).task.fields?.[field.key], studio)
    names.set(field.key, { type: typeOfKind[field.kind], read: readField, help: field.name })
  }
  for (const [name, known] of given) names.set(name, known)
  const ofItem = (key: string, row: Row): unknown => {
    const { task, space } = read(row)
    const formulas = opened.get(space) ?? openFormulas(studio, space)
    opened.set(space, formulas)
    const item = space.replica.find('items', task.itemId)
    return item === undefined ? null : formulas.valueOf(key, item, today)
  }
  const findField = (key: string): RowName<Row> | undefined => {
    const found = bare.scope.names.get(key)
    if (found === undefined || key === 'tasks') return undefined
    const { type, problem } = found
    return { type, ...(problem !== undefined && { problem }), read: (row) => ofItem(key, row) }
  }
  return {
    names: {
      get: (name) => names.get(name) ?? findField(name),
      keys: () => new Set([...names.keys(), ...bare.scope.names.keys()]).values(),
    },
  }
}
